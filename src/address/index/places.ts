import { distance } from 'fastest-levenshtein';
import { CENTRES } from '../vocabulary/names.ts';
import { wordsIn } from '../vocabulary/words.ts';
import { endOf } from './address.ts';
import { hashId } from './id-hash.ts';
import { bitCount, letterMask } from './letters.ts';
import { codeOfKey, MEANING } from './lexicon.ts';
import { BY_ALIAS, BY_VARIANT, nameTries, POSTING_MASK } from './name-trie.ts';
import { namesBegun } from './names-begun.ts';
import type { AddressIndex } from './open.ts';
import { isInRegion, regionsNamed } from './regions.ts';
import { searchKey } from './search-key.ts';
import { PLACE_ALIAS } from './sections.ts';
import { isInState } from './territories.ts';
import { textEquals, textOf } from './text.ts';

const CENTRE_WORDS = new Set(wordsIn(CENTRES));

/** A way to read the name that was asked for: all of its words, or those before what says where it is. */
interface Reading {
  /** The words, with single spaces. */
  readonly name: string;
  readonly key: string;
  /** Whether a locality is where all that was given says. */
  readonly isThere: (locality: number) => boolean;
  /** Whether a region was taken from its end: what is left is a whole name. */
  readonly inRegion: boolean;
}

/**
 * The localities that a name means, with a common official name; empty where it means none. The first of these that
 * finds any: the exact official name; an exact alias; the same name written otherwise (name-variants.ts), or without
 * a state, a region (regions.ts) or the word for a town's centre behind it; the only official name that begins with
 * these words, or the one with ten times the addresses of all others that do, unless they are the name of a region; the
 * nearest spelling (`nearestPlace`), if no name begins with these words. Of several that fit equally well, the official
 * name with the most addresses, then the first by name.
 *
 * `state` is a position in STATE_ORDER, or -1 for all; a state behind the name narrows it further. Exact names cost
 * O(1), other spellings O(letters); a misspelled one is compared with those of similar length and letters.
 */
export function findPlace(index: AddressIndex, name: string, state: number): readonly number[] {
  const exact = exactPlace(index, name);
  const isThere = (locality: number) => isInState(index, locality, state);
  if (exact >= 0) {
    const official = localitiesOf(index, exact, isThere, false);
    if (official.length > 0) return official;
    const aliased = localitiesOf(index, exact, isThere, true);
    if (aliased.length > 0) return withMostAddresses(index, aliased);
  }
  const readings = readingsOf(index, name, isThere);
  for (const find of [writtenOtherwise, begunPlace, nearestPlace])
    for (const reading of readings) {
      const found = find(index, reading);
      if (found.length > 0) return found;
    }
  return [];
}

/** The words as they are, then without what stands behind a name, taken away from its end as often as it is there. */
function readingsOf(index: AddressIndex, name: string, isThere: Reading['isThere']): Reading[] {
  const words = name.split(/[\s,()]+/).filter((word) => searchKey(word) !== '');
  const whole = words.join(' ');
  const readings: Reading[] = [{ name: whole, key: searchKey(whole), isThere, inRegion: false }];
  for (let end = words.length; end > 1; ) {
    const before = readings[readings.length - 1];
    const tail = tailBefore(index, words, end);
    if (tail === null) break;
    end = tail.from;
    const left = words.slice(0, end).join(' ');
    readings.push({
      name: left,
      key: searchKey(left),
      isThere: (locality) => before.isThere(locality) && tail.holds(locality),
      inRegion: before.inRegion || tail.isRegion,
    });
  }
  return readings;
}

/** The longest run of words before `end`, but not all of them, that says where a place is. */
function tailBefore(index: AddressIndex, words: readonly string[], end: number) {
  for (let from = 1; from < end; from++) {
    const key = searchKey(words.slice(from, end).join(' '));
    const state = codeOfKey(index, key, MEANING.state);
    if (state >= 0 || CENTRE_WORDS.has(key))
      return { from, holds: (locality: number) => isInState(index, locality, state), isRegion: false };
    const regions = regionsNamed(index, key);
    const holds = (locality: number) => regions.some((region) => isInRegion(index, locality, region));
    if (regions.length > 0) return { from, holds, isRegion: true };
  }
  return null;
}

