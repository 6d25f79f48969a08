import { nameTries, POSTING_MASK } from '../index/name-trie.ts';
import { namesBegun } from '../index/names-begun.ts';
import type { AddressIndex } from '../index/open.ts';
import { PLACE_LIMIT } from '../index/posting-row.ts';
import { searchKey } from '../index/search-key.ts';
import { STATE_ORDER } from '../index/sections.ts';
import { isInState } from '../index/territories.ts';
import { compareTexts } from '../index/text.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeBounds, writePostcodes } from './localities.ts';
import { writeDebug } from './match-quality.ts';
import type { LocalityParameters } from './table/rows/lookup-locality.ts';
import { NULL, writeString } from './write-text.ts';

const LOCALITIES = fragment('{"localities":[');
const NAME = fragment('{"name":');
const STATE = fragment(',"state":');
const STATES = STATE_ORDER.map((state) => (state === 'OT' ? NULL : fragment(`"${state}"`)));
const POSTCODES = fragment(',"postcodes":[');
const COUNT = fragment('],"address_count":');
const TOTAL = fragment('],"total":');
const COMMA = 0x2c;
const CLOSE = 0x7d;
/** More postcodes than a locality has. */
const ALL = 1 << 16;

/** The localities to list, best first, and whether the whole name of each was asked for. */
const best = new Uint16Array(21);
const exact = new Uint8Array(21);
/** The call in which each locality was last seen: it may have several names that begin alike. */
const seenIn = new Uint32Array(PLACE_LIMIT);
let calls = 0;
/** A list of one locality, reused so that no call allocates. */
const one = [0];

/**
 * Writes the localities with a name that begins with `q` (§12.6), the most addresses first: an
 * official name, an alias, or a usual other spelling of either. O(letters + m) for m such names, at
 * most a few thousand for a single letter.
 */
export function lookupLocality(index: AddressIndex, asked: LocalityParameters, out: JsonBytes): void {
  const { columns } = index;
  let found = 0;
  let total = 0;
  const key = searchKey(asked.q);
  if (key !== '') {
    const trie = nameTries(index).locality;
    const state = asked.state === null ? -1 : STATE_ORDER.indexOf(asked.state);
    const { first, end, isExact } = namesBegun(trie, key, endsWord(asked.q));
    const call = nextCall();
    for (let i = trie.start[first]; i < trie.start[end]; i++) {
      const locality = trie.posting[i] & POSTING_MASK;
      if (seenIn[locality] === call || columns.localityCount[locality] === 0) continue;
      if (!isInState(index, locality, state)) continue;
      seenIn[locality] = call;
      total++;
      found = offer(index, locality, isExact && i < trie.start[first + 1] ? 1 : 0, found, asked.limit);
    }
  }
  out.write(LOCALITIES);
  for (let i = 0; i < found; i++) {
    if (i > 0) out.character(COMMA);
    writeLocality(index, out, best[i]);
  }
  out.write(TOTAL);
  out.uint(total);
  if (asked.debug) writeDebug(out, 'lookup');
  out.character(CLOSE);
}

/** Whether the last word is complete, so that no further letter belongs to it. */
function endsWord(q: string): boolean {
  return /[\s,-]$/.test(q);
}

function nextCall(): number {
  calls = (calls + 1) >>> 0;
  if (calls === 0) {
    seenIn.fill(0);
    calls = 1;
  }
  return calls;
}

/** Inserts a locality into `best`, in order; answers how many there are then. */
function offer(index: AddressIndex, locality: number, isExact: number, found: number, limit: number): number {
  let at = found;
  while (at > 0 && comesBefore(index, locality, isExact, best[at - 1], exact[at - 1])) at--;
  if (at === limit) return found;
  best.copyWithin(at + 1, at, found);
  exact.copyWithin(at + 1, at, found);
  best[at] = locality;
  exact[at] = isExact;
  return Math.min(found + 1, limit);
}

function comesBefore(index: AddressIndex, a: number, isExact: number, b: number, isOtherExact: number): boolean {
  const { localityCount, localityName } = index.columns;
  if (isExact !== isOtherExact) return isExact > isOtherExact;
  if (localityCount[a] !== localityCount[b]) return localityCount[a] > localityCount[b];
  const names = compareTexts(index, localityName[a], localityName[b]);
  return names === 0 ? a < b : names < 0;
}

function writeLocality(index: AddressIndex, out: JsonBytes, locality: number): void {
  const { localityName, localityState, localityCount } = index.columns;
  one[0] = locality;
  out.write(NAME);
  writeString(index, out, localityName[locality]);
  out.write(STATE);
  out.write(STATES[localityState[locality]]);
  out.write(POSTCODES);
  writePostcodes(index, out, one, ALL);
  out.write(COUNT);
  out.uint(localityCount[locality]);
  writeBounds(index, out, one);
  out.character(CLOSE);
}
