/** What stands before a token. */
export const COMMA = 1;
export const SLASH = 2;
export const HYPHEN = 4;
export const HASH = 8;
/** No separator: the token was split from the one before it, as in `12SMITH`. */
export const JOINED = 16;
/** A full stop between digits: `3.05`. */
export const POINT = 32;

/** A bracket, opening or closing. */
export const BRACKET = 64;

/** Kinds of token: letters only, digits only, both. */
export const WORD = 0;
export const NUMBER = 1;
export const MIXED = 2;

/** More tokens than these say nothing more about an address. */
export const MOST_TOKENS = 31;
/** Letters of a query that are read. */
export const MOST_LETTERS = 1024;

/**
 * A query as tokens of the letters that search keys are made of (search-key.ts). Reused: `readTokens` fills it.
 */
export interface Tokens {
  /** Upper-case A–Z and 0–9, token after token. */
  readonly letters: Uint8Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly kind: Uint8Array;
  /** Separators before the token. */
  readonly before: Uint8Array;
  /** Value of the first run of digits, 0 without one. */
  readonly value: Float64Array;
  count: number;
  /** Separators after the last token. */
  after: number;
  /** Whether the last token may go on: nothing follows it. */
  open: boolean;
  /** Whether the query is being typed: what is there may be the beginning of more. */
  typing: boolean;
  /** Words beyond MOST_TOKENS were left out. */
  cut: boolean;
}

/** No tokens, with room for those of any query. */
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
    typing: false,
    cut: false,
  };
}

/** Letters of a query as a string. Allocates. */
export function textOfLetters(tokens: Tokens, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(tokens.letters[i]);
  return text;
}

/** Tokens `from` to `end` as a string, spaces between them. Allocates. */
export function tokenText(tokens: Tokens, from: number, end: number): string {
  let text = '';
  for (let t = from; t < end; t++)
    text += (t > from ? ' ' : '') + textOfLetters(tokens, tokens.start[t], tokens.end[t]);
  return text;
}
