import { type AddressIndex, indexInMemory } from '../../src/address/index/open.ts';
import { type Columns, STATE_ORDER } from '../../src/address/index/sections.ts';
import { localityOf } from '../../src/address/index/street-answer.ts';
import { bucketOfLine, MOST_LINES, packLine } from '../../src/address/index/street-lines.ts';
import { OTHER_TERRITORIES } from '../../src/address/index/territories.ts';
import { textOf } from '../../src/address/index/text.ts';
import { onlyStreetOf } from '../../src/address/search/sources/straight.ts';
import { type BeginningSections, NO_BEGINNINGS, powerOfTwo } from './beginnings.ts';
import { csr } from './locality-sections.ts';
import { knownLines } from './shared-lines.ts';
import { type Done, type Turns, takeTurns } from './threads/turns.ts';
import { areWords, hashOfText, streetsByLabel, type TypedRows, typedRowsOf } from './typed-lines.ts';

/** The sections of streets by their lines. */
export type StreetLineSections = Pick<Columns, 'streetLineStart' | 'streetLine' | 'typedLineStart' | 'typedLine'>;

type Others = Omit<Columns, keyof StreetLineSections | keyof BeginningSections>;

/** No lines: what the search asks an index for that they are made from. */
export const NO_LINES: StreetLineSections = {
  streetLineStart: new Uint32Array(2),
  streetLine: new Uint32Array(0),
  typedLineStart: new Uint32Array(2),
  typedLine: new Uint32Array(0),
};

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
  /** Those of the labels whose first street is one of them. */
  readonly typed: readonly TypedRows[];
}

/** Asks the index that all other columns make for the line of each street that has one, in turns. */
export function findStreetLines(columns: Others, turns: Turns): readonly Done<StreetLines>[] {
  const index = indexInMemory({ ...columns, ...NO_LINES, ...NO_BEGINNINGS });
  const labels = streetsByLabel(index);
  const known = knownLines(index);
  return takeTurns(turns, columns.streetName.length, TURN, (from, to) => {
    const lines: StreetLine[] = [];
    const typed: TypedRows[] = [];
    for (let street = from; street < to; street++) {
      const line = lineOfStreet(index, street);
      if (line !== null) lines.push(line);
      const streets = labels.get(street);
      const rows = streets === undefined ? null : typedRowsOf(index, streets, known);
      if (rows !== null) typed.push(rows);
    }
    return {
      typed,
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
  return { streetLineStart: start, streetLine: values, ...typedSections(found.flatMap(({ typed }) => typed)) };
}

/** The sections of the beginnings of lines. Of two labels with one hash, the table has the first. */
function typedSections(found: readonly TypedRows[]): Pick<StreetLineSections, 'typedLineStart' | 'typedLine'> {
  const labels = new Map<number, TypedRows>();
  for (const rows of found) if (!labels.has(rows.hash)) labels.set(rows.hash, rows);
  const buckets = powerOfTwo(labels.size / BUCKET_LINES);
  const sorted = [...labels.values()].sort(
    (a, b) => bucketOfLine(a.hash, buckets) - bucketOfLine(b.hash, buckets) || a.hash - b.hash,
  );
  const typedLineStart = new Uint32Array(buckets + 1);
  for (const { hash, elements } of sorted) typedLineStart[bucketOfLine(hash, buckets) + 1] += elements.length;
  for (let bucket = 0; bucket < buckets; bucket++) typedLineStart[bucket + 1] += typedLineStart[bucket];
  const typedLine = Uint32Array.from(sorted.flatMap(({ hash, elements }) => elements.flatMap((it) => [hash, it])));
  return { typedLineStart, typedLine };
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
  const hash = hashOfText(`${label} ${place} ${state}`);
  return { hash, element: packLine(street, apart, hash) };
}
