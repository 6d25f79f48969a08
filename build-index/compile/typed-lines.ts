import type { AddressIndex } from '../../src/address/index/open.ts';
import { STATE_ORDER } from '../../src/address/index/sections.ts';
import { localityOf } from '../../src/address/index/street-answer.ts';
import { type Certainty, hashOfWords, MOST_LINES, NO_LENGTH, packTyped } from '../../src/address/index/street-lines.ts';
import { OTHER_TERRITORIES } from '../../src/address/index/territories.ts';
import { textOf } from '../../src/address/index/text.ts';
import { MOST_MEANT } from '../../src/address/search/query/limits.ts';
import { newTokens, readTokens } from '../../src/address/search/text/tokenize.ts';
import { leadsAlone } from './certain-lines.ts';
import type { Known, KnownLines } from './shared-lines.ts';

/** A street of fewer addresses is not asked for: so are nearly half of all, with seven addresses of a hundred. */
const LEAST_ADDRESSES = 8;

/** The rows of `typedLine` of the streets of one label, in their order: a hash, and the second element of each. */
export interface TypedRows {
  readonly hash: number;
  readonly elements: readonly number[];
}

/** A street, and what is typed behind its label: `RICHMOND VIC `. */
interface Line {
  readonly street: number;
  readonly place: string;
}

/** The streets with addresses of each label, by the first of them. */
export function streetsByLabel({
  columns: { streetLabel, streetAddressStart },
}: AddressIndex): ReadonlyMap<number, number[]> {
  const labels = new Map<number, number[]>();
  for (let street = 0; street < streetLabel.length; street++) {
    if (streetAddressStart[street] === streetAddressStart[street + 1]) continue;
    const streets = labels.get(streetLabel[street]);
    if (streets === undefined) labels.set(streetLabel[street], [street]);
    else streets.push(street);
  }
  return new Map([...labels.values()].map((streets) => [streets[0], streets]));
}

/**
 * The rows of the streets of one label; null if it has other signs than letters and digits. The engine is asked what is
 * not `known`.
 */
export function typedRowsOf(
  index: AddressIndex,
  streets: readonly number[],
  known: KnownLines | null,
): TypedRows | null {
  const label = textOf(index, index.columns.streetLabel[streets[0]]);
  if (!areWords(label)) return null;
  const lines = streets.flatMap((street) => lineOf(index, street)).sort(byPlace);
  if (lines.length === 0) return null;
  const asked = new Map<string, boolean>();
  const leads = (from: number, end: number, place: string) => {
    const before = asked.get(place);
    if (before !== undefined) return before;
    const found = leadsAlone(
      index,
      `${label},${place === '' ? '' : ` ${place}`}`,
      lines.slice(from, end).map(({ street }) => street),
    );
    asked.set(place, found);
    return found;
  };
  const knownOf = lines.some(({ street }) => isAsked(index, street)) ? known?.(label) : undefined;
  const rowOf = (line: Line, i: number) =>
    packTyped(line.street, certainOf(index, lines, i, leads, knownOf?.(line.street, line.place) ?? null));
  return { hash: hashOfText(label), elements: lines.map(rowOf) };
}

const tokens = newTokens();

/** The hash of the words of a text. */
export function hashOfText(text: string): number {
  readTokens(text, false, tokens);
  return hashOfWords(tokens, 0, tokens.count);
}

/** With which lengths of what is typed of its place the i-th line leads to the lines that begin so alone. */
function certainOf(
  index: AddressIndex,
  lines: readonly Line[],
  i: number,
  leads: (from: number, end: number, place: string) => boolean,
  known: Known | null,
): Certainty {
  const { street, place } = lines[i];
  const certain = { from: NO_LENGTH, except: NO_LENGTH };
  let from = i;
  let end = i + 1;
  for (let length = isAsked(index, street) ? place.length : -1; length >= 0; length--) {
    const begun = place.slice(0, length);
    while (from > 0 && lines[from - 1].place.startsWith(begun)) from--;
    while (end < lines.length && lines[end].place.startsWith(begun)) end++;
    if (end - from > MOST_MEANT) return certain;
    const isAlone = end === from + 1 && length < place.length && certain.except !== place.length;
    if ((isAlone && known?.has(length)) || leads(from, end, begun)) {
      certain.from = Math.min(length, NO_LENGTH);
      if (isAlone) known?.add(length);
    } else if (certain.except === NO_LENGTH && length < NO_LENGTH) certain.except = length;
    else return certain;
  }
  return certain;
}

function isAsked({ columns: { streetAddressStart } }: AddressIndex, street: number): boolean {
  return streetAddressStart[street + 1] - streetAddressStart[street] >= LEAST_ADDRESSES;
}

function lineOf(index: AddressIndex, street: number): Line[] {
  const { localityName, localityState } = index.columns;
  const locality = localityOf(index, street);
  const place = textOf(index, localityName[locality]);
  if (street >= MOST_LINES || localityState[locality] === OTHER_TERRITORIES || !areWords(place)) return [];
  return [{ street, place: `${place} ${STATE_ORDER[localityState[locality]]} ` }];
}

function byPlace(a: Line, b: Line): number {
  if (a.place !== b.place) return a.place < b.place ? -1 : 1;
  return a.street - b.street;
}

/** Whether a text has nothing but words of letters and digits, as tokens have. */
export function areWords(text: string): boolean {
  return /^[A-Z0-9]+( [A-Z0-9]+)*$/.test(text);
}
