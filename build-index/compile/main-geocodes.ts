import { NO_SITE, NO_STREET } from './addresses.ts';
import type { GeocodeKinds } from './geocode-kinds.ts';
import type { Tables } from './tables.ts';

/** Codes of GEOCODE_TYPE_AUT for points that stand for a whole street or locality. */
const STREET_LOCALITY = 'STL';
const LOCALITY = 'LOC';

/**
 * The kind of an address's main geocode. Its reliability is that of the site geocode of the same type at the same site; where
 * there is none, the street's for type STREET LOCALITY and the locality's for type LOCALITY.
 */
export function mainGeocodeKind(
  pid: number,
  kinds: GeocodeKinds,
  { codes, addresses, streets, localities, defaultGeocodes, siteGeocodes }: Tables,
): number {
  const type = defaultGeocodes.type[pid] - 1;
  const site = addresses.site[pid];
  if (site !== NO_SITE) {
    const { start, rows, reliability } = siteGeocodes;
    for (let i = start[site]; i < start[site + 1]; i++)
      if (siteGeocodes.type[rows[i]] === type) return kinds.of(type, reliability[rows[i]] - 1);
  }
  const code = codes.geocodeType.code(type);
  const street = addresses.street[pid];
  if (code === STREET_LOCALITY && street !== NO_STREET) return kinds.of(type, streets.reliability[street] - 1);
  if (code === LOCALITY) return kinds.of(type, localities.byPid[addresses.locality[pid]]?.reliability ?? -1);
  return kinds.of(type, -1);
}
