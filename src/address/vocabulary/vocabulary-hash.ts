import { createHash } from 'node:crypto';
import {
  BEFORE_COUNCILS,
  BEHIND_COUNCILS,
  DIRECTIONS,
  EQUAL_WORDS,
  NO_COUNCILS,
  SHORTENED_IN_PLACES,
} from './names.ts';
import { PHRASES } from './phrases.ts';
import { STATES } from './states.ts';
import { STREET_SUFFIX_WORDS, STREET_TYPE_WORDS } from './street-types.ts';
import { FLAT_TYPES, LEVEL_TYPE_WORDS } from './unit-types.ts';

/** The tables that are compiled into an index. */
const COMPILED = [
  ...[PHRASES, STATES, STREET_TYPE_WORDS, STREET_SUFFIX_WORDS, FLAT_TYPES, LEVEL_TYPE_WORDS],
  ...[EQUAL_WORDS, SHORTENED_IN_PLACES, DIRECTIONS, BEHIND_COUNCILS, BEFORE_COUNCILS, NO_COUNCILS],
];

/** Digits of the hash: enough to tell two versions apart. */
const DIGITS = 16;

/** A hash of the words that are compiled into an index, which has that of its builder's in its manifest. */
export const VOCABULARY_HASH = createHash('sha256').update(JSON.stringify(COMPILED)).digest('hex').slice(0, DIGITS);

/**
 * What to tell an operator where an index at `path` was built with other words than this program has, by the options of its
 * manifest; null where it was not.
 */
export function vocabularyWarning({ path, options: { vocabulary } }: BuiltIndex): string | null {
  if (vocabulary === VOCABULARY_HASH) return null;
  return (
    `${path} was built with another vocabulary (${vocabulary ?? 'unknown'}) than this program has (${VOCABULARY_HASH}): ` +
    'it answers, but does not know words that were added since. Build it again from its release.'
  );
}

/** What is read of the manifest of an index. */
interface BuiltIndex {
  readonly path: string;
  readonly options: Readonly<Record<string, string>>;
}
