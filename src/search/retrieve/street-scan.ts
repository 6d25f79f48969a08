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

/** Where streets come from, in this order. */
const STAGE = {
  begin: 0,
  /** Those that have the unit, or a level, at the number. */
  unit: 1,
  /** Those of a number with a letter or of a range, as it was typed, then of ranges that it may become. */
  compound: 2,
  longerCompound: 3,
  /** Those of a number that few streets have. */
  number: 4,
  /** Those of a lot, then of lots that it may become. */
  lot: 5,
  /** Those below the node: of any state; or of one by their own names, place by place or, where the number is high, from all postings. */
  ranked: 6,
  place: 7,
  /** Those of the state: of a few names by any of them, of many by others than their own. */
  state: 8,
  end: 9,
} as const;

type Stage = (typeof STAGE)[keyof typeof STAGE];

/** Which streets a scan is for. */
export interface Scanned {
  /** A street number, ANY_NUMBER or ANY_LOT (street-card.ts): streets that cannot have it may be left out. */
  readonly number: number;
  readonly codes: NumberCodes;
  /** -1 for any. */
  readonly state: number;
}

/** Where a scan of streets stands. */
export interface StreetScan extends Scanned {
  readonly query: Query;
  readonly streets: StreetFilter;
  /** The node of the names, whose other streets are scanned too; -1 for none of them. */
  readonly node: number;
  stage: Stage;
  /** What the stage goes through; null for nothing. */
  source: UnitStreets | NumberStreets | RankedWalk | PlaceStreets | ListedStreets | null;
  /** The next run of lots that the lot may become. */
  lots: number;
}

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
export function streetsByNumber(query: Query, names: Names, { number, codes, state }: Scanned, node = -1): StreetScan {
  return {
    query,
    number,
    codes,
    state,
    streets: { run: streetsOfState(query.index, state), names },
    node,
    stage: STAGE.begin,
    source: null,
    lots: 0,
  };
}

/** The next posting of a scan, or NO_POSTING, also where no work is left. */
export function nextStreet(scan: StreetScan): number {
  while (scan.stage !== STAGE.end) {
    const posting = nextOfStage(scan);
    if (posting !== NO_POSTING) return posting;
    if (isSpent(scan.query)) scan.stage = STAGE.end;
    else goOn(scan);
  }
  return NO_POSTING;
}

function nextOfStage({ source }: StreetScan): number {
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

/** Goes on to the next stage that may have streets. */
function goOn(scan: StreetScan): void {
  scan.source = null;
  const { query, number, codes, streets } = scan;
  const { compounds, exact } = codes;
  switch (scan.stage) {
    case STAGE.begin:
      scan.stage = number === ANY_LOT ? STAGE.lot : number === ANY_NUMBER ? STAGE.number : STAGE.unit;
      if (scan.stage === STAGE.unit) scan.source = streetsOfUnit(query, codes, streets);
      else if (scan.stage === STAGE.lot && codes.lot >= 0)
        scan.source = streetsOfNumber(query, compoundNumbers(query.index), codes.lot, streets);
      return;
    case STAGE.unit:
      scan.stage = STAGE.compound;
      if (compounds.length > 0 && compounds[0] === exact)
        scan.source = streetsOfNumber(query, compoundNumbers(query.index), exact, streets);
      return;
    case STAGE.compound: {
      scan.stage = STAGE.longerCompound;
      const longer = compounds.length > 0 && compounds[0] === exact ? compounds.slice(1) : compounds;
      if (longer.length === 1) scan.source = streetsOfNumber(query, compoundNumbers(query.index), longer[0], streets);
      else if (longer.length > 1)
        scan.source = listed(streetsOfNumbers(query, compoundNumbers(query.index), longer, streets));
      return;
    }
    case STAGE.longerCompound:
      scan.stage = STAGE.number;
      scan.source = streetsOfNumber(query, rareNumbers(query.index), number, streets);
      return;
    case STAGE.lot:
      if (scan.lots < codes.grownLots.length) scan.source = listed(streetsOfLongerLots(scan));
      else beginPrefix(scan);
      return;
    case STAGE.number:
      beginPrefix(scan);
      return;
    case STAGE.place:
      scan.stage = STAGE.state;
      scan.source = listed(streetsOfOneState(scan, NAMES.other));
      return;
    default:
      scan.stage = STAGE.end;
  }
}

function listed(posting: readonly number[]): ListedStreets {
  return { kind: 'list', posting, at: 0 };
}

/** Goes on with the other streets below the node. */
function beginPrefix(scan: StreetScan): void {
  const { query, number, node, state } = scan;
  const { names } = scan.streets;
  const { start } = query.streets;
  const postings = start[names.high] - start[names.low];
  if (node < 0) scan.stage = STAGE.end;
  else if (state < 0) {
    scan.stage = STAGE.ranked;
    scan.source = beginRanked(query.work, query.streets, node, number);
  } else if (postings <= MOST_ROWS) {
    scan.stage = STAGE.state;
    scan.source = listed(streetsOfOneState(scan, NAMES.any));
  } else {
    scan.stage = STAGE.place;
    scan.source =
      number >= HIGH_NUMBER && postings <= MOST_OF_STATE
        ? listed(streetsOfOneState(scan, NAMES.own))
        : streetsOfLargest(query, state, names, number);
  }
}

/** The streets of the next lots that a lot may become, all of the same number of digits, the best known first. */
function streetsOfLongerLots(scan: StreetScan): readonly number[] {
  const { query, codes, streets } = scan;
  const from = codes.grownLots[scan.lots];
  const end = codes.grownLots[scan.lots + 1];
  scan.lots += 2;
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
function streetsOfOneState({ query, streets, number }: StreetScan, kind: NameKind): readonly number[] {
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
