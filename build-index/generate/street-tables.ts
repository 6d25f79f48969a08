import type { DraftStreet } from './address-draft.ts';
import { anyDay, recentDay } from './dates.ts';
import type { StreetName } from './gazetteer.ts';
import type { PlannedLocality } from './plan.ts';
import type { Random } from './random.ts';
import type { StateTables } from './state-tables.ts';
import { misspell } from './street-names.ts';

/**
 * Writes a street into STREET_LOCALITY, STREET_LOCALITY_POINT (confirmed streets only) and
 * sometimes STREET_LOCALITY_ALIAS. `retired` is a day or empty.
 */
export function writeStreet(
  tables: StateTables,
  locality: PlannedLocality,
  street: StreetName,
  point: { readonly longitude: number; readonly latitude: number },
  retired: string,
  random: Random,
): DraftStreet {
  const pid = tables.identifiers.street();
  const isConfirmed = random.chance(0.96);
  const table = tables.table.STREET_LOCALITY;
  table.text(pid);
  table.text(anyDay(random));
  table.text(retired);
  table.text(isConfirmed ? 'C' : 'U');
  table.text(street.name);
  table.text(street.type);
  table.text(street.suffix);
  table.text(locality.pid);
  table.empty(2);
  table.text('4');
  table.endRow();
  if (isConfirmed) {
    writePoint(tables, pid, point.longitude, point.latitude, retired, random);
    if (random.chance(0.01)) {
      writePoint(tables, pid, point.longitude + 41_213, point.latitude - 30_107, recentDay(random), random);
    }
  }
  if (random.chance(0.03)) {
    writeAlias(tables, pid, street, retired, random);
    if (random.chance(0.15)) writeAlias(tables, pid, street, random.chance(0.2) ? recentDay(random) : '', random);
  }
  const postcode = locality.postcodes[random.chance(0.3) ? 0 : random.below(locality.postcodes.length)];
  return { pid, locality, postcode, isConfirmed, longitude: point.longitude, latitude: point.latitude };
}

function writePoint(
  tables: StateTables,
  pid: string,
  longitude: number,
  latitude: number,
  retired: string,
  random: Random,
): void {
  const table = tables.table.STREET_LOCALITY_POINT;
  table.numbered('SP', tables.identifiers.next('STREET_LOCALITY_POINT'));
  table.text(anyDay(random));
  table.text(retired);
  table.text(pid);
  table.empty(2);
  table.coordinate(longitude);
  table.coordinate(latitude);
  table.endRow();
}

function writeAlias(tables: StateTables, pid: string, street: StreetName, retired: string, random: Random): void {
  const table = tables.table.STREET_LOCALITY_ALIAS;
  const roll = random.fraction();
  table.numbered('SA', tables.identifiers.next('STREET_LOCALITY_ALIAS'));
  table.text(anyDay(random));
  table.text(retired);
  table.text(pid);
  table.text(roll < 0.7 ? misspell(street.name, random) : street.name);
  table.text(roll < 0.7 ? street.type : random.pick(['STREET', 'ROAD', 'LANE', 'AVENUE', 'PLACE']));
  table.text(roll >= 0.85 ? random.pick(['N', 'S', 'E', 'W', 'EX']) : street.suffix);
  table.text(random.chance(0.9) ? 'SYN' : 'ALT');
  table.endRow();
}
