import { BEFORE_DIGITS, FIELDS, LINE_FIELDS, LONG_FIELDS, RUN_ON_TYPES } from '../../vocabulary/query-words.ts';
import { STATES } from '../../vocabulary/states.ts';
import { wordsIn } from '../../vocabulary/words.ts';
import { MOST_LETTERS, MOST_TOKENS } from '../query/limits.ts';
import { isCapital, isSmall, plainText } from './plain-text.ts';
import {
  COMMA,
  JOINED,
  MIXED,
  NUMBER,
  POINT,
  SEPARATORS,
  type Tokens,
  textOfLetters,
  tokenText,
  WORD,
} from './tokens.ts';

/** The separator of each character of ASCII, 0 for none. */
const SEPARATOR_OF = Uint8Array.from({ length: 128 }, (_, code) => SEPARATORS[String.fromCharCode(code)] ?? 0);

const AMPERSAND = 0x26;
const COLON = 0x3a;
/** Digits of a postcode, which may be run together with its neighbour: `Vale5162`, `5162SA`. */
const POSTCODE = 4;
/** Abbreviations of states that people run together with their neighbours. */
const STATE_CODES = new Set(STATES.map(({ code }) => code).filter((code) => code !== 'OT'));
const WORDS_BEFORE_DIGITS = new Set([...wordsIn(BEFORE_DIGITS), ...[...STATE_CODES].filter((code) => code.length > 2)]);

/** Names that may begin at one token. */
const ROOM = 4 * MOST_TOKENS;

/** An empty list of tokens, with room for those of any query. */
export function newTokens(): Tokens {
  return {
    letters: new Uint8Array(MOST_LETTERS),
    start: new Int32Array(MOST_TOKENS + 1),
    end: new Int32Array(MOST_TOKENS + 1),
    kind: new Uint8Array(MOST_TOKENS + 1),
    before: new Uint8Array(MOST_TOKENS + 1),
    value: new Float64Array(MOST_TOKENS + 1),
    count: 0,
    after: 0,
    open: false,
    openAt: -1,
    openEnd: -1,
    cut: false,
    named: {
      count: 0,
      end: new Uint8Array(ROOM),
      node: new Uint32Array(ROOM),
      spaces: new Uint8Array(ROOM),
      whole: new Uint8Array(ROOM),
    },
  };
}

/**
 * Splits a query into tokens: upper case, accents folded, apostrophes dropped, and full stops within abbreviations.
 * Tokens that were run together are split (`12SMITH`, `UNIT3`, `VIC3121`, `StreetRichmond`; not `12A`, `1ST`, `G4`);
 * the decimals of spreadsheets, `3121.0`, and names of fields, `Suburb:`, are left out. With `mayGoOn`, the
 * text may be the beginning of more. Fills `tokens`. O(length).
 */
export function readTokens(query: string, mayGoOn: boolean, tokens: Tokens = newTokens()): Tokens {
  const text = plainText(query);
  tokens.count = 0;
  tokens.cut = false;
  let at = 0;
  let begin = 0;
  let separators = COMMA;
  let initial = -1;
  let small = false;
  let rise = -1;
  for (let i = endOfListNumber(text), n = text.length; i <= n; i++) {
    let code = i < n ? text.charCodeAt(i) : 0x20;
    if (isSmall(code)) {
      code -= 32;
      small = true;
    } else {
      if (small && isCapital(code)) rise = at;
      small = false;
    }
    if (isCapital(code) || isDigit(code)) {
      if (at < MOST_LETTERS) tokens.letters[at++] = code;
      continue;
    }
    if (code === 0x27 || code === 0x60) continue;
    if (code === 0x2e && i + 1 < n && endsInitial(tokens, at, begin, initial) && isInitial(text.charCodeAt(i + 1))) {
      initial = at;
      continue;
    }
    if (at > begin) {
      if (isRunOn(tokens, begin, rise, at)) {
        addToken(tokens, begin, rise, separators);
        addToken(tokens, rise, at, JOINED);
      } else addToken(tokens, begin, at, separators);
      begin = at;
      separators = 0;
    }
    if (code === AMPERSAND && at + 3 <= MOST_LETTERS) {
      tokens.letters[at++] = 0x41;
      tokens.letters[at++] = 0x4e;
      tokens.letters[at++] = 0x44;
      addToken(tokens, begin, at, separators);
      begin = at;
      separators = 0;
    } else if (code === 0x2e && isDigit(text.charCodeAt(i - 1)) && isDigit(text.charCodeAt(i + 1))) {
      if (text.charCodeAt(i + 1) === 0x30 && !isInitial(text.charCodeAt(i + 2))) i++;
      else separators |= POINT;
    } else if (code === COLON && !tokens.cut) {
      const field = beginOfField(tokens);
      if (field < tokens.count) separators |= tokens.before[field];
      tokens.count = field;
    } else separators |= SEPARATOR_OF[code];
  }
  tokens.after = separators;
  for (let t = REPEATED; 2 * t <= tokens.count; t++) if (isSaidTwice(tokens, t)) dropFirst(tokens, t);
  tokens.openEnd = mayGoOn ? tokens.count : -1;
  tokens.openAt = tokens.openEnd > 0 && isOfWord(text.charCodeAt(text.length - 1)) ? tokens.count - 1 : -1;
  tokens.open = tokens.openAt >= 0;
  return tokens;
}

