import { lowerBound } from '../../../index/address.ts';
import { MEANING } from '../../../index/lexicon.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { MISFIT } from '../../query/costs.ts';
import { type Words, wordMeans } from '../../text/lexicon.ts';
import { beginsInTerritory, beginsPostcode, isPostcode } from '../../text/number-tokens.ts';
import { hasToken } from '../../text/token-set.ts';
import { COMMA, type Tokens, WORD } from '../../text/tokens.ts';
import type { NumberParse } from './number-parse.ts';

/** A number in a query, and what is known of the words and numbers around it. */
export interface RoleContext {
  readonly index: AddressIndex;
  readonly tokens: Tokens;
  readonly words: Words;
  /** Marks the tokens that units, levels and lots were read from. */
  readonly parse: NumberParse;
}

/** Whether a number standing alone may be a postcode: four digits, or the first ones of a postcode that is being typed. */
export function mayBePostcode(tokens: Tokens, t: number): boolean {
  return isPostcode(tokens, t) || isPostcodePrefix(tokens, t);
}

/** Whether a number may be the first digits of a postcode that is being typed. */
export function isPostcodePrefix(tokens: Tokens, t: number): boolean {
  return tokens.open && t === tokens.count - 1 && !isPostcode(tokens, t) && beginsPostcode(tokens, t);
}

/**
 * How badly a number fits as the postcode (MISFIT). A postcode stands behind the name of a place and ends a part, and it exists:
 * `RICHMOND 3121`, `VIC 3121,`. Between a unit and a street's name, `SHOP 1, FLOOR 1, 1880 FERNTREE GULLY ROAD`, is a house number.
 */
export function postcodeMisfit(context: RoleContext, t: number): number {
  const { index, tokens, words } = context;
  if (t > 0 && wordMeans(words, t - 1, MEANING.postcode)) return 0;
  const position = postcodePosition(context, t);
  if (!isPostcode(tokens, t)) return position + MISFIT.slight;
  return position + (existsPostcode(index, tokens.value[t]) ? 0 : MISFIT.misplaced);
}

function postcodePosition(context: RoleContext, t: number): number {
  const { tokens } = context;
  if (t === 0) return isPostcodeOfTerritory(tokens, t) ? 0 : MISFIT.misplaced;
  if (!isBehindName(context, t)) return MISFIT.unlikely;
  if (endsPlace(context, t)) return 0;
  return (tokens.before[t] & COMMA) !== 0 ? MISFIT.misplaced : MISFIT.slight;
}

/**
 * How badly a number fits as the street number (MISFIT): such a number stands right before the street's name, or behind a unit; behind a name
 * only where no lot was given.
 */
export function streetNumberMisfit(context: RoleContext, t: number): number {
  const { tokens, parse } = context;
  const next = t + 1;
  const written = isPostcodeOfTerritory(tokens, t) ? MISFIT.unlikely : 0;
  if (next < tokens.count && (tokens.before[next] & COMMA) === 0)
    return written + (tokens.kind[next] === WORD ? 0 : MISFIT.misplaced);
  if (!isBehindName(context, t)) return written;
  return written + (parse.lot === null ? MISFIT.slight : MISFIT.misplaced);
}

/** How badly a number before the street number fits as a unit (MISFIT): behind a name stands a postcode, `HORNSBY 2077, 9 MURIEL STREET`. */
export function unitMisfit(context: RoleContext, t: number): number {
  return isBehindName(context, t) ? MISFIT.misplaced : 0;
}

/** `0800`, `08`: nobody writes a street number so. */
function isPostcodeOfTerritory(tokens: Tokens, t: number): boolean {
  return (isPostcode(tokens, t) || isPostcodePrefix(tokens, t)) && beginsInTerritory(tokens, t);
}

/** Whether a word of a name stands before a number, rather than a unit, another number or nothing. */
function isBehindName({ tokens, parse }: RoleContext, t: number): boolean {
  return t > 0 && tokens.kind[t - 1] === WORD && !hasToken(parse.consumed, t - 1);
}

/** Whether a place may end with a number: nothing, a comma, another number, a state or the country follows. */
function endsPlace({ tokens, words }: RoleContext, t: number): boolean {
  const next = t + 1;
  if (next >= tokens.count || (tokens.before[next] & COMMA) !== 0 || tokens.kind[next] !== WORD) return true;
  return ((words.meanings[next] | words.longMeanings[next]) & STATE_OR_COUNTRY) !== 0;
}

const STATE_OR_COUNTRY = (1 << MEANING.state) | (1 << MEANING.country);

/** Whether any address has a postcode. O(log postcodes). */
export function existsPostcode({ columns: { postcode } }: AddressIndex, value: number): boolean {
  return postcode[lowerBound(postcode, value)] === value;
}
