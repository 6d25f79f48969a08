import { POSTING_ROW, ROW_CARD, ROW_RANK } from '../../index/posting-row.ts';
import { ANY_LOT, ANY_NUMBER, mayHave } from '../../index/street-card.ts';
import { FEW, MOST_OF_STATE, MOST_ROWS } from '../query/limits.ts';
import { isOther } from './name-postings.ts';
import { type NumberCodes, numberBegins } from './numbers/number-codes.ts';
import {
  compoundNumbers,
  rareNumbers,
  streetsListed,
  streetsOfNumber,
  streetsOfNumbers,
  streetsOfRow,
} from './numbers/number-streets.ts';
import { streetsOfUnit } from './numbers/unit-rows.ts';
import { streetsOfLargest } from './places/place-streets.ts';
import { isOfRun, type Names, type StreetFilter, streetsOfState } from './places/regions.ts';
import { isSpent, type Query, spendRows } from './query.ts';
import { NO_POSTING, type Postings, rankedPostings } from './ranked-walk.ts';

/** Hardly one street in seven has a number this high: scanning all postings is then faster than going by place. */
const HIGH_NUMBER = 200;

/** Which postings are wanted: all, those by the street's own name, or those by aliases and other spellings. */
const NAMES = { any: 0, own: 1, other: 2 } as const;
type NameKind = (typeof NAMES)[keyof typeof NAMES];

/** The sources of streets that a number leads to, in their order; and how many there are below a node. */
const OF_NUMBER = { unit: 0, exact: 1, compound: 2, rare: 3, end: 4 } as const;
const BELOW = 2;

/** Which streets a scan is for. */
export interface Scanned {
  /** A street number, ANY_NUMBER or ANY_LOT (street-card.ts): streets that cannot have it may be left out. */
  readonly number: number;
  readonly codes: NumberCodes;
  /** -1 for any. */
  readonly state: number;
}

/** The state of a scan of streets. */
export interface StreetScan {
  readonly query: Query;
  readonly streets: StreetFilter;
  readonly scanned: Scanned;
  /** The node below which streets follow those that the number leads to; -1 for none. */
  readonly node: number;
  /** How many sources the number leads to, before those below the node; and which of all comes next. */
  readonly led: number;
  next: number;
  /** The source being scanned; null for none. */
  source: Postings | null;
}

/**
 * Scans the streets with the prefix of a node: those that a unit or a rare number leads to, then the
 * others, those in the largest places first. One scan at a time.
 */
export function streetsWithPrefix(query: Query, node: number, scanned: Scanned): StreetScan {
  const names = { low: query.streets.low[node], high: query.streets.high[node] };
  return streetsByNumber(query, names, scanned, node);
}

/**
 * Scans the streets, with names in a run of entries, that a number leads to: those that have the unit, or a level, at
 * it; those that have its letter or range; those that have it, if they are few. With ANY_LOT, those that have the lot.
 * The best known of each first. One scan at a time.
 */
export function streetsByNumber(query: Query, names: Names, scanned: Scanned, node = -1): StreetScan {
  const streets = { run: streetsOfState(query.index, scanned.state), names };
  const { number, codes } = scanned;
  const led = number === ANY_NUMBER ? 0 : number === ANY_LOT ? 1 + codes.grownLots.length / 2 : OF_NUMBER.end;
  return { query, streets, scanned, node, led, next: 0, source: null };
}

/** The next posting of a scan, or NO_POSTING at its end or once no work is left. */
export function nextStreet(scan: StreetScan): number {
  for (;;) {
    const posting = scan.source === null ? NO_POSTING : scan.source();
    if (posting !== NO_POSTING) return posting;
    if (isSpent(scan.query) || scan.next === scan.led + (scan.node < 0 ? 0 : BELOW)) return NO_POSTING;
    scan.source = sourceAt(scan, scan.next++);
  }
}

/** Whether the last street was one below the node, to which the number does not lead. */
export function isBelow({ next, led }: StreetScan): boolean {
  return next > led;
}

