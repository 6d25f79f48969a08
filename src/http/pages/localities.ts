import type { AddressIndex } from '../../index/open.ts';
import { STATE_ORDER } from '../../index/sections.ts';
import { textOf } from '../../index/text.ts';

/** Localities in parallel columns, those with the most addresses first: for a map that is drawn from them. */
export interface Localities {
  readonly name: string[];
  readonly state: string[];
  /** The middle of the locality's addresses, WGS84 degrees with four decimals. */
  readonly lat: number[];
  readonly lon: number[];
  /** Current principal records. */
  readonly count: number[];
}

/** Every locality of an index that has addresses with a geocode. Some milliseconds at national size (16 000). */
export function localitiesJson(index: AddressIndex): Localities {
  const { localityName, localityState, localityBounds, localityCount } = index.columns;
  const found: Localities = { name: [], state: [], lat: [], lon: [], count: [] };
  const bySize = Array.from(localityCount.keys()).sort((a, b) => localityCount[b] - localityCount[a]);
  for (const locality of bySize) {
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
