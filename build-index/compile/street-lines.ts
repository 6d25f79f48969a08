import { type AddressIndex, indexInMemory } from '../../src/address/index/open.ts';
import { type Columns, STATE_ORDER } from '../../src/address/index/sections.ts';
import { localityOf } from '../../src/address/index/street-answer.ts';
import { bucketOfLine, hashOfWords, MOST_LINES, packLine } from '../../src/address/index/street-lines.ts';
import { OTHER_TERRITORIES } from '../../src/address/index/territories.ts';
import { textOf } from '../../src/address/index/text.ts';
import { onlyStreetOf } from '../../src/address/search/sources/straight.ts';
import { readTokens } from '../../src/address/search/text/tokenize.ts';
import { type BeginningSections, NO_BEGINNINGS, powerOfTwo } from './beginnings.ts';
import { csr } from './locality-sections.ts';
import { type Done, type Turns, takeTurns } from './threads/turns.ts';

/** The sections of streets by their lines. */
export type StreetLineSections = Pick<Columns, 'streetLineStart' | 'streetLine'>;

type Others = Omit<Columns, keyof StreetLineSections | keyof BeginningSections>;

/** No lines: what the search asks an index for that they are made from. */
export const NO_LINES: StreetLineSections = { streetLineStart: new Uint32Array(2), streetLine: new Uint32Array(0) };

/** Elements of a bucket, on average at most: half of a line of the processor's cache. */
const BUCKET_LINES = 8;

/** The hash of a street's line, and its element in `streetLine`. */
interface StreetLine {
  readonly hash: number;
  readonly element: number;
}

/** Streets whose lines are found in one turn. */
const TURN = 1024;

/** Lines of streets, in the order of the streets. */
export interface StreetLines {
  readonly hashes: Uint32Array;
  readonly elements: Uint32Array;
}

/** Asks the index that all other columns make for the line of each street that has one, in turns. */
export function findStreetLines(columns: Others, turns: Turns): readonly Done<StreetLines>[] {
  const index = indexInMemory({ ...columns, ...NO_LINES, ...NO_BEGINNINGS });
  return takeTurns(turns, columns.streetName.length, TURN, (from, to) => {
    const lines: StreetLine[] = [];
    for (let street = from; street < to; street++) {
      const line = lineOfStreet(index, street);
      if (line !== null) lines.push(line);
    }
    return {
      hashes: Uint32Array.from(lines, ({ hash }) => hash),
      elements: Uint32Array.from(lines, ({ element }) => element),
    };
  });
}

/** The sections of all lines. */
export function streetLineSections(found: readonly StreetLines[]): StreetLineSections {
  const buckets = powerOfTwo(found.reduce((sum, { hashes }) => sum + hashes.length, 0) / BUCKET_LINES);
  const bucketed = Array.from({ length: buckets }, (): number[] => []);
  for (const { hashes, elements } of found)
    hashes.forEach((hash, i) => {
      bucketed[bucketOfLine(hash, buckets)].push(elements[i]);
    });
  const { start, values } = csr(bucketed);
  return { streetLineStart: start, streetLine: values };
}

/**
 * The line of a street with addresses, `SMITH STREET, RICHMOND VIC`, if it is read in one way alone behind a number and
 * leads to no other street; else null. Answers do not name Other Territories as a state.
 */
export function lineOfStreet(index: AddressIndex, street: number): StreetLine | null {
  const { streetLabel, streetAddressStart, localityName, localityState } = index.columns;
  if (street >= MOST_LINES || streetAddressStart[street] === streetAddressStart[street + 1]) return null;
  const locality = localityOf(index, street);
  if (localityState[locality] === OTHER_TERRITORIES) return null;
  const state = STATE_ORDER[localityState[locality]];
  const label = textOf(index, streetLabel[street]);
  const place = textOf(index, localityName[locality]);
  if (!areWords(label) || !areWords(place)) return null;
  const leads = (line: string) => onlyStreetOf(index, `1 ${line}`) === street;
  if (!leads(`${label}, ${place} ${state}`) || !leads(`${label}, ${place}, ${state}`)) return null;
  const apart = !leads(`${label} ${place} ${state}`) || !leads(`${label} ${place}, ${state}`);
  const tokens = readTokens(`${label} ${place} ${state}`, false);
  const hash = hashOfWords(tokens, 0, tokens.count);
  return { hash, element: packLine(street, apart, hash) };
}

/** Whether a text has nothing but words of letters and digits, as tokens have. */
function areWords(text: string): boolean {
  return /^[A-Z0-9]+( [A-Z0-9]+)*$/.test(text);
}
