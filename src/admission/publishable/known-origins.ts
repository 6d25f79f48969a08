import type { CounterFile } from '../counters/counter-file.ts';
import { readTerms, termsCount } from '../counters/directory.ts';
import { wildcardsOver } from './terms.ts';

/**
 * Tells whether pages of an origin may ask with some publishable key: a browser asks before it
 * sends the key. Reads the terms that were published since the last question. Keys that were
 * revoked count until the program starts again; they are refused when they are used.
 */
export function knownOrigins(file: CounterFile): (origin: string) => boolean {
  const origins = new Set<string>();
  let read = 0;
  return (origin) => {
    for (const count = termsCount(file); read < count; read++)
      for (const each of readTerms(file, read)?.origins ?? []) origins.add(each);
    return origins.has(origin) || wildcardsOver(origin).some((each) => origins.has(each));
  };
}
