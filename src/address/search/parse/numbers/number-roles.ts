import { MEANING } from '../../../index/lexicon.ts';
import { nameTries } from '../../../index/name-trie.ts';
import type { AddressIndex } from '../../../index/open.ts';
import { postcodeRow } from '../../../index/postcodes.ts';
import { IMPLAUSIBLE, MISFIT } from '../../query/costs.ts';
import { MOST_MEANT } from '../../query/limits.ts';
import { wordMeans } from '../../text/lexicon.ts';
import {
  beginsInTerritory,
  beginsPart,
  beginsPostcode,
  COMMA,
  hasToken,
  isPostcode,
  lastToken,
  NO_TOKENS,
  sizeOf,
  type TokenSet,
  type Tokens,
  tokenRange,
  WORD,
} from '../../text/tokens.ts';
import { isWholeName } from '../names/name-parse.ts';
import { changed, consume, type NumberParse, type Reading, typed, unitOf } from './number-parse.ts';

/** The roles of the numbers that stand alone, by token, -1 for none; and how badly they fit (MISFIT). */
interface Roles {
  readonly postcode: number;
  readonly number: number;
  readonly unit: number;
  /** Tokens that repeat the postcode. */
  readonly again: TokenSet;
  readonly misfit: number;
}

/**
 * Gives the numbers that stand alone their roles by the evidence around them, and adds parses for other plausible
 * roles, the likeliest first. Later ones serve if a record contradicts what was given.
 */
export function assignRoles(reading: Reading): NumberParse[] {
  const { tokens, parse } = reading;
  const all = rolesOf(reading);
  const [best] = all;
  const parses = [parse];
  for (let i = 1; i < all.length; i++) parses.push(withRoles(tokens, changed(parse, {}), all[i]));
  withRoles(tokens, parse, best);
  return parses;
}

/** The ways to assign roles, one for each number that may be the postcode and one for none, the best first. */
function rolesOf(context: Reading): readonly Roles[] {
  const { tokens, parse, plain } = context;
  const all = [rolesWith(context, -1)];
  if (parse.postcode === null)
    for (let i = plain.length - 1; i >= 0 && all.length <= MOST_MEANT; i--)
      if (mayBePostcode(tokens, plain[i])) all.push(rolesWith(context, plain[i]));
  if (all.length === 1) return all;
  all.sort((a, b) => a.misfit - b.misfit);
  const worst = all[0].misfit + IMPLAUSIBLE;
  while (all[all.length - 1].misfit >= worst) all.pop();
  return all;
}

function rolesWith(context: Reading, postcode: number): Roles {
  const { tokens, parse, plain } = context;
  let misfit = postcode < 0 ? 0 : postcodeMisfit(context, postcode);
  let again = NO_TOKENS;
  let rest = NO_TOKENS;
  for (const t of plain) {
    if (t === postcode) continue;
    if (postcode >= 0 && saysAgain(context, t, postcode)) again |= 1 << t;
    else rest |= 1 << t;
  }
  const count = sizeOf(rest);
  let number = -1;
  let unit = -1;
  if (parse.number !== null) {
    const first = parse.unit?.number?.token ?? parse.number.token;
    if (count === 1 && standsBefore(parse, lastToken(rest), first)) unit = lastToken(rest);
  } else if (count > 0) {
    number = streetNumberAmong(tokens, rest);
    misfit += streetNumberMisfit(context, number);
    const before = rest & tokenRange(0, number);
    if (before !== NO_TOKENS && standsBefore(parse, lastToken(before), number)) unit = lastToken(before);
  } else if (parse.lot === null) misfit += MISFIT.noNumber;
  if (parse.unit !== null) unit = -1;
  if (unit >= 0) misfit += unitMisfit(context, unit);
  const explained = (number < 0 ? 0 : 1) + (unit < 0 ? 0 : 1);
  misfit += (count - explained) * MISFIT.unexplained;
  return { postcode, number, unit, again, misfit };
}