/** A letter, a digit or an apostrophe: a word that ends so may go on. */
function isOfWord(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 0x27;
}

/** The fewest tokens that are an address said twice, rather than a name: `WAGGA WAGGA`. */
const REPEATED = 3;

/** `53/416 ST KILDA ROAD, 53/416 ST KILDA ROAD, MELBOURNE`: whether the first tokens stand there again right after them. */
function isSaidTwice({ letters, start, end, kind }: Tokens, most: number): boolean {
  let numbers = 0;
  for (let t = 0; t < most; t++) {
    const other = t + most;
    const size = end[t] - start[t];
    if (size !== end[other] - start[other]) return false;
    for (let i = 0; i < size; i++) if (letters[start[t] + i] !== letters[start[other] + i]) return false;
    if (kind[t] !== WORD) numbers++;
  }
  return numbers > 0 && numbers < most;
}

/** Leaves out the first tokens. */
function dropFirst(tokens: Tokens, most: number): void {
  for (const each of [tokens.start, tokens.end, tokens.kind, tokens.before, tokens.value])
    each.copyWithin(0, most, tokens.count);
  tokens.before[0] |= COMMA;
  tokens.count -= most;
}

/** `1. 21 Kent Street`, `2) Unit 3, …`: a list number before a number or a word with one; not `8. 1st Street`. */
const LISTED = new RegExp(
  `^\\s*\\d{1,3}[.)]\\s+(?=\\d(?!\\d*(st|nd|rd|th)\\b)|(${wordsIn(BEFORE_DIGITS).join('|')})\\s+\\d)`,
  'i',
);

/** Where a text begins, after its list number if it has one. */
function endOfListNumber(text: string): number {
  return LISTED.exec(text)?.[0].length ?? 0;
}

/** Letters needed before and after a capital to take it for a second word: not `MacDonald`, `LaTrobe`. */
const RUN_ON_BEFORE = 4;
const RUN_ON_AFTER = 3;
const SHORT_TYPES = new Set(wordsIn(RUN_ON_TYPES));

/** Begins names with a capital inside: `MacGr` may become `MacGregor`. */
const MAC = 'MAC';

/** `StreetRichmond`, `StRichmond`, `SmithSt`, `BayQLD`: two words run together, the second with a capital at `rise`. */
function isRunOn(tokens: Tokens, begin: number, rise: number, end: number): boolean {
  const before = rise - begin;
  if (before < 2) return false;
  if (end - rise >= RUN_ON_AFTER && (before >= RUN_ON_BEFORE || SHORT_TYPES.has(textOfLetters(tokens, begin, rise))))
    return true;
  if (before < 3 || end - rise > 3 || textOfLetters(tokens, begin, rise) === MAC) return false;
  const last = textOfLetters(tokens, rise, end);
  return STATE_CODES.has(last) || SHORT_TYPES.has(last);
}

/** Whether the letters so far are one initial, or several with full stops between: `P.O.`, `N.S.W.`, `G.04`. */
function endsInitial(tokens: Tokens, at: number, begin: number, initial: number): boolean {
  return at - Math.max(initial, begin) === 1 && tokens.letters[at - 1] >= 0x41;
}

function isInitial(code: number): boolean {
  return isLetter(code) || isDigit(code);
}

