import type { CounterFile } from '../counters/counter-file.ts';
import { readTerms, termsCount } from '../counters/directory.ts';
import { wildcardsOver } from './terms.ts';

/**
 * Tells whether any publishable key allows pages of an origin: a browser asks this before it sends
 * the key. Reads the terms published since the last call. Revoked keys count until the program
 * restarts; they are refused when used.
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
