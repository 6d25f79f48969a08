import { firstNotBefore } from './address.ts';
import type { AddressIndex } from './open.ts';
import { STATE_ORDER } from './sections.ts';

/*
 * G-NAF's Other Territories (`OT`) are no state of their own in an address: Norfolk Island's mail
 * goes to NSW, that of Christmas and Cocos (Keeling) Islands to WA, that of Jervis Bay to the ACT,
 * and many write NSW. Which of them a locality belongs to is told by its postcodes.
 */

/** The position of Other Territories in STATE_ORDER. */
export const OTHER_TERRITORIES = STATE_ORDER.indexOf('OT');

const bit = (state: (typeof STATE_ORDER)[number]) => 1 << STATE_ORDER.indexOf(state);

/** First and last postcode of each territory, and the states that it is addressed to, the official one first. */
const TERRITORIES: readonly (readonly [first: number, last: number, ...states: (typeof STATE_ORDER)[number][]])[] = [
  [2540, 2540, 'ACT', 'NSW'],
  [2899, 2899, 'NSW'],
  [6798, 6799, 'WA'],
];

/**
 * The territories that the postcodes of a locality of OT belong to, in the order of these; none of
 * other localities.
 */
function* territoriesIn({ columns }: AddressIndex, locality: number) {
  if (columns.localityState[locality] !== OTHER_TERRITORIES) return;
  const { localityPostcode, localityPostcodeStart } = columns;
  for (let i = localityPostcodeStart[locality]; i < localityPostcodeStart[locality + 1]; i++)
    for (const territory of TERRITORIES)
      if (localityPostcode[i] >= territory[0] && localityPostcode[i] <= territory[1]) yield territory;
}

/** The states that an address of a locality may name, a bit for each by its position in STATE_ORDER. */
export function statesOfLocality(index: AddressIndex, locality: number): number {
  let states = 1 << index.columns.localityState[locality];
  for (const [, , ...postal] of territoriesIn(index, locality)) for (const state of postal) states |= bit(state);
  return states;
}

/** Whether a locality is in a state, a position in STATE_ORDER, or addressed to it; any is in -1. */
export function isInState(index: AddressIndex, locality: number, state: number): boolean {
  const own = index.columns.localityState[locality];
  if (state < 0 || own === state) return true;
  return own === OTHER_TERRITORIES && (statesOfLocality(index, locality) & (1 << state)) !== 0;
}

/** The state that stands on an envelope; null for a locality of OT whose postcode is not known. */
export function postalStateOf(index: AddressIndex, locality: number): string | null {
  const state = STATE_ORDER[index.columns.localityState[locality]];
  if (state !== 'OT') return state;
  for (const [, , postal] of territoriesIn(index, locality)) return postal;
  return null;
}

/**
 * The position of OT in STATE_ORDER if some of its localities are addressed to a state, a position
 * too; else -1. O(localities of OT).
 */
export function territoriesOf(index: AddressIndex, state: number): number {
  const { localityState } = index.columns;
  const isBefore = (locality: number) => localityState[locality] < OTHER_TERRITORIES;
  for (
    let locality = firstNotBefore(0, localityState.length, isBefore);
    localityState[locality] === OTHER_TERRITORIES;
    locality++
  )
    if (state !== OTHER_TERRITORIES && isInState(index, locality, state)) return OTHER_TERRITORIES;
  return -1;
}
