import { endOf, streetOf } from '../index/address.ts';
import { codesOf, idNumberOf, idPrefixIn } from '../index/address-record.ts';
import { haversine } from '../index/haversine.ts';
import { findId, idOf } from '../index/id-hash.ts';
import type { AddressIndex } from '../index/open.ts';
import type { IndexColumns } from '../index/sections.ts';
import { type AddressView, lookAt, viewOf } from './address-view.ts';
import { sameText } from './detail-fields.ts';
import { type Comparison, changedFields } from './fields.ts';
import type { SharedCodes } from './shared-codes.ts';

/** Hears of every address that differs. The views are reused: take what is needed from them. */
export interface Differences<I extends IndexColumns = AddressIndex> {
  /** An address of the new release alone. */
  added(after: AddressView<I>): void;
  /** An address of the old release alone. */
  removed(before: AddressView<I>): void;
  /** Every address that both have, by its ordinal in each, before it is compared. */
  kept?(before: number, after: number): void;
  /** An address that differs in fields that are told apart; before `changed`, if it differs in others too. */
  changedApart?(): void;
  /**
   * An address that differs in some fields (a mask of FIELDS); `metres` between its main geocodes,
   * NaN where either has none.
   */
  changed(before: AddressView<I>, after: AddressView<I>, fields: number, metres: number): void;
}

/**
 * Compares two releases address by address, by id: added and changed ones in the order of the new
 * release, then those that were removed in the order of the old one. O(addresses); both indexes
 * have nearly the same order, so nearly all are read in a row.
 */
export function compareReleases<I extends IndexColumns>(
  before: I,
  after: I,
  by: Comparison,
  differences: Differences<I>,
): void {
  const old = viewOf(before);
  const new_ = viewOf(after);
  const kept = new Uint8Array(before.columns.addressHead.length);
  let next = 0;
  eachAddress(after, (ordinal, street) => {
    const match = ordinalBefore(before, next, after, ordinal, by.codes.idPrefix);
    lookAt(new_, ordinal, street);
    if (match < 0) {
      differences.added(new_);
      return;
    }
    kept[match] = 1;
    differences.kept?.(match, ordinal);
    next = match + 1;
    lookAt(old, match, streetOf(before, match));
    const found = changedFields(old, new_, by);
    const fields = found & ~by.apart;
    if (found !== fields) differences.changedApart?.();
    if (fields !== 0) differences.changed(old, new_, fields, metresBetween(old, new_));
  });
  eachAddress(before, (ordinal, street) => {
    if (kept[ordinal] === 1) return;
    lookAt(old, ordinal, street);
    differences.removed(old);
  });
}

/** The address of the old release with the id of one of the new release, -1 for none; `likely` is looked at first. */
function ordinalBefore(
  before: IndexColumns,
  likely: number,
  after: IndexColumns,
  ordinal: number,
  prefixes: SharedCodes,
): number {
  if (likely < before.columns.addressHead.length && sameId(before, likely, after, ordinal, prefixes)) return likely;
  return findId(before, idOf(after, ordinal));
}

function sameId(
  before: IndexColumns,
  ordinal: number,
  after: IndexColumns,
  other: number,
  { before: ofBefore, after: ofAfter }: SharedCodes,
): boolean {
  const prefix = idPrefixIn(codesOf(before, ordinal));
  const otherPrefix = idPrefixIn(codesOf(after, other));
  if (ofBefore[prefix] !== ofAfter[otherPrefix]) return false;
  const number = idNumberOf(before, ordinal);
  const otherNumber = idNumberOf(after, other);
  return prefix === 0 ? sameText(before, number, after, otherNumber) : number === otherNumber;
}

function eachAddress(index: IndexColumns, visit: (ordinal: number, street: number) => void): void {
  const { streetAddressStart, addressHead } = index.columns;
  for (let street = 0; street + 1 < streetAddressStart.length; street++) {
    const end = endOf(streetAddressStart, street, addressHead);
    for (let ordinal = streetAddressStart[street]; ordinal < end; ordinal++) visit(ordinal, street);
  }
}

/** Metres between the main geocodes of two addresses; NaN where either has none. */
export function metresBetween(before: AddressView<IndexColumns>, after: AddressView<IndexColumns>): number {
  if (!before.located || !after.located) return Number.NaN;
  if (before.lon === after.lon && before.lat === after.lat) return 0;
  return haversine(before.lat / 1e8, before.lon / 1e8, after.lat / 1e8, after.lon / 1e8);
}
