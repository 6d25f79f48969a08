import type { NameParse } from '../parse/names/name-parse.ts';
import type { NameSpans } from '../parse/names/parse-names.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import type { Policy, SourceKind } from '../policy.ts';
import type { TextRead } from '../retrieve/query.ts';
import type { Candidate, Search } from '../score/candidates.ts';
import type { Retrieval } from './retrieval.ts';

/** Something that can be tried, which waits for its turn: a plain record, of which its kind says how it is opened (readings.ts). */
export interface Source {
  readonly kind: SourceKind;
  /** No candidate of it costs less. */
  readonly bound: number;
  /** It is needless where so many candidates cost no more. */
  readonly wanted: number;
  /** The text that it reads. */
  readonly text: TextRead;
  /** The way to read the numbers, and that to read the words, which it follows; null for several or none. */
  numbers: NumberParse | null;
  names: NameParse | null;
  /** What it costs that the numbers are read so. */
  cost: number;
  /** As many records at least are wanted of each of the streets that it leads to. */
  least: number;
  /** The ways to read the words, and which of them it follows; null for what leads to these. */
  reading: Reading | null;
  at: number;
  /** What it asks of streets; null for what leads to others. */
  asked: Retrieval | null;
}

/** The ways to read the words, beside one way to read the numbers. */
export interface Reading {
  readonly spans: NameSpans;
  readonly names: readonly NameParse[];
  /** The words that the best of them leave over. */
  readonly unmatched: number;
  /** The ways to read them as a street or a place or neither; null until they are asked for. */
  partial: readonly NameParse[] | null;
}

/** A source of streets or of others, of which the rest is still to be said: all have one shape. */
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
    reading: null,
    at: 0,
    asked: null,
  };
}

/** Every step of a search, for those who want to see it. */
export interface Trace {
  /** A source whose turn came, and how many candidates it brought; null where it was needless. */
  source?: (source: Source, brought: number | null) => void;
  /** Nothing waits any more, or the budget is spent. */
  ended?: (isSpent: boolean) => void;
  candidates?: (candidates: readonly Candidate[]) => void;
}

/** A search under way: what waits, the source with the lowest bound last. */
export interface Engine {
  readonly search: Search;
  readonly policy: Policy;
  readonly trace: Trace;
  readonly waiting: Source[];
}

/** Lets a source wait for its turn: after those whose bound is no higher. Nothing where the policy has none of its kind. */
export function wait({ policy, waiting }: Engine, source: Source): void {
  if (!policy.sources.has(source.kind)) return;
  let at = waiting.length;
  waiting.push(source);
  for (; at > 0 && waiting[at - 1].bound <= source.bound; at--) waiting[at] = waiting[at - 1];
  waiting[at] = source;
}
