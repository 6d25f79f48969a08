import { newTokens, readTokens } from './tokenize.ts';
import { NO_TOKENS, type Roles, type TokenSet, tokenRange } from './tokens.ts';

/** The parts of an address that may be given one by one, in the order of a line. */
const PARTS = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'] as const;
type Part = (typeof PARTS)[number];

/** An address in parts; null for each that was not given. */
export type GivenParts = Readonly<Record<Part, string | null>>;

/** An address as one line, or in parts. */
export type Asked = string | GivenParts;

/** The number of a unit or level without a word for its type, as the letter of `U3` and `L2` is. */
const BARE = /^(?:\d+\s?[a-z]?|[a-z]|[a-eg-km-rv-z]\d+)$/i;

/** The line that is searched for: `unit` or `level` is put before a bare number. */
export function lineOf(asked: Asked): string {
  if (typeof asked === 'string') return asked;
  return PARTS.reduce((line, part) => withPart(line, part, asked), '');
}

/** The roles that each token may have; null for a line. O(letters x parts). */
export function rolesOf(asked: Asked): Roles | null {
  if (typeof asked === 'string') return null;
  const tokens = newTokens();
  const given = {} as Record<Part, TokenSet>;
  let line = '';
  let before = 0;
  for (const part of PARTS) {
    line = withPart(line, part, asked);
    const { count } = readTokens(line, false, tokens);
    given[part] = asked[part] === null ? NO_TOKENS : tokenRange(before, Math.max(before, count));
    before = count;
  }
  const { building, unit, level, number, street, suburb, state, postcode } = given;
  const unless = (part: Part, others: TokenSet) => (asked[part] === null ? others : NO_TOKENS);
  const written = unless('number', street);
  return {
    unit: unit | unless('unit', number | street | building),
    level: level | unit | unless('level', number | street | building),
    number: number | written | (asked.number === null ? unless('street', unit | building) : NO_TOKENS),
    lot: number | written | unit,
    street: street | unless('street', number),
    locality: suburb | unless('suburb', street),
    postcode: postcode | unless('postcode', suburb | state | street),
    bareUnit: isBare(asked.unit),
    bareLevel: isBare(asked.level),
  };
}

/** The parts, or the line, rewritten; null if that changes nothing. */
export function rewritten(asked: Asked, rewrite: (text: string) => string | null): Asked | null {
  if (typeof asked === 'string') return rewrite(asked);
  const parts = PARTS.map((part) => [part, asked[part] === null ? null : rewrite(asked[part])] as const);
  const changed = parts.filter(([, text]) => text !== null);
  return changed.length === 0 ? null : { ...asked, ...Object.fromEntries(changed) };
}

function withPart(line: string, part: Part, asked: GivenParts): string {
  const text = asked[part]?.trim() ?? '';
  if (text === '') return line;
  if (line === '') return spelled(part, text);
  const isNumbered = part === 'street' && asked.number !== null;
  return `${line}${isNumbered ? ' ' : ', '}${spelled(part, text)}`;
}

function spelled(part: Part, text: string): string {
  if ((part === 'unit' || part === 'level') && isBare(text)) return `${part} ${text}`;
  // A postcode that was kept as a number lost its zero.
  return part === 'postcode' && /^\d{3}$/.test(text) ? `0${text}` : text;
}

function isBare(text: string | null): boolean {
  return text !== null && BARE.test(text.trim());
}
