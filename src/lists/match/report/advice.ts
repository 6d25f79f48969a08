import { extname } from 'node:path';
import { number } from '../../report/html.ts';
import type { AddressColumn, Wanted } from '../lookup/job.ts';
import { percent } from './summary-text.ts';
import type { Summary } from './tally.ts';

/** What somebody should do next. */
export interface Step {
  readonly what: string;
  readonly how: string;
}

/** The files of a run, as far as advice names them. */
export interface AdviceFiles {
  readonly list: string;
  readonly out: string;
  readonly review: string | null;
}

/**
 * What to do with the lines of a list: those that can be used first, then those to look at, then those without an
 * address.
 */
export function nextSteps({ lines, outcomes, classes, repeats }: Summary, { list, out, review }: AdviceFiles): Step[] {
  const sure = outcomes.high + outcomes.decided + outcomes.found;
  const doubtful = outcomes.medium + outcomes.low;
  const of = (name: keyof Summary['classes']) => Object.values(classes[name]).reduce((sum, n) => sum + n, 0);
  const none = (name: keyof Summary['classes']) => classes[name].none ?? 0;
  const step = (n: number, what: string, how: string): Step[] =>
    n === 0 ? [] : [{ what: `${number(n)} ${n === 1 ? 'line' : 'lines'} ${what}`, how }];
  const decided =
    review === null
      ? ''
      : ` Write a decision beside each in ${review}, then: match ${list} --decisions ${review} --out decided${extname(out)}.`;
  return [
    ...step(
      sure,
      `(${percent(sure, lines)}) can be used as they are`,
      'Their address, id and point are in the results.',
    ),
    ...step(doubtful, 'are to be looked at', `The address that was found may be another one.${decided}`),
    ...step(
      none('none'),
      'have an address that there is not',
      'Look for misspelt streets and suburbs among the examples below; a new estate may be in the next release of G-NAF.',
    ),
    ...step(
      none('po_box'),
      'are PO boxes and the like',
      'G-NAF has places, not mail boxes: ask for the street address where you need a place.',
    ),
    ...step(
      none('too_little'),
      'say too little',
      'A number, a street and a suburb or postcode are needed: complete them where they come from.',
    ),
    ...step(
      none('intersection'),
      'are intersections',
      'No address stands there: take a house number at the corner, or place them on a map by hand.',
    ),
    ...step(
      none('parcel'),
      'are parcels of land',
      'Plans and lots without a street are in the land registers of the states.',
    ),
    ...step(none('overseas'), 'are overseas', 'Keep them out of what is counted for Australia.'),
    ...step(
      of('bad line'),
      'could not be read',
      'Mend them in the list; the examples below say what is wrong with each.',
    ),
    ...step(
      repeats,
      'repeat an address of a line before',
      'Which of them are the same building or household, --group and --name tell.',
    ),
  ];
}

/** A column of the list that is worse than it should be. */
export interface ColumnFault {
  readonly column: string;
  readonly blank: number;
  /** Lines whose address differs from what the column says, and in what. */
  readonly wrong: number;
  readonly in: string;
}

/** The parts that each cap is about. */
const CAP_PARTS: Readonly<Record<string, readonly AddressColumn['part'][]>> = {
  street_number_mismatch: ['number', 'street'],
  street_number_in_range: ['number', 'street'],
  no_street_number: ['number', 'street'],
  range_mismatch: ['number', 'street'],
  unit_mismatch: ['unit', 'street'],
  unit_type: ['unit', 'street'],
  level_mismatch: ['level', 'unit', 'street'],
  unit_missing: ['unit', 'street'],
  postcode_mismatch: ['postcode'],
  state_mismatch: ['state'],
  postcode_and_state_mismatch: ['postcode', 'state'],
  locality_neighbour: ['suburb'],
  place_name: ['suburb'],
  locality_mismatch: ['suburb'],
  unmatched_words: ['street'],
  other_country: ['country'],
};

/**
 * The columns of a list in which something is blank or wrong, the worst first. A fault in a part is put down to the
 * part's own column, or else to the first whole one.
 */
export function columnFaults({ caps, blanks }: Summary, wanted: Wanted, names: readonly string[]): ColumnFault[] {
  if (wanted.kind !== 'match') return [];
  const { columns } = wanted;
  const faults = columns.map(({ at, path = [] }, i) => ({
    column: [names[at] ?? '', ...path].join('.'),
    blank: blanks[i] ?? 0,
    wrong: 0,
    in: [] as string[],
  }));
  for (const [cap, parts] of Object.entries(CAP_PARTS)) {
    const n = caps[cap] ?? 0;
    if (n === 0) continue;
    const own = parts.map((part) => columns.findIndex((column) => column.part === part)).find((place) => place >= 0);
    const place = own ?? columns.findIndex(({ part }) => part === 'whole');
    if (place < 0) continue;
    faults[place].wrong += n;
    faults[place].in.push(`${cap.replaceAll('_', ' ')} (${number(n)})`);
  }
  return faults
    .filter(({ blank, wrong }) => blank + wrong > 0)
    .sort((a, b) => b.blank + b.wrong - (a.blank + a.wrong))
    .map((fault) => ({ ...fault, in: fault.in.join(', ') }));
}
