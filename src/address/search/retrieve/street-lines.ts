import { endOf } from '../../index/address.ts';
import { localityJsonOf } from '../../index/locality-answer.ts';
import type { AddressIndex } from '../../index/open.ts';
import { readLineAhead } from '../../index/read-ahead.ts';
import { endOfId, endOfLabel, localityOf } from '../../index/street-answer.ts';
import {
  bucketOfLine,
  hashOfWords,
  isCertain,
  mayHaveHash,
  needsComma,
  streetInLine,
  TYPED_ROW,
} from '../../index/street-lines.ts';
import { MOST_MEANT } from '../query/limits.ts';
import type { TypedLine } from '../query/workspace.ts';
import { COMMA, type Tokens } from '../text/tokens.ts';
import type { Query } from './query.ts';

const SPACE = 0x20;
const QUOTE = 0x22;

/** What stands before the name of a locality in `localityJson`, and between that and its state. */
const BEFORE_NAME = '"localityName":"'.length;
const BEFORE_STATE = '","state":"'.length;

/** The tokens of a query, `from` up to `end`. */
interface TokensBetween {
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

/**
 * The streets whose lines, `SMITH STREET, RICHMOND VIC`, begin with some tokens, with a comma before the place, if there
 * are at most MOST_MEANT and the tokens are read in one way alone, whatever number stands before them; null for none.
 * Valid until the next call. O(letters + log streets of the label).
 */
export function typedStreets(
  { index, work: { typed: line } }: Pick<Query, 'index' | 'work'>,
  between: TokensBetween,
): TypedLine | null {
  if (readTypedLine(between, line) === null) return null;
  const { tokens, from } = between;
  const { typedLine, typedLineStart } = index.columns;
  const hash = hashOfWords(tokens, from, line.place);
  const bucket = bucketOfLine(hash, typedLineStart.length - 1);
  const end = Math.min(typedLineStart[bucket + 1], typedLine.length / TYPED_ROW);
  let row = firstRow(typedLineStart[bucket], end, (at) => typedLine[at * TYPED_ROW] >= hash);
  if (row >= end || typedLine[row * TYPED_ROW] !== hash) return null;
  if (!spellsLabel(index, streetAt(index, row), between, line.place)) return null;
  const isLast = row + 1 === end || typedLine[(row + 1) * TYPED_ROW] !== hash;
  const last = isLast ? row + 1 : firstRow(row, end, (at) => typedLine[at * TYPED_ROW] > hash);
  row = firstRow(row, last, (at) => comparePlace(index, streetAt(index, at), line, tokens) >= 0);
  line.row = row;
  while (row < last && comparePlace(index, streetAt(index, row), line, tokens) === 0)
    if (++row - line.row > MOST_MEANT) return null;
  line.count = row - line.row;
  const letters = lettersOf(tokens, line);
  // What is certain of a beginning is so of all lines that begin so: a street that few know was not asked for.
  for (let at = line.row; at < row; at++) if (isCertain(elementAt(index, at), letters)) return line;
  return null;
}

/** The street of a row. */
export function streetAt(index: AddressIndex, row: number): number {
  return streetInLine(elementAt(index, row));
}

/** How many letters and spaces of place and state were typed. */
export function lettersOf({ start, end }: Tokens, { place, end: last, closed }: TypedLine): number {
  if (place === last) return 0;
  return end[last - 1] - start[place] + (last - 1 - place) + (closed ? 1 : 0);
}

function elementAt({ columns }: AddressIndex, row: number): number {
  return columns.typedLine[row * TYPED_ROW + 1];
}

/** Reads some tokens into a line, divided at their only comma; null if anything but spaces stands between the others. */
export function readTypedLine({ tokens, from, end }: TokensBetween, line: TypedLine): TypedLine | null {
  const { before, after, count, open } = tokens;
  line.place = end;
  for (let t = from; t < end; t++)
    if (before[t] !== 0) {
      if (t === from || before[t] !== COMMA || line.place < end) return null;
      line.place = t;
    }
  line.end = end;
  line.closed = end < count || !open;
  const follows = end < count ? before[end] : after;
  return follows === (line.place === end ? COMMA : 0) ? line : null;
}

/** The first of some rows for which something holds that holds for all that follow. */
function firstRow(from: number, end: number, holds: (row: number) => boolean): number {
  let low = from;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Compares the place and state of a street, a space behind each, with what is typed of them: 0 if they begin so. */
function comparePlace(index: AddressIndex, street: number, line: TypedLine, { letters, start, end }: Tokens): number {
  const { localityJson } = index.columns;
  const { name, nameEnd, state, stateEnd } = placeOf(index, localityOf(index, street));
  let at = name;
  /** The next character of the text. */
  const next = () => {
    if (at === nameEnd) {
      at = state;
      return SPACE;
    }
    return at >= stateEnd ? SPACE : localityJson[at++];
  };
  for (let t = line.place; t < line.end; t++) {
    for (let i = start[t]; i < end[t]; i++) {
      const letter = next();
      if (letter !== letters[i]) return letter - letters[i];
    }
    if (t + 1 < line.end || line.closed) {
      const letter = next();
      if (letter !== SPACE) return letter - SPACE;
    }
  }
  return 0;
}

/** Whether tokens up to `end` are the words of a street's label. */
function spellsLabel(index: AddressIndex, street: number, { tokens, from }: TokensBetween, end: number): boolean {
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
