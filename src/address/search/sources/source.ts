import { isSameStreet, type NameParse } from '../parse/names/name-parse.ts';
import { type NameSpans, nameSpans, parseNames } from '../parse/names/parse-names.ts';
import { fitting, type NumberParse } from '../parse/numbers/number-parse.ts';
import { parseNumbers } from '../parse/numbers/parse-numbers.ts';
import type { SourceKind } from '../policy.ts';
import { COSTS } from '../query/costs.ts';
import { LOCALITY_COST, LOCALITY_OTHER, LOCALITY_PREFIX } from '../query/grades.ts';
import type { TextRead } from '../retrieve/query.ts';
import type { Candidate, Search } from '../score/candidates.ts';
import type { TokenSet } from '../text/tokens.ts';
import type { Retrieval } from './retrieval.ts';

/** Something that can be tried, waiting for its turn: a plain record, opened according to its kind (readings.ts). */
export interface Source {
  readonly kind: SourceKind;
  /** A lower bound of its candidates' costs. */
  readonly bound: number;
  /** It is needless once so many candidates cost less than the bound (and the policy's margin). */
  readonly wanted: number;
  /** The text that it follows. */
  readonly text: TextRead;
  /** The number parse and the name parse that it follows; null for several or none. */
  numbers: NumberParse | null;
  names: NameParse | null;
  /** The cost of reading the numbers so. */
  cost: number;
  /** The least `wanted` of the likeliest sources that it leads to. */
  least: number;
  /** The name parses, and which of them it follows; null until they are made. */
  named: Named | null;
  at: number;
  /** What it asks of streets; null until the name parses are made. */
  asked: Retrieval | null;
}

/** A source whose other fields are still to be set: all have one hidden class. */
export function sourceOf(kind: SourceKind, bound: number, wanted: number, text: TextRead): Source {
  return {
    kind,
    bound,
    wanted,
    text,
    numbers: null,
    names: null,
    cost: 0,
    least: wanted,
    named: null,
    at: 0,
    asked: null,
  };
}

/** Another source that follows the same reading. */
export function sourceLike(of: Source, kind: SourceKind, bound: number, wanted: number): Source {
  const source = sourceOf(kind, bound, wanted, of.text);
  source.numbers = of.numbers;
  source.names = of.names;
  source.cost = of.cost;
  source.least = of.least;
  source.named = of.named;
  source.at = of.at;
  source.asked = of.asked;
  return source;
}

/** Callbacks for the steps of a search. */
export interface Trace {
  /** A source whose turn came, and how many candidates it brought; null if it was needless. */
  source?: (source: Source, brought: number | null) => void;
  /** Nothing waits any more, or the budget is spent. */
  ended?: (search: Search) => void;
  candidates?: (candidates: readonly Candidate[]) => void;
  /** The words of a line led to its street by their hash; not called where sources are asked for. */
  line?: () => void;
}

/** A search under way, with the sources that wait, the one with the lowest bound last. */
export interface Engine {
  readonly search: Search;
  readonly trace: Trace;
  readonly waiting: Source[];
  /** The names beside the last number parse; null before the first. */
  named: Named | null;
  /** The street that the straight way tried, whose candidates are there; null for none. */
  tried: Pick<Source, 'numbers' | 'names'> | null;
}

/** The names among the words that number parses leave, by the tokens that these explain, and how they are parsed. */
export interface Named {
  readonly consumed: TokenSet;
  readonly spans: NameSpans;
  readonly names: readonly NameParse[];
  /** How many words the best of them leaves over. */
  readonly unmatched: number;
  /** The parses of the words as a street or a place or neither; null until they are needed. */
  partial: readonly NameParse[] | null;
}

/** Queues a source, after those whose bound is no higher, if the policy has its kind. */
export function wait({ search, waiting }: Engine, source: Source): void {
  if (!search.policy.sources.has(source.kind)) return;
  let at = waiting.length;
  waiting.push(source);
  for (; at > 0 && waiting[at - 1].bound <= source.bound; at--) waiting[at] = waiting[at - 1];
  waiting[at] = source;
}

/** The number parses of the current text, the likeliest first. O(tokens). */
export function numbersOf({ search: { index, tokens, words, roles, policy } }: Engine): NumberParse[] {
  return fitting(parseNumbers(index, tokens, words, policy.rules), roles);
}

/** The names among the words that a number parse leaves, and their parses: those of the one before if it leaves the same. */
export function namesBeside(engine: Engine, { consumed }: NumberParse): Named {
  const { search, named } = engine;
  if (named !== null && named.consumed === consumed && named.spans.tokens === search.tokens) return named;
  const spans = nameSpans(search, consumed);
  const names = parseNames(spans, true);
  const [{ unmatched }] = names;
  engine.named = { consumed, spans, names, unmatched, partial: unmatched > 0 ? names : null };
  return engine.named;
}

/** The least cost of what a name parse leads to, beside its penalty, the words that it leaves over, and the numbers. */
export function boundOf({ street, locality, localityUnknown }: NameParse, numbered: boolean, isNamed: boolean): number {
  if (street === null && locality === null) return isNamed ? COSTS.numberInPlace : 0;
  // Words left over where a place would stand are taken for another place.
  const unknown = localityUnknown ? LOCALITY_COST[LOCALITY_OTHER] : 0;
  const inPlace = street === null && numbered ? COSTS.numberInPlace : 0;
  return unknown + inPlace + (locality?.whole === false ? LOCALITY_COST[LOCALITY_PREFIX] : 0);
}

/**
 * The least bound of what name parses that leave no word over lead to, but for the likeliest as a street in a place; -1
 * if that is not what they lead to first.
 */
export function leastBeside(names: readonly NameParse[], { number, lot }: NumberParse): number {
  const [first] = names;
  if (first.street === null || first.locality === null || first.unmatched > 0) return -1;
  const numbered = number !== null || lot !== null;
  let least = Number.POSITIVE_INFINITY;
  for (const parse of names)
    if (parse.unmatched === 0 && !isSameStreet(parse, first))
      least = Math.min(least, parse.penalty + boundOf(parse, numbered, true));
  return least < first.penalty + boundOf(first, numbered, true) ? -1 : least;
}