/** The localities that go by a key: officially, else as an alias, else by another spelling of either. */
function writtenOtherwise(index: AddressIndex, { key, isThere }: Reading): readonly number[] {
  const trie = nameTries(index).locality;
  const { first, isExact } = namesBegun(trie, key, true);
  if (!isExact) return [];
  for (const kind of [0, BY_ALIAS, BY_VARIANT]) {
    const found = [];
    for (let i = trie.start[first]; i < trie.start[first + 1]; i++) {
      const posting = trie.posting[i];
      const own = posting >= BY_ALIAS ? BY_ALIAS : posting & BY_VARIANT;
      if (own === kind && isThere(posting & POSTING_MASK)) found.push(posting & POSTING_MASK);
    }
    if (found.length > 0) return withMostAddresses(index, found);
  }
  return [];
}

/** How many times the addresses of all others the place has that first words mean. */
const MUCH_LARGER = 10;

/** The localities of the official name that begins with a key's words, if one is meant by them. */
function begunPlace(index: AddressIndex, { key, isThere, inRegion }: Reading): readonly number[] {
  if (key === '' || inRegion || regionsNamed(index, key).length > 0) return [];
  const { localityCount } = index.columns;
  const trie = nameTries(index).locality;
  const { first, end } = namesBegun(trie, key, true);
  const begun = [];
  for (let i = trie.start[first]; i < trie.start[end]; i++) {
    const locality = trie.posting[i];
    if (locality < BY_VARIANT && localityCount[locality] > 0 && isThere(locality)) begun.push(locality);
  }
  if (begun.length === 0) return [];
  const best = withMostAddresses(index, begun);
  const addresses = (localities: readonly number[]) => localities.reduce((sum, each) => sum + localityCount[each], 0);
  return addresses(best) >= MUCH_LARGER * (addresses(begun) - addresses(best)) ? best : [];
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
function localitiesOf(index: AddressIndex, place: number, isThere: Reading['isThere'], alias: boolean): number[] {
  const { placeStart, placeLocality } = index.columns;
  const start = placeStart[place];
  const end = endOf(placeStart, place, placeLocality);
  const localities = [];
  for (let i = start; i < end; i++) {
    const entry = placeLocality[i];
    if (entry >= PLACE_ALIAS !== alias) continue;
    const locality = alias ? entry - PLACE_ALIAS : entry;
    if (isThere(locality)) localities.push(locality);
  }
  return localities;
}

/**
 * The localities of the nearest spelling, aliases included: one edit away from five letters on, two from nine (optimal
 * string alignment), with the same first letter or the first two swapped. None where a name begins with these words, or
 * is a region's: whoever asks for one town is never told of another.
 */
function nearestPlace(index: AddressIndex, { name, key, isThere }: Reading): readonly number[] {
  const letters = key.replaceAll(' ', '').length;
  const most = letters < 5 ? 0 : letters < 9 ? 1 : 2;
  if (most === 0 || regionsNamed(index, key).length > 0) return [];
  const begun = namesBegun(nameTries(index).locality, key, true);
  if (begun.first < begun.end) return [];
  const { placeName, placeLetters, placeLength } = index.columns;
  const mask = letterMask(name);
  const found: number[][] = [[], [], []];
  for (let place = 0; place < placeName.length; place++) {
    if (Math.abs(placeLength[place] - name.length) > most) continue;
    if (bitCount(placeLetters[place] ^ mask) > 2 * most) continue;
    const other = textOf(index, placeName[place]);
    if (other[0] !== name[0] && !(other[0] === name[1] && other[1] === name[0])) continue;
    const edits = alignmentDistance(name, other, most);
    if (edits > most) continue;
    for (const alias of [false, true]) found[edits].push(...localitiesOf(index, place, isThere, alias));
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

/**
 * How many edits turn one text into the other, a swap of neighbouring letters being one (optimal string alignment,
 * Damerau 1964); more than `most` where they are more than `most`.
 */
function alignmentDistance(a: string, b: string, most: number): number {
  if (distance(a, b) > 2 * most) return most + 1;
  let before: number[] = [];
  let last: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    before = last;
    last = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
  }
  return row[b.length];
}
