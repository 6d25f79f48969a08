import { MEANING } from '../../../index/lexicon.ts';
import { type Words, wordMeans } from '../../text/lexicon.ts';
import { sizeOf, tokenRange } from '../../text/token-set.ts';
import type { NameParse } from './name-parse.ts';
import type { Span } from './spans.ts';

/** A street's name without the type and suffix behind it: the token after the name, and the lexicon's entries, -1 without. */
export interface Bare {
  readonly end: number;
  readonly type: number;
  readonly suffix: number;
}

/** A run of words without the street type and suffix at its end. */
export function withoutType(words: Words, from: number, end: number): Bare {
  const { entry, longEntry, longEnd, longMeanings } = words;
  let last = end;
  let type = -1;
  let suffix = -1;
  const isLongSuffix = (t: number) => longEnd[t] === end && (longMeanings[t] & (1 << MEANING.streetSuffix)) !== 0;
  const isSuffix = (t: number) => wordMeans(words, t, MEANING.streetSuffix);
  const isType = (t: number) => wordMeans(words, t, MEANING.streetType);
  if (last - from > 3 && isLongSuffix(last - 2) && isType(last - 3)) {
    suffix = longEntry[last - 2];
    last -= 3;
    type = entry[last];
  } else if (last - from > 2 && isSuffix(last - 1) && isType(last - 2)) {
    suffix = entry[--last];
    type = entry[--last];
  } else if (last - from > 1 && isType(last - 1)) type = entry[--last];
  else if (last - from > 1 && isSuffix(last - 1)) suffix = entry[--last];
  return { end: last, type, suffix };
}

/** The parse with a run of words explained: as a street with the type and suffix behind it, or as something else. */
export function explained(
  parse: NameParse,
  from: number,
  end: number,
  { type, suffix }: Pick<Bare, 'type' | 'suffix'> = parse,
  street: Span | null = parse.street,
): NameParse {
  const run = tokenRange(from, end);
  const left = parse.left & ~run;
  return {
    street,
    type,
    suffix,
    typesOpen: parse.typesOpen,
    suffixesOpen: parse.suffixesOpen,
    locality: parse.locality,
    state: parse.state,
    statesOpen: parse.statesOpen,
    countryOpen: parse.countryOpen,
    abroad: parse.abroad,
    unmatched: parse.unmatched - sizeOf(parse.left & run),
    left,
    words: parse.words,
    localityUnknown: parse.locality === null && left >>> (parse.street?.end ?? end) !== 0,
    penalty: parse.penalty,
    and: parse.and,
    rank: parse.rank,
  };
}
