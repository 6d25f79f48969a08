import { type Addresses, NO_SITE, NO_STREET } from './addresses.ts';
import type { CodeTables } from './code-table.ts';
import type { GeocodeKinds } from './geocode-kinds.ts';
import type { DefaultGeocodes, SiteGeocodes } from './geocodes.ts';
import type { Localities } from './localities.ts';
import type { Streets } from './streets.ts';

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
  codes: CodeTables,
  addresses: Addresses,
  streets: Streets,
  localities: Localities,
  defaults: DefaultGeocodes,
  sites: SiteGeocodes,
): number {
  const type = defaults.type[pid] - 1;
  const site = addresses.site[pid];
  if (site !== NO_SITE)
    for (let i = sites.start[site]; i < sites.start[site + 1]; i++)
      if (sites.type[sites.rows[i]] === type) return kinds.of(type, sites.reliability[sites.rows[i]] - 1);
  const code = codes.geocodeType.code(type);
  const street = addresses.street[pid];
  if (code === STREET_LOCALITY && street !== NO_STREET) return kinds.of(type, streets.reliability[street] - 1);
  if (code === LOCALITY) return kinds.of(type, localities.byPid[addresses.locality[pid]]?.reliability ?? -1);
  return kinds.of(type, -1);
}
