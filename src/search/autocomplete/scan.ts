import { POSTING_MASK } from '../../index/name-trie.ts';
import { EXACT, LOCALITY_ABSENT } from '../query/grades.ts';
import { nextNear, streetsNear } from '../retrieve/places/near-streets.ts';
import type { Names } from '../retrieve/places/place-streets.ts';
import { NO_POSTING } from '../retrieve/ranked-walk.ts';
import { nextStreet, streetsWithPrefix } from '../retrieve/street-scan.ts';
import { mayKeep } from '../score/add-street.ts';
import { type Collector, collect, collectNamed } from './collector.ts';
import { fitsType } from './fits-type.ts';
import { asGoodAsAnyLeft, type Retrieval, wantedNumber } from './retrieval.ts';

/** Around a point, so many streets are scanned, and so many that have what is asked for are enough. */
const MOST_SCANNED_NEAR = 200;
const ENOUGH_NEAR = 20;

/**
 * Collects from streets below a node of the names' trie, in a state, -1 for any, the best known first; answers how many of them, at most
 * `wanted`, answer.
 */
export function scanPrefix(collector: Collector, node: number, state: number, wanted: number): number {
  const { search, retrieval, match } = collector;
  if (wanted <= 0) return 0;
  const scan = streetsWithPrefix(search, node, wantedNumber(retrieval), retrieval.numbers, state);
  let found = 0;
  let alike = 0;
  for (let scanned = 0; found < wanted && alike < retrieval.shown && scanned < retrieval.mostScanned; scanned++) {
    const posting = mayKeep(search, match) ? nextStreet(scan) : NO_POSTING;
    if (posting === NO_POSTING) return found;
    const from = search.candidates.length;
    if (collectNamed(collector, posting) > 0) found++;
    else alike += asGoodAsAnyLeft(search, retrieval, from);
  }
  return found;
}

/** What the streets around a point had. */
export interface Surroundings {
  /** How many answer. */
  readonly found: number;
  /** Whether no others are wanted: enough answer, or all streets of the names were scanned, near and far. */
  readonly enough: boolean;
}

const NOTHING_AROUND: Surroundings = { found: 0, enough: false };

/**
 * Collects from streets with names of a run of entries around the point whose surroundings are preferred; with `whole`, of the very name that was
 * typed, those of the type that was typed alone. Answers what they had.
 */
export function scanNear(collector: Collector, names: Names, whole: boolean): Surroundings {
  const { search, retrieval, match } = collector;
  const streets = streetsNear(search, names, wantedNumber(retrieval));
  if (streets === null) return NOTHING_AROUND;
  let found = 0;
  for (let scanned = 0; found < ENOUGH_NEAR && scanned < MOST_SCANNED_NEAR; scanned++) {
    const posting = nextNear(streets);
    if (posting === NO_POSTING) return { found, enough: streets.places === null };
    if (whole && !fitsType(search, match.parse, posting & POSTING_MASK, streets.card)) continue;
    const answered = whole ? collect(collector, posting, EXACT, LOCALITY_ABSENT, 0) : collectNamed(collector, posting);
    if (answered > 0) found++;
  }
  return { found, enough: found >= ENOUGH_NEAR };
}

/** How many more are wanted of streets anywhere. */
export function wantedAnywhere({ wanted }: Retrieval, { found, enough }: Surroundings): number {
  return enough ? 0 : wanted - found;
}