/** Which number is the street's: the last that a word follows, else the last. */
function streetNumberAmong({ count, kind, before, letters, start }: Tokens, rest: TokenSet): number {
  for (let left = rest; left !== NO_TOKENS; left &= ~(1 << lastToken(left))) {
    const t = lastToken(left);
    if (left !== 1 << t && letters[start[t]] >= 0x41) continue;
    if (t + 1 < count && kind[t + 1] === WORD && (before[t + 1] & COMMA) === 0) return t;
  }
  return lastToken(rest);
}

/** Whether a number stands right before another, or before its level: `113, LEVEL 1, 3 HINDMARSH SQUARE`. */
function standsBefore({ level, consumed }: NumberParse, t: number, number: number): boolean {
  const between = tokenRange(t + 1, number);
  return t === number - 1 || (t < number && level !== null && (consumed & between) === between);
}

/** `RICHMOND 3121, VIC 3121`: whether a number repeats the postcode, rather than being an equal street number. */
function saysAgain(context: Reading, t: number, postcode: number): boolean {
  const { tokens } = context;
  if (tokens.value[t] !== tokens.value[postcode] || !mayBePostcode(tokens, t)) return false;
  return postcodeMisfit(context, t) < streetNumberMisfit(context, t);
}

function withRoles(tokens: Tokens, parse: NumberParse, roles: Roles): NumberParse {
  const { postcode, number, unit, again } = roles;
  if (postcode >= 0) {
    parse.postcode = typed(tokens, postcode);
    parse.postcodeOpen = isPostcodePrefix(tokens, postcode);
    consume(parse, postcode, postcode + 1);
  }
  parse.consumed |= again;
  if (number >= 0) {
    parse.number = typed(tokens, number);
    consume(parse, number, number + 1);
  }
  if (unit >= 0) {
    parse.unit = unitOf(-1, typed(tokens, unit));
    consume(parse, unit, unit + 1);
  }
  return parse;
}

/** Whether a number may be a postcode, or a prefix of one that is being typed. */
export function mayBePostcode(tokens: Tokens, t: number): boolean {
  return isPostcode(tokens, t) || isPostcodePrefix(tokens, t);
}

/** Whether a number may be a prefix of a postcode that is being typed. */
function isPostcodePrefix(tokens: Tokens, t: number): boolean {
  return t === tokens.openAt && !isPostcode(tokens, t) && beginsPostcode(tokens, t);
}

/**
 * How badly a number fits as the postcode (MISFIT). A postcode follows the name of a place, ends a part, and exists:
 * `RICHMOND 3121`, `VIC 3121,`. A street number follows a unit: `SHOP 1, FLOOR 1, 1880 FERNTREE GULLY ROAD`.
 */
function postcodeMisfit(context: Reading, t: number): number {
  const { index, tokens, words } = context;
  if (t > 0 && wordMeans(words, t - 1, MEANING.postcode)) return 0;
  const position = postcodePosition(context, t);
  if (!isPostcode(tokens, t)) return position + MISFIT.slight;
  return position + (existsPostcode(index, tokens.value[t]) ? 0 : MISFIT.misplaced);
}

function postcodePosition(context: Reading, t: number): number {
  const { tokens } = context;
  if (t === 0) return isPostcodeOfTerritory(tokens, t) ? 0 : MISFIT.misplaced;
  if (!followsName(context, t)) return MISFIT.unlikely;
  if (endsPlace(context, t)) return 0;
  return (tokens.before[t] & COMMA) !== 0 ? MISFIT.misplaced : MISFIT.slight;
}

/**
 * How badly a number fits as the street number (MISFIT): that stands right before the street's name, or after a unit;
 * after a name rather if no lot was given.
 */
function streetNumberMisfit(context: Reading, t: number): number {
  const { tokens, parse } = context;
  if (standsAsPostcode(context, t)) return MISFIT.never;
  const next = t + 1;
  const written = isPostcodeOfTerritory(tokens, t) ? MISFIT.unlikely : 0;
  if (next < tokens.count && (tokens.before[next] & COMMA) === 0)
    return written + (tokens.kind[next] === WORD ? 0 : MISFIT.misplaced);
  if (!followsName(context, t)) return written;
  return written + (parse.lot === null ? MISFIT.slight : MISFIT.misplaced);
}

