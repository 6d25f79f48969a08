import type { NumberRules } from './parse/numbers/number-parse.ts';
import { DOUBTFUL, EQUALS } from './query/costs.ts';
import { MOST_CANDIDATES } from './query/limits.ts';

/** What a source opens: a reading of the text or its numbers, which leads to further sources, or a set of streets. */
export type SourceKind =
  /** The query with some of its letters read differently. */
  | 'text'
  /** A number parse, and with it the name parses. */
  | 'numbers'
  /** The street that was named: in the place that was named, or anywhere. */
  | 'street'
  /** The same in the neighbours of that place; in other places of the postcode; in any place. */
  | 'nextDoor'
  | 'otherPlace'
  | 'elsewhere'
  /** The streets of a place; those of a number alone. */
  | 'place'
  | 'number'
  /** The street that was named, where its locality's name begins with the words behind it; in the region that they name. */
  | 'short'
  | 'region'
  /** Name parses that leave words over, though others leave none. */
  | 'leftOver'
  /** Buildings whose name the words begin with. */
  | 'building'
  /** Misspelled streets of the place named, and misspelled places of the street named; misspelled streets anywhere. */
  | 'misspelled'
  | 'misspelledAnywhere'
  /** The street that was named, anywhere, although the last word begins a place. */
  | 'unplaced'
  /** Other numbers of the street. */
  | 'otherNumber'
  /** The best-known addresses, for a type of unit that none has. */
  | 'bestKnown';

/** How one operation searches: what the engine tries, and when it has enough. */
export interface Policy {
  /** Whether the text may be the beginning of more: its last word may go on, and words may follow it. */
  readonly mayGoOn: boolean;
  /** Work that one query may spend (query.ts). */
  readonly budget: number;
  /**
   * The straight way that is tried first, that of a line or of the beginning of one, null for none. It looks up the
   * words itself, as it may need none (straight.ts).
   */
  readonly straight: 'line' | 'beginning' | null;
  /** What is tried. */
  readonly sources: ReadonlySet<SourceKind>;
  /** The rules for numbers: all of them, except to measure what each contributes. */
  readonly rules?: NumberRules;
  /** Caps that do not hold: none, except to measure what each contributes. */
  readonly lifted?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** A source is needless, unless it says otherwise, once this many records cost less than its bound and `margin`. */
  readonly wanted: number;
  /** How many records are gathered from one source: enough to detect ambiguity. */
  readonly gathered: number;
  /** How many candidates a list has room for: once so many are found, none that costs more is kept. */
  readonly most: number;
  /** Added to bounds before costs are compared with them: records that answer equally well may differ by so much. */
  readonly margin: number;
  /** A record that costs no more than this has no mistake, and makes sources with a higher bound needless. */
  readonly sure: number;
  /** Records that cost more than the best by this much are not kept. */
  readonly spread: number;
  /** Addresses gathered of each street, with and without a number or lot. */
  readonly perStreet: { readonly numbered: number; readonly bare: number };
  /** Whether a street that lacks the number answers with another. */
  readonly others: boolean;
  /** Whether a street may be a bare name that is also a suburb's, one or two letters, or part of another name. */
  readonly bareNames: boolean;
  /** How many name parses that leave words over are followed: beside one that leaves none, and where all do. */
  readonly unexplained: { readonly beside: number; readonly alone: number };
  /** Whether letters are read as the digits that they look like. */
  readonly misread: boolean;
  /** Whether a misspelled street is looked for anywhere though the best record contradicts nothing that was given. */
  readonly misspelledToo: boolean;
  /** Whether a street is looked for next door though the place given has it, and no whole number was given. */
  readonly nextDoorToo: boolean;
  /** Whether words that are known for nothing may be the name of the place. */
  readonly unknownPlaces: boolean;
  /** Whether words behind a building's name may be its street's, or begin them. */
  readonly buildingStreets: boolean;
}

const kindsOf = (names: string): ReadonlySet<SourceKind> => new Set(names.split(' ') as SourceKind[]);

/**
 * For an address being typed. At least five suggestions are looked for, whatever the limit, in order of weight: a
 * shorter list is the beginning of a longer one. About one keystroke in ten thousand exceeds the budget.
 */
export const TYPING: Policy = {
  mayGoOn: true,
  budget: 18_000,
  straight: 'beginning',
  sources: kindsOf(
    'text numbers street nextDoor region place number building misspelled misspelledAnywhere unplaced otherNumber bestKnown',
  ),
  wanted: 5,
  gathered: 5,
  most: MOST_CANDIDATES,
  margin: 0,
  sure: DOUBTFUL,
  spread: Number.POSITIVE_INFINITY,
  perStreet: { numbered: 3, bare: 1 },
  others: false,
  bareNames: true,
  unexplained: { beside: 0, alone: 5 },
  misread: false,
  misspelledToo: true,
  nextDoorToo: false,
  unknownPlaces: false,
  buildingStreets: true,
};

/** For the best record for a whole address. The budget is twice what the costliest of 50 545 real addresses needs. */
export const WHOLE: Policy = {
  mayGoOn: false,
  budget: 12_000,
  straight: 'line',
  sources: kindsOf(
    'text numbers street nextDoor otherPlace elsewhere short region leftOver building misspelled misspelledAnywhere otherNumber',
  ),
  wanted: 1,
  gathered: 3,
  most: Number.POSITIVE_INFINITY,
  margin: EQUALS,
  sure: DOUBTFUL,
  spread: EQUALS,
  perStreet: { numbered: 6, bare: 6 },
  others: true,
  bareNames: false,
  unexplained: { beside: 12, alone: 12 },
  misread: true,
  misspelledToo: false,
  nextDoorToo: true,
  unknownPlaces: true,
  buildingStreets: false,
};

/** The same two without the straight way, to tell what the sources do. */
export const TYPING_BY_SOURCES: Policy = { ...TYPING, straight: null };
export const BY_SOURCES: Policy = { ...WHOLE, straight: null };

/** For everything that a whole address may mean: records are kept however much they cost. */
export const WITH_OTHERS: Policy = { ...BY_SOURCES, spread: Number.POSITIVE_INFINITY, gathered: 6 };
