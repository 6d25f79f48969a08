import { readRows } from './release-rows.ts';
import { type Locality, NO_POSTCODE, type Street } from './universe.ts';

/** Localities and streets of a release, before its addresses are read. */
export interface Places {
  readonly streets: readonly Street[];
  readonly streetOfPid: ReadonlyMap<string, number>;
  readonly streetsByName: ReadonlyMap<string, readonly number[]>;
  readonly localitiesByName: ReadonlyMap<string, readonly number[]>;
  /** The localities, with the postcodes of the rows of their streets. */
  withPostcodes(streetStart: Uint32Array, rowPostcode: Uint16Array): Locality[];
}

/** Reads localities, their aliases and neighbours, and streets. */
export function readPlaces(folder: string): Places {
  const localityOfPid = new Map<string, number>();
  const localities: {
    name: string;
    state: string | null;
    aliases: string[];
    neighbours: number[];
    streets: number[];
  }[] = [];
  const localitiesByName = new Map<string, number[]>();
  readRows(folder, 'LOCALITY', ['LOCALITY_PID', 'LOCALITY_NAME'], ([pid, name], file) => {
    localityOfPid.set(pid, localities.length);
    append(localitiesByName, name, localities.length);
    const state = file.toUpperCase() === 'OT' ? null : file.toUpperCase();
    localities.push({ name, state, aliases: [], neighbours: [], streets: [] });
  });
  readRows(folder, 'LOCALITY_ALIAS', ['LOCALITY_PID', 'NAME'], ([pid, name]) => {
    const at = localityOfPid.get(pid);
    if (at !== undefined && name !== localities[at].name) localities[at].aliases.push(name);
  });
  readRows(folder, 'LOCALITY_NEIGHBOUR', ['LOCALITY_PID', 'NEIGHBOUR_LOCALITY_PID'], ([pid, neighbour]) => {
    const at = localityOfPid.get(pid);
    const other = localityOfPid.get(neighbour);
    if (at !== undefined && other !== undefined && at !== other) localities[at].neighbours.push(other);
  });

  const suffixes = new Map<string, string>();
  readRows(folder, 'STREET_SUFFIX_AUT', ['CODE', 'NAME'], ([code, name]) => suffixes.set(code, name));
  const streetOfPid = new Map<string, number>();
  const streets: Street[] = [];
  const streetsByName = new Map<string, number[]>();
  const columns = ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE', 'LOCALITY_PID'];
  readRows(folder, 'STREET_LOCALITY', columns, ([pid, name, type, suffix, localityPid]) => {
    const locality = localityOfPid.get(localityPid);
    if (locality === undefined) return;
    streetOfPid.set(pid, streets.length);
    append(streetsByName, name, streets.length);
    localities[locality].streets.push(streets.length);
    streets.push({ name, type, suffix: suffixes.get(suffix) ?? '', locality });
  });

  const withPostcodes = (streetStart: Uint32Array, rowPostcode: Uint16Array): Locality[] =>
    localities.map((locality) => {
      const counts = new Map<number, number>();
      for (const street of locality.streets)
        for (let row = streetStart[street]; row < streetStart[street + 1]; row++)
          counts.set(rowPostcode[row], (counts.get(rowPostcode[row]) ?? 0) + 1);
      counts.delete(NO_POSTCODE);
      const postcodes = [...counts].sort(([, x], [, y]) => y - x).map(([code]) => String(code).padStart(4, '0'));
      return { ...locality, postcodes };
    });
  return { streets, streetOfPid, streetsByName, localitiesByName, withPostcodes };
}

function append(groups: Map<string, number[]>, key: string, value: number): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
