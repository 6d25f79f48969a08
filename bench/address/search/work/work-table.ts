import type { Random } from '../../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { autocomplete } from '../../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../../src/address/operations/validate.ts';
import { type Table, withUnit } from '../../../equipment/figures.ts';
import { LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE } from '../../accuracy/asker.ts';
import type { AskedStrings } from '../asked-strings.ts';
import { inSessions, randomLines } from '../inputs.ts';
import { bytesAllocated, COUNTED, type Counted, meanWork, worksOf } from './count-work.ts';
import { linesTouched } from './touched-lines.ts';

/** Lines of a class, and how many of them are typed. */
const LINES = 2000;
const TYPED = 100;
/** Queries of a class of which the lines that they touch are counted, and lines that make as many keystrokes. */
const TOUCHING = 10_000;
const TOUCHING_TYPED = 400;
/** Times that the queries of a class are asked before what they allocate is measured. */
const WARM_UP = 4;

/** What the columns of the table count. */
export const WORK_NOTE = `Work: ${[...Object.entries(COUNTED), ['bytes', 'bytes allocated by the operation']].map(([name, what]) => `${name}, ${what}`).join('; ')}.`;

/** What queries of each class make the search do, on average. `real` are strings as people wrote them. */
export function workTable(index: AddressIndex, real: AskedStrings | null, random: Random): Table {
  const rows = classesOf(index, real, random, { whole: LINES, typed: TYPED }).map((each) => [
    each.name,
    ...Object.values(meanWork(worksOf(index, each))).map((mean) => withUnit(mean, '')),
    withUnit(allocated(index, each), ''),
  ]);
  return {
    title: 'Work of a query, on average',
    rows: [['queries', ...Object.keys(COUNTED), 'bytes'], ...rows],
  };
}

/**
 * Lines of 64 bytes of the index that a query of each class touches, each counted once for a query:
 * what no noise of the machine hides. To be asked last, as what reads a counted index is slow for
 * good.
 */
export function touchedTable(index: AddressIndex, real: AskedStrings | null, random: Random): Table {
  const rows = classesOf(index, real, random, { whole: TOUCHING, typed: TOUCHING_TYPED }).map((each) => {
    const touched = linesTouched(index, each).sort((a, b) => a - b);
    const mean = touched.reduce((sum, it) => sum + it, 0) / touched.length;
    const at = (share: number) => touched[Math.floor(share * (touched.length - 1))] ?? Number.NaN;
    return [each.name, touched.length, at(0.5), mean, at(0.99)].map((it) =>
      typeof it === 'number' ? withUnit(it, '') : it,
    );
  });
  return {
    title: 'Lines of the index, of 64 bytes, that a query touches',
    rows: [['queries', 'asked', 'median', 'mean', 'p99'], ...rows],
  };
}

function classesOf(
  index: AddressIndex,
  real: AskedStrings | null,
  random: Random,
  most: { readonly whole: number; readonly typed: number },
): Counted[] {
  const of = (name: string, lines: readonly string[]): Counted[] => [
    {
      name: `validate, ${name}`,
      typing: false,
      queries: lines.filter((q) => q.length <= LONGEST_VALIDATE).slice(0, most.whole),
    },
    {
      name: `autocomplete, ${name}`,
      typing: true,
      queries: inSessions(lines.slice(0, most.typed), LONGEST_AUTOCOMPLETE).slice(0, most.whole),
    },
  ];
  return [
    ...of('lines that are there', randomLines(index, random, most.whole)),
    ...(real === null
      ? []
      : [...of('real strings', real.sent), ...of('strings of streets mostly absent', real.absent)]),
  ].filter(({ queries }) => queries.length > 0);
}

function allocated(index: AddressIndex, { typing, queries }: Counted): number {
  const out = new JsonBytes();
  const call = (i: number): void => {
    out.reset();
    if (typing) autocomplete(index, { q: queries[i], state: null, limit: 5, near: null, debug: false }, out);
    else validate(index, { q: queries[i], debug: false }, out);
  };
  for (let warm = 0; warm < WARM_UP; warm++) bytesAllocated(queries.length, call);
  return bytesAllocated(queries.length, call);
}
