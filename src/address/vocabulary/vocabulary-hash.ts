import { createHash } from 'node:crypto';
import * as names from './names.ts';
import * as phrases from './phrases.ts';
import * as states from './states.ts';
import * as streetTypes from './street-types.ts';
import * as unitTypes from './unit-types.ts';

/** All tables of the files that are compiled into an index, by name, as bundlers keep no order: a new one counts too. */
const COMPILED = [names, phrases, states, streetTypes, unitTypes].map((tables) =>
  Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1)),
);

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
