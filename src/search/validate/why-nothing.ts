import { MEANING } from '../../index/lexicon.ts';
import type { AddressIndex } from '../../index/open.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { nameSpans, parseNames } from '../parse/names/parse-names.ts';
import { fitting, type NumberParse } from '../parse/numbers/number-parse.ts';
import { parseNumbers } from '../parse/numbers/parse-numbers.ts';
import { type Query, queryOf } from '../retrieve/query.ts';
import { wordMeans } from '../text/lexicon.ts';
import { type Asked, lineOf } from '../text/parts.ts';

/** Why nothing was found, as far as a query tells; `none` where it tells nothing. */
export type Reason = 'po_box' | 'intersection' | 'parcel' | 'overseas' | 'too_little' | 'none';

/** A query for which nothing was found, and the likeliest way to read it. */
interface Unanswered {
  readonly text: string;
  readonly query: Query;
  readonly numbers: NumberParse;
  readonly names: NameParse;
}

/** What each reason is told by, the surest first. */
const TOLD: readonly (readonly [Reason, (asked: Unanswered) => boolean])[] = [
  ['po_box', ({ numbers }) => numbers.postal],
  [
    'intersection',
    ({ numbers, names }) => numbers.corner || (names.and && numbers.number === null && names.street !== null),
  ],
  ['overseas', ({ names, text, query }) => names.abroad || isForeign(text) || has(query, MEANING.abroad)],
  ['parcel', ({ numbers }) => numbers.planned],
  ['too_little', ({ names, query }) => query.tokens.count < 3 || (names.street === null && names.unmatched === 0)],
];

/** Postcodes of Britain, Canada, the Netherlands and the United States, as they end a line or part of it. */
const FOREIGN = [
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i,
  /\b[A-Z]\d[A-Z] \d[A-Z]\d\b/i,
  /\b\d{4} ?[A-Z]{2}\s*$/,
  /\b[A-Z]{2},? \d{5}(-\d{4})?\b/,
];

/** Why `findBest` answers nothing to a query. For diagnostics: reads the query once more. */
export function whyNothing(index: AddressIndex, asked: Asked): Reason {
  const text = lineOf(asked);
  const query = queryOf(index, asked, -1, null, false);
  if (query.tokens.count === 0) return 'too_little';
  const [numbers] = fitting(parseNumbers(index, query.tokens, query.words), query.roles);
  const spans = nameSpans(index, query, query.streets, query.localities, numbers.consumed, false);
  const [names] = parseNames(spans, true);
  return TOLD.find(([, isTold]) => isTold({ text, query, numbers, names }))?.[0] ?? 'none';
}

function isForeign(text: string): boolean {
  return FOREIGN.some((form) => form.test(text));
}

function has({ tokens, words }: Query, meaning: typeof MEANING.abroad): boolean {
  for (let t = 0; t < tokens.count; t++)
    if (wordMeans(words, t, meaning) || (words.longMeanings[t] & (1 << meaning)) !== 0) return true;
  return false;
}
