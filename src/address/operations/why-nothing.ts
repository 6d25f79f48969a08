import { MEANING } from '../index/lexicon.ts';
import type { AddressIndex } from '../index/open.ts';
import { likeliestReading } from '../search/find-best.ts';
import { existsPostcode } from '../search/parse/numbers/number-roles.ts';
import type { Reading, Search } from '../search/score/candidates.ts';
import { wordMeans } from '../search/text/lexicon.ts';
import { type Asked, lineOf } from '../search/text/parts.ts';
import { COMMA, isPostcode, isWord } from '../search/text/tokens.ts';

/** Why nothing was found, if the query shows it; else `none`. */
export type Reason = 'po_box' | 'intersection' | 'parcel' | 'overseas' | 'too_little' | 'none';

/** A query for which nothing was found, and the likeliest way to read it. */
interface Unanswered extends Reading {
  readonly index: AddressIndex;
  readonly text: string;
}

/** How each reason is recognised, the most certain first. */
const TOLD: readonly (readonly [Reason, (asked: Unanswered) => boolean])[] = [
  ['po_box', ({ numbers }) => numbers.postal],
  [
    'intersection',
    ({ numbers: { corner, number, planned }, names, tokens, words }) =>
      corner ||
      (number === null && !planned && ((names.and && names.street !== null) || joinsStreets({ tokens, words }))),
  ],
  ['parcel', ({ numbers }) => numbers.planned],
  ['overseas', (asked) => !isAustralian(asked) && isForeign(asked)],
  ['too_little', ({ names, tokens }) => tokens.count < 3 || (names.street === null && names.unmatched === 0)],
];

/** `THOMAS ST & RUDD RD`: whether an AND stands after a street's type, and another in the same part, though neither street is known. */
function joinsStreets({ tokens, words }: Pick<Reading, 'tokens' | 'words'>): boolean {
  for (let t = 2; t + 2 < tokens.count; t++) {
    if (!isWord(tokens, t, 'AND') || !wordMeans(words, t - 1, MEANING.streetType)) continue;
    for (let at = t + 2; at < tokens.count && (tokens.before[at] & COMMA) === 0; at++)
      if (wordMeans(words, at, MEANING.streetType)) return true;
  }
  return false;
}

/**
 * Whether a line says a state, a place or a postcode of Australia in its place: a state at the end or beside a postcode, a
 * known postcode behind a word. `SEATTLE, WA 98101` has a state's letters before five digits.
 */
function isAustralian(asked: Unanswered): boolean {
  const { index, tokens, words, numbers, names } = asked;
  if (names.locality?.whole === true && !endsAbroad(asked)) return true;
  for (let t = 1; t < tokens.count; t++) {
    const state = ((words.meanings[t] | words.longMeanings[t]) & (1 << MEANING.state)) !== 0;
    if (state && (isPostcode(tokens, t - 1) || t + 1 === tokens.count || isPostcode(tokens, t + 1))) return true;
  }
  const { postcode } = numbers;
  return postcode !== null && !endsAbroad(asked) && postcode.token > 0 && existsPostcode(index, postcode.value);
}

/** Whether another country's name is the last word. */
function endsAbroad({ tokens, words }: Unanswered): boolean {
  const last = tokens.count - 1;
  if (wordMeans(words, last, MEANING.abroad)) return true;
  for (let t = Math.max(0, last - 3); t < last; t++)
    if (words.longEnd[t] === tokens.count && (words.longMeanings[t] & (1 << MEANING.abroad)) !== 0) return true;
  return false;
}

/** Whether a line has another country, its form of postcode, or one of its cities at the end. */
function isForeign(asked: Unanswered): boolean {
  const { text, names } = asked;
  return (
    names.abroad ||
    saysAbroad(asked) ||
    FOREIGN.some((form) => form.test(text)) ||
    (names.locality === null && CITY_AT_END.test(text))
  );
}

/** Postcodes of Britain, Canada, the Netherlands and the United States, the Dutch ones only at the end. */
const FOREIGN = [
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/i,
  /\b[A-Z]\d[A-Z] \d[A-Z]\d\b/i,
  /\b\d{4} ?[A-Z]{2}\s*$/,
  /\b[A-Z]{2},? \d{5}(-\d{4})?\b/,
];

/** Foreign cities in Australian address lists, without those that are also Australian suburbs, as TORONTO is. */
const CITIES = `
Auckland Christchurch Tauranga Dunedin London Manchester Birmingham Leeds Glasgow Belfast Dublin Paris Lyon Berlin Munich
Hamburg Frankfurt Vienna Zurich Geneva Rome Milan Madrid Barcelona Lisbon Amsterdam Brussels Copenhagen Stockholm Oslo
Helsinki Athens New_York Los_Angeles San_Francisco Chicago Boston Seattle Houston Vancouver Montreal Singapore Kuala_Lumpur
Jakarta Bangkok Manila Hanoi Ho_Chi_Minh_City Hong_Kong Shanghai Beijing Shenzhen Taipei Seoul Tokyo Osaka Mumbai Delhi
Bangalore Chennai Colombo Dubai Johannesburg Cape_Town Suva`
  .trim()
  .split(/\s+/)
  .map((city) => city.replaceAll('_', ' '));
const CITY_AT_END = new RegExp(`\\b(?:${CITIES.join('|')})[\\s.,]*$`, 'i');

/** What is said of a query for which a search finds nothing. */
export interface Nothing {
  readonly reason: Reason;
  /** Whether a date that a spreadsheet made of numbers stands where the street number does: `DEC-34, MILLER ST`. */
  readonly dated: boolean;
}

/** Why a search found nothing, and what may have become of the query. To be asked before the next search. */
export function nothingFound(search: Search, asked: Asked): Nothing {
  const reading = likeliestReading(search);
  const { dated } = reading.numbers;
  if (reading.tokens.count === 0) return { reason: 'too_little', dated };
  const unanswered = { ...reading, index: search.index, text: lineOf(asked) };
  return { reason: TOLD.find(([, isTold]) => isTold(unanswered))?.[0] ?? 'none', dated };
}

function saysAbroad({ tokens, words }: Unanswered): boolean {
  for (let t = 0; t < tokens.count; t++)
    if (wordMeans(words, t, MEANING.abroad) || (words.longMeanings[t] & (1 << MEANING.abroad)) !== 0) return true;
  return false;
}
