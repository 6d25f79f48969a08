import type { AddressIndex } from '../../src/address/index/open.ts';
import { openSources } from '../../src/address/search/engine.ts';
import { isNonAddress, type NumberParse } from '../../src/address/search/parse/numbers/number-parse.ts';
import { type Policy, TYPING } from '../../src/address/search/policy.ts';
import { isSpent, queryOf } from '../../src/address/search/retrieve/query.ts';
import { readTypedLine } from '../../src/address/search/retrieve/street-lines.ts';
import {
  type Candidate,
  candidateAt,
  candidateOn,
  costOf,
  searchFor,
} from '../../src/address/search/score/candidates.ts';
import { type Engine, numbersOf } from '../../src/address/search/sources/source.ts';
import { typedCandidate } from '../../src/address/search/sources/typed.ts';

/**
 * Everything that may be listed beside what is certain: no number of records is enough. Two of each street, so that no
 * list is filled up with others of a street that is alone, which a number does not have.
 */
const ALL: Policy = { ...TYPING, straight: null, wanted: 64, gathered: 64, perStreet: { numbered: 2, bare: 2 } };

/**
 * Whether the beginning of a line behind a street number, `SMITH STREET, RICH`, leads to some streets alone,
 * whatever the number, and their records answer it as `typedCandidate` says. The engine is asked, as if every
 * street had the number: what it opens then, it opens at most for a number that only some have.
 */
export function leadsAlone(index: AddressIndex, line: string, streets: readonly number[]): boolean {
  const asked = `1 ${line}`;
  const search = searchFor(queryOf(index, asked, ALL));
  const engine: Engine = { search, trace: {}, waiting: [], named: null, tried: null };
  const parses = numbersOf(engine);
  if (parses.some((it) => it.typePartial || it.unit?.optional || isNonAddress(it)) || !isPlain(parses[0])) return false;
  openSources(engine, asked, parses.map(withoutNumber));
  const { candidates, tokens } = search;
  const typed = readTypedLine({ tokens, from: 1, end: tokens.count }, search.work.typed);
  // Once so many records are found, some that cost more are not kept: they may be of other streets.
  if (typed === null || isSpent(search) || search.costLimit < Number.POSITIVE_INFINITY) return false;
  const found = new Set(candidates.map(({ street }) => street));
  if (found.size !== streets.length || !streets.every((street) => found.has(street))) return false;
  return candidates.every((found) => {
    const said = candidateOn(search, found.street, found.ordinal, 0);
    return isAsSaid(found, typedCandidate(search, { line: typed, from: 1 }, said));
  });
}

function isPlain({ number, unit, level, lot, postcode, last, consumed }: NumberParse): boolean {
  return (
    number !== null &&
    consumed === 1 &&
    unit === null &&
    level === null &&
    lot === null &&
    postcode === null &&
    last === null
  );
}

/** The same words without a number, which every street has. */
function withoutNumber(parse: NumberParse): NumberParse {
  return { ...parse, number: null };
}

/** What a record's own number decides. */
const OWN: ReadonlySet<string> = new Set(['number', 'numbered', 'alias', 'units', 'cost', 'reading']);

/** Whether two candidates have all other fields alike: by their names, as reading by a variable takes far longer. */
const areAlike = new Function(
  'one',
  'other',
  `return ${Object.keys(candidateAt(0, 0, 0, 0))
    .filter((field) => !OWN.has(field))
    .map((field) => `one.${field} === other.${field}`)
    .join(' && ')}`,
) as (one: Candidate, other: Candidate) => boolean;

/** Whether a record that was found answers as one is said to, apart from its number. */
function isAsSaid(found: Candidate, said: Candidate): boolean {
  return areAlike(found, said) && found.cost === costOf(said);
}
