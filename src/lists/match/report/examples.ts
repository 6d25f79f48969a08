import type { Outcome } from '../lookup/job.ts';
import type { LineClass } from './line-class.ts';

/** A line as an example of its kind. */
export interface Example {
  readonly kind: ExampleKind;
  readonly line: number;
  /** What was looked up, as far as a person reads it at a glance. */
  readonly given: string;
  /** The address that was found; empty for none. */
  readonly found: string;
  readonly score: number | null;
  /** What held the score down, or is wrong with the line. */
  readonly why: string;
}

/** Kinds of lines of which there are examples: by quality where something was found, else by class. */
export type ExampleKind = Exclude<Outcome, 'none' | 'bad line'> | LineClass;

/** Examples of a kind. */
const EXAMPLES = 20;

/** Longer texts are cut. */
const MOST_CHARACTERS = 160;

/** Picks examples as lines come. */
export interface ExamplePicker {
  /** Whether a line is wanted as an example of its kind. */
  readonly isWanted: (kind: ExampleKind, line: number) => boolean;
}

/**
 * Picks lines by a hash of their numbers, the lowest of each kind: so they are spread over the list, and are the same
 * whichever worker has which part of it. A picker wants a line that is among the lowest that it has seen.
 */
export function examplePicker(): ExamplePicker {
  const lowest = new Map<ExampleKind, number[]>();
  return {
    isWanted(kind, line) {
      let places = lowest.get(kind);
      if (places === undefined) {
        places = [];
        lowest.set(kind, places);
      }
      const place = placeOf(line);
      if (places.length === EXAMPLES && place >= places[EXAMPLES - 1]) return false;
      places.push(place);
      places.sort((a, b) => a - b);
      places.length = Math.min(places.length, EXAMPLES);
      return true;
    },
  };
}

/** The examples of each kind among these, in the order of the list. */
export function chosenExamples(examples: readonly Example[]): ReadonlyMap<ExampleKind, readonly Example[]> {
  const kinds = new Set(examples.map(({ kind }) => kind));
  return new Map(
    [...kinds].map((kind) => {
      const all = examples.filter((example) => example.kind === kind);
      const picked = all.sort((a, b) => placeOf(a.line) - placeOf(b.line)).slice(0, EXAMPLES);
      return [kind, picked.sort((a, b) => a.line - b.line)];
    }),
  );
}

/** A text of an example. */
export function shortened(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}

/** The place of a line among all, in a random order that is always the same (the finalizer of MurmurHash3). */
function placeOf(line: number): number {
  let hash = line;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