/**
 * `FOREST HILL 3131 VIC`, `VIC 3131`, `ALICE SPRINGS 870`: whether a number is written as a postcode and stands where one
 * does, before or after a state, behind the whole name of a place, or between a street and the place at the end. Before a street it is a number: `SUNNYBANK 4109
 * SMITH STREET`, `QLD 4109 SMITH STREET`.
 */
function standsAsPostcode(context: Reading, t: number): boolean {
  const { tokens, words } = context;
  if (t === 0 || !isPostcode(tokens, t) || tokens.kind[t - 1] !== WORD) return false;
  if (!endsPlace(context, t)) return standsBeforePlace(context, t);
  const next = t + 1;
  if (next < tokens.count && meansState(words, next)) return !wordMeans(words, t - 1, MEANING.flatType);
  return endsInState(context, t) || endsInLocality(context, t);
}

/** `SMITH STREET, 3121 RICHMOND`: whether a known postcode stands between a street's type and the place at the end. */
function standsBeforePlace({ index, tokens, words }: Reading, t: number): boolean {
  let type = t - 1;
  while (type > 0 && !wordMeans(words, type, MEANING.streetType)) type--;
  if (type === 0 || tokens.kind[type - 1] !== WORD || !existsPostcode(index, tokens.value[t])) return false;
  let end = t + 1;
  while (end < tokens.count && tokens.kind[end] === WORD && (words.meanings[end] & STATE_OR_COUNTRY) === 0) end++;
  const ends = end === tokens.count || (words.meanings[end] & STATE_OR_COUNTRY) !== 0;
  return ends && isWholeName(nameTries(index).locality, tokens, t + 1, end);
}

function meansState(words: Reading['words'], t: number): boolean {
  return ((words.meanings[t] | words.longMeanings[t]) & (1 << MEANING.state)) !== 0;
}

/** Whether a state's name, of up to three words, ends right before t. */
function endsInState({ words }: Reading, t: number): boolean {
  if (wordMeans(words, t - 1, MEANING.state)) return true;
  for (let from = Math.max(0, t - STATE_WORDS); from < t; from++)
    if (words.longEnd[from] === t && (words.longMeanings[from] & (1 << MEANING.state)) !== 0) return true;
  return false;
}

const STATE_WORDS = 3;

/** Whether the whole name of a locality, of up to four words, ends right before t. */
function endsInLocality({ index, tokens, parse }: Reading, t: number): boolean {
  const trie = nameTries(index).locality;
  for (let from = t - 1; from >= Math.max(0, t - PLACE_WORDS); from--) {
    if (tokens.kind[from] !== WORD || hasToken(parse.consumed, from)) return false;
    if (isWholeName(trie, tokens, from, t)) return true;
    if (beginsPart(tokens, from)) return false;
  }
  return false;
}

const PLACE_WORDS = 4;

/** How badly a number fits as the unit (MISFIT): after a name stands a postcode, `HORNSBY 2077, 9 MURIEL STREET`. */
function unitMisfit(context: Reading, t: number): number {
  return followsName(context, t) ? MISFIT.misplaced : 0;
}

/** `0800`, `08`: whether a number is a territory's postcode, or a prefix of one; street numbers are not written so. */
function isPostcodeOfTerritory(tokens: Tokens, t: number): boolean {
  return (isPostcode(tokens, t) || isPostcodePrefix(tokens, t)) && beginsInTerritory(tokens, t);
}

/** Whether a word of a name stands right before a number, rather than a unit, another number or nothing. */
function followsName({ tokens, parse }: Reading, t: number): boolean {
  return t > 0 && tokens.kind[t - 1] === WORD && !hasToken(parse.consumed, t - 1);
}

/** Whether a number may end a place: nothing, a comma, another number, a state or the country follows. */
function endsPlace({ tokens, words }: Reading, t: number): boolean {
  const next = t + 1;
  if (next >= tokens.count || (tokens.before[next] & COMMA) !== 0 || tokens.kind[next] !== WORD) return true;
  return ((words.meanings[next] | words.longMeanings[next]) & STATE_OR_COUNTRY) !== 0;
}

const STATE_OR_COUNTRY = (1 << MEANING.state) | (1 << MEANING.country);

/** Whether any address has a postcode. O(1). */
export function existsPostcode(index: AddressIndex, value: number): boolean {
  return postcodeRow(index, value) >= 0;
}
