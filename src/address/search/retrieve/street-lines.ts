import { endOf } from '../../index/address.ts';
import { localityJsonOf } from '../../index/locality-answer.ts';
import type { AddressIndex } from '../../index/open.ts';
import { readLineAhead } from '../../index/read-ahead.ts';
import { endOfId, endOfLabel, localityOf } from '../../index/street-answer.ts';
import { bucketOfLine, hashOfWords, mayHaveHash, needsComma, streetInLine } from '../../index/street-lines.ts';
import { COMMA, type Tokens } from '../text/tokens.ts';

const SPACE = 0x20;
const QUOTE = 0x22;

/** What stands before the name of a locality in `localityJson`, and between that and its state. */
const BEFORE_NAME = '"localityName":"'.length;
const BEFORE_STATE = '","state":"'.length;

/** The tokens of a query, `from` up to `end`. */
export interface TokensBetween {
  readonly tokens: Tokens;
  readonly from: number;
  readonly end: number;
}

/**
 * The street whose label, place and state are some tokens, word by word, if these are read in one way alone and lead to no
 * other street (`streetLine`); -1 for none. The street's addresses will be asked for a number. O(letters).
 */
export function streetOfLine(index: AddressIndex, line: TokensBetween, number: number): number {
  const { streetLine, streetLineStart } = index.columns;
  const hash = hashOfWords(line.tokens, line.from, line.end);
  const bucket = bucketOfLine(hash, streetLineStart.length - 1);
  const last = endOf(streetLineStart, bucket, streetLine);
  for (let i = streetLineStart[bucket]; i < last; i++) {
    const element = streetLine[i];
    if (!mayHaveHash(element, hash)) continue;
    readLineAhead(index, streetInLine(element), number);
    if (isLine(index, line, element)) return streetInLine(element);
  }
  return -1;
}

/** Whether tokens are the words of an element's street, with commas before place and state alone. */
function isLine(index: AddressIndex, { tokens, from, end }: TokensBetween, element: number): boolean {
  const { localityJson } = index.columns;
  const street = streetInLine(element);
  const { name, nameEnd, state, stateEnd } = placeOf(index, localityOf(index, street));
  const spelled = { tokens, t: from };
  if (!spellLabel(index, spelled, street)) return false;
  const place = spelled.t;
  if (!spell(spelled, localityJson, name, nameEnd) || spelled.t !== end - 1) return false;
  if (!spell(spelled, localityJson, state, stateEnd)) return false;
  const { before } = tokens;
  for (let t = from + 1; t < end; t++)
    if (before[t] !== 0 && (before[t] !== COMMA || (t !== place && t !== end - 1))) return false;
  return before[place] !== 0 || !needsComma(element);
}

/** Whether tokens up to `end` are the words of a street's label. */
export function spellsLabel(
  index: AddressIndex,
  street: number,
  { tokens, from }: TokensBetween,
  end: number,
): boolean {
  const spelled = { tokens, t: from };
  return spellLabel(index, spelled, street) && spelled.t === end;
}

/** Where the name of a locality and its state stand in `localityJson`. */
export function placeOf(index: AddressIndex, locality: number): PlaceText {
  const { localityJson } = index.columns;
  const name = localityJsonOf(index, locality) + BEFORE_NAME;
  const nameEnd = localityJson.indexOf(QUOTE, name);
  const state = nameEnd + BEFORE_STATE;
  return { name, nameEnd, state, stateEnd: localityJson.indexOf(QUOTE, state) };
}

/** Offsets in `localityJson`. */
export interface PlaceText {
  readonly name: number;
  readonly nameEnd: number;
  readonly state: number;
  readonly stateEnd: number;
}

/** Tokens being compared with a text, and the next of them. */
interface Spelled {
  readonly tokens: Tokens;
  t: number;
}

function spellLabel(
  { columns: { streetText, streetAnswer } }: AddressIndex,
  spelled: Spelled,
  street: number,
): boolean {
  return spell(spelled, streetText, endOfId(streetAnswer, street), endOfLabel(streetAnswer, street));
}

/** Whether the tokens from `t` on spell a text of words; goes to the one after them. */
function spell(spelled: Spelled, text: Uint8Array, start: number, textEnd: number): boolean {
  const { letters, start: starts, end: ends, count } = spelled.tokens;
  let at = start;
  while (spelled.t < count) {
    const t = spelled.t++;
    for (let i = starts[t]; i < ends[t]; i++) if (at === textEnd || text[at++] !== letters[i]) return false;
    if (at === textEnd) return true;
    if (text[at++] !== SPACE) return false;
  }
  return false;
}
