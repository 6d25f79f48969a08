import { mayHoldMarkup, withoutMarkup } from './markup.ts';
import { asWritten } from './misdecoded.ts';

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const AT = 0x40;
const BACKSLASH = 0x5c;
const END_OF_ASCII = 0x80;

const E_MAIL = /[^\s,;<>()"]+@[^\s,;<>()"]+\.[^\s,;<>()"]+/g;

/** A query in ASCII: without accents, markup, escapes and e-mail addresses, and with what people write for a sign as that sign. O(length). */
export function plainText(query: string): string {
  if (isPlain(query)) return query;
  const alone = query.includes('@') ? query.replace(E_MAIL, ' ') : query;
  const unmarked = mayHoldMarkup(alone) ? withoutMarkup(alone) : alone;
  return /^[\0-\x7f]*$/.test(unmarked) ? unmarked : fold(unmarked);
}

/** Whether a query is of characters that stand for themselves. */
function isPlain(query: string): boolean {
  for (let i = 0; i < query.length; i++) if (!standsForItself(query.charCodeAt(i))) return false;
  return true;
}

/** Whether a character is ASCII, and none that HTML, an escape or an e-mail address is made with. */
function standsForItself(code: number): boolean {
  if (code >= END_OF_ASCII || code === AMPERSAND || code === LESS_THAN || code === PERCENT) return false;
  return code !== BACKSLASH && code !== AT;
}

/**
 * Whether a query is read the same in capitals, and with one space for several: its characters stand for themselves, and no capital stands right behind a
 * small letter, where words may have been run together (`StreetRichmond`). O(length), allocates nothing.
 */
export function isCaseless(query: string): boolean {
  let before = 0;
  for (let i = 0; i < query.length; i++) {
    const code = query.charCodeAt(i);
    if (!standsForItself(code) || (isCapital(code) && isSmall(before))) return false;
    before = code;
  }
  return true;
}

/** Whether a code is one of a–z. */
export function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}

/** Whether a code is one of A–Z. */
export function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

/** Characters of ASCII for what people write in their place. */
function fold(query: string): string {
  return asWritten(query)
    .replace(/[\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/°/g, 'o')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[øØ]/g, 'o')
    .replace(/[^ -~\n]/g, ' ');
}
