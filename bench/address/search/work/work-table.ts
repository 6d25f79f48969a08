import type { Random } from '../../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { autocomplete } from '../../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../../src/address/operations/validate.ts';
import { type Table, withUnit } from '../../../equipment/figures.ts';
import { LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE } from '../../accuracy/asker.ts';
import type { AskedStrings } from '../asked-strings.ts';
import { randomLines } from '../inputs.ts';
import { inSessions } from '../typing.ts';
import { bytesAllocated, COUNTED, type Counted, meanWork, worksOf } from './count-work.ts';

/** Lines of a class, and how many of them are typed. */
const LINES = 2000;
const TYPED = 100;
/** Times that the queries of a class are asked before what they allocate is measured. */
const WARM_UP = 4;

/** What the columns of the table count. */
export const WORK_NOTE = `Work: ${[...Object.entries(COUNTED), ['bytes', 'bytes allocated by the operation']].map(([name, what]) => `${name}, ${what}`).join('; ')}.`;

/** What queries of each class make the search do, on average. `real` are strings as people wrote them. */
export function workTable(index: AddressIndex, real: AskedStrings | null, random: Random): Table {
  const there = randomLines(index, random, LINES);
  const of = (name: string, lines: readonly string[]): Counted[] => [
    {
      name: `validate, ${name}`,
      typing: false,
      queries: lines.filter((q) => q.length <= LONGEST_VALIDATE).slice(0, LINES),
    },
    { name: `autocomplete, ${name}`, typing: true, queries: inSessions(lines.slice(0, TYPED), LONGEST_AUTOCOMPLETE) },
  ];
  const classes = [
    ...of('lines that are there', there),
    ...(real === null
      ? []
      : [...of('real strings', real.sent), ...of('strings of streets mostly absent', real.absent)]),
  ].filter(({ queries }) => queries.length > 0);
  const rows = classes.map((each) => [
    each.name,
    ...Object.values(meanWork(worksOf(index, each))).map((mean) => withUnit(mean, '')),
    withUnit(allocated(index, each), ''),
  ]);
  return {
    title: 'Work of a query, on average',
    rows: [['queries', ...Object.keys(COUNTED), 'bytes'], ...rows],
  };
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