/**
 * The sources of streets, in order: for a number, streets that have the unit, or a level, at it; that have its letter
 * or range, then ranges it is a prefix of; that have it, if few do. For a lot, streets that have it, then longer ones.
 * Then those below the node: of any state; or of one, from the postings if these are few; if many, by their own names,
 * place by place (for a high number, from the postings), then by other names.
 */
function sourceAt(scan: StreetScan, place: number): Postings | null {
  const { query, streets, scanned, led } = scan;
  if (place >= led) return sourceBelow(scan, place > led);
  const { number, codes } = scanned;
  const table = compoundNumbers(query.index);
  const { compounds, exact } = codes;
  if (number === ANY_LOT)
    return place === 0
      ? streetsOfNumber(query, table, codes.lot, streets)
      : streetsListed(streetsOfLongerLots(query, streets, codes, 2 * (place - 1)));
  if (place === OF_NUMBER.unit) return streetsOfUnit(query, codes, streets);
  if (place === OF_NUMBER.rare)
    return codes.rare < 0 ? null : streetsOfRow(query, rareNumbers(query.index), codes.rare, streets);
  const isExact = compounds[0] === exact;
  if (place === OF_NUMBER.exact) return isExact ? streetsOfNumber(query, table, exact, streets) : null;
  return streetsListed(streetsOfNumbers(query, table, isExact ? compounds.slice(1) : compounds, streets));
}

function sourceBelow({ query, streets, scanned, node }: StreetScan, others: boolean): Postings | null {
  const { number, state } = scanned;
  const { names } = streets;
  const { start } = query.streets;
  const postings = start[names.high] - start[names.low];
  if (state < 0) return others ? null : rankedPostings(query.work, query.streets, node, number);
  const ofState = (kind: NameKind) => streetsListed(streetsOfOneState(query, streets, number, kind));
  if (postings <= MOST_ROWS) return others ? null : ofState(NAMES.any);
  if (others) return ofState(NAMES.other);
  const isListed = number >= HIGH_NUMBER && postings <= MOST_OF_STATE;
  return isListed ? ofState(NAMES.own) : streetsOfLargest(query, state, names, number);
}

/** The streets of the run of longer lots at `i`, the best known first. */
function streetsOfLongerLots(query: Query, streets: StreetFilter, codes: NumberCodes, i: number): readonly number[] {
  const from = codes.grownLots[i];
  const end = codes.grownLots[i + 1];
  const text = codes.parse.lot?.text ?? '';
  const longer: number[] = [];
  for (let code = from; code < end && longer.length < FEW; code++)
    if (code !== codes.lot && numberBegins(query.index, code, text)) longer.push(code);
  return streetsOfNumbers(query, compoundNumbers(query.index), longer, streets);
}

/**
 * The streets of a state, from the postings of a kind that some names have, the best known first.
 * O(n log n) for n postings, at most MOST_OF_STATE.
 */
function streetsOfOneState(query: Query, streets: StreetFilter, number: number, kind: NameKind): readonly number[] {
  const { run, names } = streets;
  const { low, high } = names;
  const { start, ranked } = query.streets;
  const found: { posting: number; rank: number }[] = [];
  const end = Math.min(start[high], ranked.length / POSTING_ROW, start[low] + MOST_OF_STATE) * POSTING_ROW;
  if (!spendRows(query, end / POSTING_ROW - start[low])) return [];
  for (let row = start[low] * POSTING_ROW; row < end; row += POSTING_ROW) {
    if (kind !== NAMES.any && isOther(ranked[row]) !== (kind === NAMES.other)) continue;
    if (isOfRun(run, ranked[row]) && mayHave(ranked[row + ROW_CARD], number))
      found.push({ posting: ranked[row], rank: ranked[row + ROW_RANK] });
  }
  found.sort((a, b) => a.rank - b.rank);
  return found.map(({ posting }) => posting);
}
