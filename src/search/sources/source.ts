import type { NameParse } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import type { Policy, SourceKind } from '../policy.ts';
import type { TextRead } from '../retrieve/query.ts';
import type { Candidate, Search } from '../score/candidates.ts';

/** Something that can be tried, which waits for its turn. */
export interface Source {
  readonly kind: SourceKind;
  /** No candidate of it costs less. */
  readonly bound: number;
  /** It is needless where so many candidates cost no more. */
  readonly wanted: number;
  /** The text that it reads. */
  readonly text: TextRead;
  /** The way to read the numbers, and that to read the words, which it follows; null for several or none. */
  readonly numbers: NumberParse | null;
  readonly names: NameParse | null;
  /** Adds its candidates, and the sources that it leads to, whose bounds are no lower. */
  readonly open: () => void;
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

/** Lets a source wait for its turn: behind those whose bound is no higher. Nothing where the policy has none of its kind. */
export function wait({ policy, waiting }: Engine, source: Source): void {
  if (!policy.sources.has(source.kind)) return;
  let at = waiting.length;
  waiting.push(source);
  for (; at > 0 && waiting[at - 1].bound <= source.bound; at--) waiting[at] = waiting[at - 1];
  waiting[at] = source;
}
