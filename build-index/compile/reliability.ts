import { fieldText, parseUint, type Row } from '../release/fields.ts';
import type { TableAccount } from '../release/rejects.ts';

/** The highest GEOCODE_RELIABILITY of an answer (specification, Geocode). */
const HIGHEST = 6;

/** The reliability in a column, 0 to 6; -1 where it is empty, and, counted, where it is anything else. */
export function reliabilityOf(row: Row, column: number, name: string, account: TableAccount): number {
  const value = parseUint(row, column);
  if (value >= -1 && value <= HIGHEST) return value;
  account.leaveOut(name, row.line, `${name} from 0 to ${HIGHEST}`, fieldText(row, column));
  return -1;
}
