import { setImmediate } from 'node:timers/promises';
import type { AddressIndex } from '../../index/open.ts';
import { STATE_ORDER } from '../../index/sections.ts';
import { textOf } from '../../index/text.ts';

/** Localities in parallel columns, for a map that is drawn from them. */
export interface Localities {
  readonly name: string[];
  readonly state: string[];
  /** The middle of the locality's addresses, WGS84 degrees with four decimals. */
  readonly lat: number[];
  readonly lon: number[];
  /** Current principal records. */
  readonly count: number[];
}

/** Localities that are read at a time: a fraction of a millisecond. */
const SLICE = 50;

/**
 * Every locality of an index that has addresses with a geocode: `Localities` as JSON. At national size (15 000 localities) this takes some 20 ms, so the
 * thread answers requests in between.
 */
export async function localitiesJson(index: AddressIndex): Promise<Uint8Array> {
  const parts: Record<string, string[]> = {};
  const { length } = index.columns.localityCount;
  for (let from = 0; from < length; from += SLICE) {
    for (const [name, values] of Object.entries(localitiesIn(index, from, Math.min(from + SLICE, length)))) {
      parts[name] ??= [];
      if (values.length > 0) parts[name].push(JSON.stringify(values).slice(1, -1));
    }
    await setImmediate();
  }
  const columns = Object.entries(parts).map(([name, texts]) => `${JSON.stringify(name)}:[${texts.join(',')}]`);
  return Buffer.from(`{${columns.join(',')}}`);
}

function localitiesIn(index: AddressIndex, start: number, end: number): Localities {
  const { localityName, localityState, localityBounds, localityCount } = index.columns;
  const found: Localities = { name: [], state: [], lat: [], lon: [], count: [] };
  for (let locality = start; locality < end; locality++) {
    const [west, south, east, north] = localityBounds.subarray(4 * locality, 4 * locality + 4);
    if (Number.isNaN(west)) continue;
    found.name.push(textOf(index, localityName[locality]));
    found.state.push(STATE_ORDER[localityState[locality]]);
    found.lat.push(degrees((south + north) / 2));
    found.lon.push(degrees((west + east) / 2));
    found.count.push(localityCount[locality]);
  }
  return found;
}

/** Units of 10⁻⁸ degrees as degrees with four decimals. */
function degrees(units: number): number {
  return Math.round(units / 1e4) / 1e4;
}
