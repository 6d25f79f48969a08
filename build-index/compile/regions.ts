import { endOf } from '../../src/address/index/address.ts';
import { boundarySetOf } from '../../src/address/index/address-record.ts';
import { lowerArea, SET, SET_WORDS, sa2In } from '../../src/address/index/boundary-set.ts';
import { searchKey } from '../../src/address/index/search-key.ts';
import { type Columns, NO_AREA, STATE_ORDER } from '../../src/address/index/sections.ts';
import { STATES } from '../../src/address/vocabulary/states.ts';
import { wordsIn } from '../../src/address/vocabulary/words.ts';
import { csr } from './locality-sections.ts';
import { councilKeys } from './name-variants.ts';

/** The sections of regions (regions.ts of the index). */
export type RegionSections = Pick<
  Columns,
  'regionKeyStart' | 'regionKey' | 'regionNamedStart' | 'regionNamed' | 'regionLocalityStart' | 'regionLocality'
>;

type Areas = Pick<
  Columns,
  | 'boundarySet'
  | 'areaStart'
  | 'area'
  | 'sa2Start'
  | 'sa2'
  | 'addressRecord'
  | 'streetAddressStart'
  | 'localityStreetStart'
  | 'localityState'
>;

/**
 * The metropolises, one for each state, and the councils, with the localities that have addresses in them. Without
 * areas of the ABS, a capital's name stands for any place of its state. O(addresses).
 */
export function regionSections(columns: Areas): RegionSections {
  const { localityState, localityStreetStart, streetAddressStart, boundarySet } = columns;
  const metropolitan = metropolitanOf(columns);
  const localities: number[][] = STATE_ORDER.map(() => []);
  const regionOf = new Map<string, number>();
  const named = new Map<string, number[]>();
  const add = (key: string, region: number) => {
    const known = named.get(key);
    if (known === undefined) named.set(key, [region]);
    else if (!known.includes(region)) known.push(region);
  };
  STATES.forEach(({ capital }, state) => {
    if (capital !== undefined) for (const key of [capital, `GREATER ${capital}`]) add(key, state);
  });
  const councils = new Map<number, string[]>();
  const keysOf = (area: number): string[] => {
    const known = councils.get(area) ?? councilKeys(nameIn(columns.area, columns.areaStart, area));
    councils.set(area, known);
    return known;
  };
  for (let locality = 0; locality < localityState.length; locality++) {
    const state = localityState[locality];
    const from = streetAddressStart[localityStreetStart[locality]];
    const end = streetAddressStart[localityStreetStart[locality + 1]];
    const areas = new Set<number>();
    let isCentral = metropolitan === null;
    let last = -1;
    for (let ordinal = from; ordinal < end; ordinal++) {
      const set = boundarySetOf({ columns: columns as Columns }, ordinal);
      if (set === last) continue;
      last = set;
      areas.add(lowerArea(boundarySet[set * SET_WORDS + SET.lgaAndWard]));
      if (metropolitan?.[sa2In(boundarySet[set * SET_WORDS + SET.sa2AndBlock])] === state) isCentral = true;
    }
    if (isCentral) localities[state].push(locality);
    for (const area of areas) {
      const keys = area === NO_AREA ? [] : keysOf(area);
      if (keys.length === 0) continue;
      const name = `${state} ${keys[0]}`;
      const region = regionOf.get(name) ?? localities.push([]) - 1;
      regionOf.set(name, region);
      if (localities[region].at(-1) !== locality) localities[region].push(locality);
      for (const key of keys) add(key, region);
    }
  }
  const keys = [...named.keys()].sort();
  const regions = csr(keys.map((key) => (named.get(key) ?? []).sort((a, b) => a - b)));
  const inside = csr(localities);
  const keyStart = new Uint32Array(keys.length + 1);
  keys.forEach((key, i) => {
    keyStart[i + 1] = keyStart[i] + key.length;
  });
  return {
    regionKeyStart: keyStart,
    regionKey: Buffer.from(keys.join(''), 'latin1'),
    regionNamedStart: regions.start,
    regionNamed: regions.values,
    regionLocalityStart: inside.start,
    regionLocality: inside.values,
  };
}

/**
 * By SA2: the state whose capital's GCCSA it is in, else -1; null without SA2s. The ACT's has the
 * name of the territory, the others that of their capital.
 */
function metropolitanOf({ sa2, sa2Start }: Areas): Int32Array | null {
  if (sa2Start.length < 2) return null;
  return Int32Array.from({ length: sa2Start.length - 1 }, (_, i) => {
    const members: unknown = JSON.parse(`{${Buffer.from(sa2.subarray(sa2Start[i], sa2Start[i + 1])).toString()}}`);
    const key = searchKey((members as { gccsa: { name: string } }).gccsa.name);
    return STATES.findIndex(
      ({ code, capital, words }) =>
        capital !== undefined && [capital, `GREATER ${capital}`, code, ...wordsIn(words)].includes(key),
    );
  });
}

function nameIn(bytes: Uint8Array, start: Uint32Array, i: number): string {
  const area: unknown = JSON.parse(Buffer.from(bytes.subarray(start[i], endOf(start, i, bytes))).toString());
  return (area as { name: string }).name;
}
