import { POSTING_MASK } from '../../index/name-trie.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { COSTS, EDITS_OF_SPACE } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, type Grade, LOCALITY_ABSENT, PREFIX } from '../query/grades.ts';
import type { UnitMatch } from '../query/workspace.ts';
import { isOther } from '../retrieve/name-postings.ts';
import type { NumberCodes } from '../retrieve/numbers/number-codes.ts';
import { addStreet, type StreetMatch } from '../score/add-street.ts';
import type { Search } from '../score/candidates.ts';
import { GATHERED_ALONE, type Retrieval } from './retrieval.ts';

/** Collects what streets have for one question and one parse of the names. */
export interface Collector {
  readonly search: Search;
  readonly retrieval: Retrieval;
  /** Edits between what was typed and the streets' names. */
  readonly edits: number;
  /** The entry of the name that was typed in full, -1 for none: streets of others go by one that begins so, or where no street was typed, by any. */
  readonly whole: number;
  /** What the spaces of the place's name add to its edits. */
  readonly placeEdits: number;
  /** Addresses of one street. */
  readonly most: number;
  /** What is known of the street under way. */
  readonly match: StreetMatch;
  /** The street that answered last, -1 before. */
  last: number;
}

/** A collector whose addresses cost `penalty` more; `edits` away from the streets' names. */
export function collectorOf(
  search: Search,
  retrieval: Retrieval,
  parse: NameParse,
  penalty: number,
  edits = parse.street?.edits ?? 0,
): Collector {
  const { numbers, unitListed } = retrieval;
  const { street, locality } = parse;
  return {
    search,
    retrieval,
    edits,
    whole: street?.whole === true ? search.streets.low[street.node] : -1,
    placeEdits: (locality?.spaces ?? 0) * EDITS_OF_SPACE.locality,
    most: mostPerStreet(numbers),
    match: {
      street: 0,
      name: FUZZY,
      nameEdits: edits + (street?.spaces ?? 0) * EDITS_OF_SPACE.name,
      nameOther: false,
      locality: 0,
      localityEdits: 0,
      unitMatch: null,
      unitListed,
      parse,
      numbers,
      penalty:
        penalty +
        parse.penalty +
        (saysSuburbFirst(numbers, parse) ? COSTS.suburbFirst : 0) +
        (numbers.parse.exactOnly ? COSTS.strictNumbers : 0),
    },
    last: -1,
  };
}

/** Collects what a street has, by its posting; answers how many of its addresses are new and without a flaw. */
export function collect(
  collector: Collector,
  posting: number,
  name: Grade,
  locality: number,
  localityEdits: number,
): number {
  const { match } = collector;
  match.nameOther = isOther(posting);
  match.unitMatch = null;
  return add(collector, posting & POSTING_MASK, name, locality, localityEdits);
}

/** Collects what a street of any place has: whether it goes by the name that was typed, or by one that begins so, is told by its own. */
export function collectNamed(collector: Collector, posting: number): number {
  return collect(collector, posting, nameGrade(collector, posting & POSTING_MASK), LOCALITY_ABSENT, 0);
}

/** Collects an address that a unit led to. */
export function collectUnit(collector: Collector, unitMatch: UnitMatch): number {
  const { match } = collector;
  match.nameOther = false;
  match.unitMatch = unitMatch;
  return add(collector, unitMatch.street, nameGrade(collector, unitMatch.street), LOCALITY_ABSENT, 0);
}

function nameGrade({ search, match, whole }: Collector, street: number): Grade {
  if (match.parse.street === null) return ABSENT;
  return whole >= 0 && search.index.columns.streetEntry[street] === whole ? EXACT : PREFIX;
}

function add(collector: Collector, street: number, name: Grade, locality: number, localityEdits: number): number {
  const { search, retrieval, edits, placeEdits, most, match } = collector;
  match.street = street;
  match.name = edits > 0 ? FUZZY : name;
  match.locality = locality;
  match.localityEdits = localityEdits + placeEdits;
  const answered = addStreet(search, match, most, retrieval.others);
  if (answered > 0) collector.last = street;
  return answered;
}

/** Whether a suburb stands where the street would: behind the number, or before a street without type. */
function saysSuburbFirst({ parse: { number } }: NumberCodes, { street, locality, type }: NameParse): boolean {
  if (street === null || locality === null || locality.end > street.from) return false;
  return number === null ? type < 0 : number.token < locality.from;
}

/** A street that is one of many gives one address, so that one tower or long street does not fill the list. */
export function mostPerStreet(numbers: NumberCodes): number {
  return numbers.parse.number === null && numbers.parse.lot === null ? 1 : 3;
}

/** Collects more addresses of a street that stands alone. */
export function fill({ search, match }: Collector, street: number): void {
  const known = search.candidates.find((candidate) => candidate.street === street);
  if (known === undefined) return;
  addStreet(
    search,
    {
      ...match,
      street,
      name: known.name,
      nameEdits: known.nameEdits,
      nameOther: known.nameOther,
      locality: known.locality,
      localityEdits: known.localityEdits,
      unitMatch: null,
      unitListed: false,
      penalty: known.penalty,
    },
    GATHERED_ALONE,
    false,
  );
}
