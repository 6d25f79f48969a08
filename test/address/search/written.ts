import { expect } from 'vitest';
import { cases } from '../../support/cases.ts';
import { type Document, fullText, placeOf, type Sample } from './sample.ts';

/** A component of a record, empty where it has none. */
export const part = (record: Document, name: string) => record.components[name] ?? '';
/** `ARMSTRONG STREET NORTH`. */
export const street = (record: Document) =>
  ['streetName', 'streetType', 'streetSuffix']
    .map((name) => part(record, name))
    .filter(Boolean)
    .join(' ');
/** `12`, `12-14`. */
export const number = (record: Document) =>
  [part(record, 'streetNumberFirst'), part(record, 'streetNumberLast')].filter(Boolean).join('-');
/** What stands behind the number. */
export const rest = (record: Document) => `${street(record)}, ${placeOf(record)}`;

/** Whether a record has the name of a building or site. */
export const isNamed = (record: Document) =>
  part(record, 'buildingName') !== '' || part(record, 'addressSiteName') !== '';
/** A number or range and a street, and nothing else. */
export const isHouse = (record: Document) =>
  record.addressLabel === `${number(record)} ${street(record)}` && !isNamed(record);
/** A house with a number of digits alone. */
export const isPlain = (record: Document) => isHouse(record) && /^\d{1,3}$/.test(number(record));
/** A unit of the type UNIT, and no level. */
export const isUnit = (record: Document) =>
  record.addressLabel === `UNIT ${part(record, 'flatNumber')}, ${number(record)} ${street(record)}`;
/** A lot of a street. */
export const isLot = (record: Document) => record.addressLabel === `LOT ${part(record, 'lotNumber')} ${street(record)}`;

/** Records that one form is tried on. */
const MOST_TRIED = cases(60, Number.POSITIVE_INFINITY);

/** Writes the records that fit, at most MOST_TRIED of them, and answers those that are not found, or not with that score. */
export function unread(
  sample: Sample,
  fits: (record: Document) => boolean,
  write: (record: Document) => string,
  least: number,
  score = 90,
): string[] {
  const records = sample.principals.filter(
    (record) => record.state !== null && record.postcode !== null && fits(record),
  );
  expect(records.length).toBeGreaterThanOrEqual(least);
  const step = Math.max(1, Math.ceil(records.length / MOST_TRIED));
  return records.flatMap((record, i) => {
    if (i % step !== 0) return [];
    const q = write(record);
    const { match, serviceMatchScore, debug } = sample.validate(q);
    const found = match === null ? null : fullText(match);
    if (found === fullText(record) && serviceMatchScore >= score) return [];
    return [`${q} → ${found} ${serviceMatchScore} ${debug.scoreCaps.join()}`];
  });
}