function addToken(tokens: Tokens, start: number, end: number, separators: number): void {
  const at = startOfSecond(tokens, start, end);
  push(tokens, start, at, separators);
  if (at < end) push(tokens, at, end, JOINED);
}

/** Where the second of two tokens that were run together begins: `12SMITH`, `UNIT3`, `UNIT3B`; the end for only one. */
function startOfSecond(tokens: Tokens, start: number, end: number): number {
  const { letters } = tokens;
  let boundary = end;
  let boundaries = 0;
  for (let i = end - 1; i > start; i--)
    if (letters[i] < 0x41 !== letters[i - 1] < 0x41) {
      boundaries++;
      boundary = i;
    }
  if (boundaries === 0 || boundaries > 2) return end;
  const isPostcode = (digits: number) => boundaries === 1 && digits === POSTCODE;
  if (letters[start] < 0x41) {
    if (boundaries === 2) return end;
    const isState = isPostcode(boundary - start) && STATE_CODES.has(textOfLetters(tokens, boundary, end));
    return end - boundary >= 3 || isState ? boundary : end;
  }
  if (isWordBeforeDigits(tokens, start, boundary)) return boundary;
  return isPostcode(end - boundary) && isStateOrLonger(tokens, start, boundary) ? boundary : end;
}

/** `WA` of `WA6000`, `VALE` of `Vale5162`; `SA4` is a unit. */
function isStateOrLonger(tokens: Tokens, start: number, boundary: number): boolean {
  return boundary - start >= 3 || STATE_CODES.has(textOfLetters(tokens, start, boundary));
}

/** `UNIT` of `UNIT3` and `UNIT3B`. */
function isWordBeforeDigits(tokens: Tokens, start: number, boundary: number): boolean {
  return boundary - start >= 5 || WORDS_BEFORE_DIGITS.has(textOfLetters(tokens, start, boundary));
}

function push(tokens: Tokens, start: number, end: number, separators: number): void {
  const t = tokens.count;
  if (t === MOST_TOKENS) {
    tokens.cut = true;
    return;
  }
  tokens.start[t] = start;
  tokens.end[t] = end;
  tokens.kind[t] = kindOf(tokens, start, end);
  tokens.before[t] = separators;
  tokens.value[t] = tokens.kind[t] === WORD ? 0 : firstValue(tokens, start, end);
  tokens.count = t + 1;
}

function kindOf({ letters }: Tokens, start: number, end: number): number {
  let digits = 0;
  for (let i = start; i < end; i++) if (letters[i] < 0x41) digits++;
  return digits === 0 ? WORD : digits === end - start ? NUMBER : MIXED;
}

function firstValue({ letters }: Tokens, start: number, end: number): number {
  let i = start;
  while (i < end && letters[i] >= 0x41) i++;
  let value = 0;
  for (; i < end && letters[i] < 0x41; i++) value = value * 10 + letters[i] - 0x30;
  return value;
}

function isLetter(code: number): boolean {
  return isCapital(code) || isSmall(code);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const FIELD_NAMES = new Set(wordsIn(FIELDS));
const LONG_FIELD_NAMES = new Set(wordsIn(LONG_FIELDS));
const LINES = new Set(wordsIn(LINE_FIELDS));

/**
 * The first token of the field name that stands last, before a colon, `SUBURB:`, `"postcode":`, `Address Line 1:`; the
 * count of tokens if there is none, as in `SMITH STREET:` and `SMITH STREET 3121:`. O(1); allocates.
 */
function beginOfField(tokens: Tokens): number {
  const { count } = tokens;
  const word = (t: number): string => (t >= 0 ? tokenText(tokens, t, t + 1) : '');
  const pair = (t: number): string => `${word(t - 1)} ${word(t)}`;
  const isNamed = (t: number) => word(t) === 'STREET' && tokens.before[t] === 0 && /^[A-Z]+$/.test(word(t - 1));
  const last = count - 1;
  if (/^\d+$/.test(word(last))) {
    if (LINES.has(pair(last - 1))) return last - 2;
    return LINES.has(word(last - 1)) && !isNamed(last - 1) ? last - 1 : count;
  }
  if (/^LINE\d$/.test(word(last))) return word(last - 1) === 'ADDRESS' ? last - 1 : last;
  if (LONG_FIELD_NAMES.has(pair(last))) return last - 1;
  return FIELD_NAMES.has(word(last)) && !isNamed(last) ? last : count;
}
