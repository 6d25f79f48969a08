import { POSTING_ROW, ROW_CARD, ROW_RANK } from '../../index/posting-row.ts';
import { ANY_LOT, ANY_NUMBER, mayHave } from '../../index/street-card.ts';
import { FEW, MOST_OF_STATE, MOST_ROWS } from '../query/limits.ts';
import { isOther } from './name-postings.ts';
import { type NumberCodes, numberBegins } from './numbers/number-codes.ts';
import {
  compoundNumbers,
  type NumberStreets,
  nextOfNumber,
  rareNumbers,
  streetsOfNumber,
  streetsOfNumbers,
} from './numbers/number-streets.ts';
import { nextOfUnit, streetsOfUnit, type UnitStreets } from './numbers/numbered-units.ts';
import { nextOfPlaces, type PlaceStreets, streetsOfLargest } from './places/place-streets.ts';
import { isOfRun, type Names, type StreetFilter, streetsOfState } from './places/regions.ts';
import { isSpent, type Query, spendRows } from './query.ts';
import { beginRanked, NO_POSTING, nextRanked, type RankedWalk } from './ranked-walk.ts';

/** Hardly one street in seven has a number this high: then scanning all postings is faster than going through all places. */
const HIGH_NUMBER = 200;

/** Which postings are wanted: by any name, by the streets' own, or by aliases and other spellings. */
const NAMES = { any: 0, own: 1, other: 2 } as const;
type NameKind = (typeof NAMES)[keyof typeof NAMES];

/** Which streets a scan is for. */
export interface Scanned {
  /** A street number, ANY_NUMBER or ANY_LOT (street-card.ts): streets that cannot have it may be left out. */
  readonly number: number;
  readonly codes: NumberCodes;
  /** -1 for any. */
  readonly state: number;
}

/** Where a scan of streets stands. */
export interface StreetScan {
  readonly query: Query;
  /** What is still to be gone through, each in its turn. */
  readonly sources: Generator<StreetSource | null>;
  /** What is gone through; null for nothing. */
  source: StreetSource | null;
}

type StreetSource = UnitStreets | NumberStreets | RankedWalk | PlaceStreets | ListedStreets;

/** Postings, those from `at` on left. */
interface ListedStreets {
  readonly kind: 'list';
  readonly posting: readonly number[];
  at: number;
}

/**
 * Scans the streets whose names begin with what leads to a node, those in the largest places first,
 * but before all those that a unit or a rare number leads to. One scan at a time.
 */
export function streetsWithPrefix(query: Query, node: number, scanned: Scanned): StreetScan {
  const names = { low: query.streets.low[node], high: query.streets.high[node] };
  return streetsByNumber(query, names, scanned, node);
}

/**
 * Scans the streets that what was given leads to, with names of a run of entries: those that have the unit, or a level,
 * at the number; those of a number with a letter and of a range; and those of a number that few streets have. With ANY_LOT, those that have the lot.
 * The best known first. One scan at a time.
 */
export function streetsByNumber(query: Query, names: Names, scanned: Scanned, node = -1): StreetScan {
  const streets = { run: streetsOfState(query.index, scanned.state), names };
  return { query, sources: sourcesOf(query, streets, scanned, node), source: null };
}

/** The next posting of a scan, or NO_POSTING, also where no work is left. */
export function nextStreet(scan: StreetScan): number {
  for (;;) {
    const posting = nextOf(scan.source);
    if (posting !== NO_POSTING) return posting;
    const next = isSpent(scan.query) ? null : scan.sources.next();
    if (next === null || next.done === true) return NO_POSTING;
    scan.source = next.value;
  }
}

function nextOf(source: StreetSource | null): number {
  switch (source?.kind) {
    case 'ranked':
      return nextRanked(source);
    case 'number':
      return nextOfNumber(source);
    case 'unit':
      return nextOfUnit(source);
    case 'place':
      return nextOfPlaces(source);
    case 'list':
      return source.at < source.posting.length ? source.posting[source.at++] : NO_POSTING;
    default:
      return NO_POSTING;
  }
}

/**
 * Where streets come from, in this order: those that have the unit, or a level, at the number; those of a number with a letter or of a range,
 * as it was typed, then of ranges that it may become; those of a number that few streets have; or those of a lot, then of lots that it may
 * become. Then those below the node: of any state; or of one by any of a few names; of many by their own, place by place or, where the number
 * is high, from all postings, and by others.
 */
function* sourcesOf(
  query: Query,
  streets: StreetFilter,
  { number, codes, state }: Scanned,
  node: number,
): Generator<StreetSource | null> {
  const { names } = streets;
  const compoundTable = compoundNumbers(query.index);
  if (number === ANY_LOT) {
    yield streetsOfNumber(query, compoundTable, codes.lot, streets);
    for (let i = 0; i < codes.grownLots.length; i += 2) yield listed(streetsOfLongerLots(query, streets, codes, i));
  } else if (number !== ANY_NUMBER) {
    yield streetsOfUnit(query, codes, streets);
    const { compounds, exact } = codes;
    const isExact = compounds[0] === exact;
    if (isExact) yield streetsOfNumber(query, compoundTable, exact, streets);
    yield listed(streetsOfNumbers(query, compoundTable, isExact ? compounds.slice(1) : compounds, streets));
    yield streetsOfNumber(query, rareNumbers(query.index), number, streets);
  }
  if (node < 0) return;
  const { start } = query.streets;
  const postings = start[names.high] - start[names.low];
  const ofState = (kind: NameKind) => listed(streetsOfOneState(query, streets, number, kind));
  if (state < 0) yield beginRanked(query.work, query.streets, node, number);
  else if (postings <= MOST_ROWS) yield ofState(NAMES.any);
  else {
    const isListed = number >= HIGH_NUMBER && postings <= MOST_OF_STATE;
    yield isListed ? ofState(NAMES.own) : streetsOfLargest(query, state, names, number);
    yield ofState(NAMES.other);
  }
}

function listed(posting: readonly number[]): ListedStreets {
  return { kind: 'list', posting, at: 0 };
}

/** The streets of the i-th run of lots that a lot may become, the best known first. */
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
 * The streets of a state, from all postings of some names of a kind, the best known first.
 * O(postings), at most MOST_OF_STATE.
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
