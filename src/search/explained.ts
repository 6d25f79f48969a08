import { MEANING } from '../index/lexicon.ts';
import { type Words, wordMeans } from './lexicon.ts';
import type { NameReading } from './name-readings.ts';
import type { Span } from './trie-walk.ts';

/** A street's name without the type and suffix behind it: the token after the name, and the lexicon's entries, -1 without. */
export interface Bare {
  readonly end: number;
  readonly type: number;
  readonly suffix: number;
}

/** A run of words without the street type and suffix at its end. */
export function withoutType(words: Words, from: number, end: number): Bare {
  const { entry } = words;
  let last = end;
  let type = -1;
  let suffix = -1;
  const isSuffix = (t: number) => wordMeans(words, t, MEANING.streetSuffix);
  const isType = (t: number) => wordMeans(words, t, MEANING.streetType);
  if (last - from > 2 && isSuffix(last - 1) && isType(last - 2)) {
    suffix = entry[--last];
    type = entry[--last];
  } else if (last - from > 1 && isType(last - 1)) type = entry[--last];
  else if (last - from > 1 && isSuffix(last - 1)) suffix = entry[--last];
  return { end: last, type, suffix };
}

/** A reading that is made when it is first asked for: most are made for streets that then are not there. */
export function lazily(make: () => NameReading): () => NameReading {
  let made: NameReading | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The reading with a run of words explained: as a street with the type and suffix behind it, or as something else. */
export function explained(
  reading: NameReading,
  from: number,
  end: number,
  { type, suffix }: Pick<Bare, 'type' | 'suffix'> = reading,
  street: Span | null = reading.street,
): NameReading {
  const left = reading.left.slice();
  let { unmatched } = reading;
  for (let t = from; t < end; t++) {
    if (left[t] === 1) unmatched--;
    left[t] = 0;
  }
  return {
    street,
    type,
    suffix,
    typesOpen: reading.typesOpen,
    suffixesOpen: reading.suffixesOpen,
    locality: reading.locality,
    state: reading.state,
    abroad: reading.abroad,
    unmatched: Math.max(0, unmatched),
    left,
    words: reading.words,
    placeUnknown: reading.locality === null && left.indexOf(1, reading.street?.end ?? end) >= 0,
    farFetched: reading.farFetched,
    and: reading.and,
  };
}
