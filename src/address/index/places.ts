import { endOf } from './address.ts';
import { bitCount } from './bits.ts';
import { editDistance } from './edit-distance.ts';
import { hashId } from './id-hash.ts';
import { letterMask } from './letters.ts';
import type { AddressIndex } from './open.ts';
import { PLACE_ALIAS } from './sections.ts';
import { isInState } from './territories.ts';
import { textEquals, textOf } from './text.ts';

const MOST_EDITS = 2;

/**
 * The localities that a name means, with a common official name; empty where it means none. An
 * exact official name comes first, then an exact alias, then the nearest name, at most two edits
 * away (Levenshtein), an official one before an alias. Of several that fit equally well, the
 * official name with the most addresses, then the first by name.
 *
 * `state` is a position in STATE_ORDER, or -1 for all. Exact names cost O(1); a misspelled one is
 * compared with those of similar length and letters.
 */
export function findPlace(index: AddressIndex, name: string, state: number): readonly number[] {
  const exact = exactPlace(index, name);
  if (exact >= 0) {
    const official = localitiesOf(index, exact, state, false);
    if (official.length > 0) return official;
    const aliased = localitiesOf(index, exact, state, true);
    if (aliased.length > 0) return withMostAddresses(index, aliased);
  }
  return nearestPlace(index, name, state);
}

/** Where the search for a name begins in `placeSlot`; it goes on from slot to slot, and ends at an empty one. */
export function firstSlotOf(name: string, slots: number): number {
  return hashId(name) & (slots - 1);
}

function exactPlace(index: AddressIndex, name: string): number {
  const { placeSlot, placeName } = index.columns;
  const mask = placeSlot.length - 1;
  let slot = firstSlotOf(name, placeSlot.length);
  for (let tries = 0; tries <= mask && placeSlot[slot] !== 0; tries++) {
    const place = placeSlot[slot] - 1;
    if (textEquals(index, placeName[place], name, 0, name.length)) return place;
    slot = (slot + 1) & mask;
  }
  return -1;
}

/** The localities of a place that go by the name officially, or as an alias. */
function localitiesOf(index: AddressIndex, place: number, state: number, alias: boolean): number[] {
  const { placeStart, placeLocality } = index.columns;
  const start = placeStart[place];
  const end = endOf(placeStart, place, placeLocality);
  // Most names are one locality's.
  if (end - start === 1 && !alias && state < 0 && placeLocality[start] < PLACE_ALIAS) return [placeLocality[start]];
  const localities = [];
  for (let i = start; i < end; i++) {
    const entry = placeLocality[i];
    if (entry >= PLACE_ALIAS !== alias) continue;
    const locality = alias ? entry - PLACE_ALIAS : entry;
    if (isInState(index, locality, state)) localities.push(locality);
  }
  return localities;
}

function nearestPlace(index: AddressIndex, name: string, state: number): readonly number[] {
  const { placeName, placeLetters, placeLength } = index.columns;
  const letters = letterMask(name);
  /** Localities by edits, official names before aliases. */
  const found: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let place = 0; place < placeName.length; place++) {
    if (Math.abs(placeLength[place] - name.length) > MOST_EDITS) continue;
    if (bitCount(placeLetters[place] ^ letters) > 2 * MOST_EDITS) continue;
    const edits = editDistance(textOf(index, placeName[place]), name);
    if (edits > MOST_EDITS) continue;
    const nearness = 2 * Math.max(0, edits - 1);
    found[nearness].push(...localitiesOf(index, place, state, false));
    found[nearness + 1].push(...localitiesOf(index, place, state, true));
  }
  const nearest = found.find((localities) => localities.length > 0);
  return nearest === undefined ? [] : withMostAddresses(index, nearest);
}

/** Those of the localities whose official name, counted over all of them, has the most addresses. */
function withMostAddresses(index: AddressIndex, localities: readonly number[]): number[] {
  const { localityName, localityCount } = index.columns;
  const distinct = [...new Set(localities)];
  const counts = new Map<number, number>();
  for (const locality of distinct)
    counts.set(localityName[locality], (counts.get(localityName[locality]) ?? 0) + localityCount[locality]);
  let best = -1;
  for (const [name, count] of counts) {
    const most = counts.get(best) ?? -1;
    if (count > most || (count === most && textOf(index, name) < textOf(index, best))) best = name;
  }
  return distinct.filter((locality) => localityName[locality] === best);
}
