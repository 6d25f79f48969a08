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
 * Whether a query is read the same in capitals, and with one space for several: its characters stand for themselves, and no capital stands right after a
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

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  nbsp: ' ',
  apos: "'",
  lsquo: "'",
  rsquo: "'",
  ndash: '-',
  mdash: '-',
  sol: '/',
  lt: ' ',
  gt: ' ',
  quot: ' ',
  ldquo: ' ',
  rdquo: ' ',
  commat: ' ',
  num: '#',
};

/** Longest name or number of a character reference. */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;
const LINE_END = /<(?:br|p|div|li|\/p|\/div|\/li)(?:\s[^<>]*|\s*\/)?>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** A character of ASCII as addresses of pages write it: `%20`. */
const PERCENT_ESCAPE = /%([2-7][0-9a-f]|0[9ad])/gi;
/** A line's end as programs write it, a word's beginning or the text's end after it: `\n`, `\r\n`. */
const ESCAPED_END = /(?:\\[rnt])+(?=[A-Z0-9 ]|$)/g;

/** Whether a text may hold HTML, as addresses that were copied from a page's source do, or what a program wrote for a sign. */
function mayHoldMarkup(text: string): boolean {
  return text.includes('<') || text.includes('%') || text.includes('\\') || (text.includes('&') && text.includes(';'));
}

/** A text without HTML and escapes: characters as what they stand for, lines' ends as commas. O(length). */
function withoutMarkup(text: string): string {
  return text
    .replace(PERCENT_ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(ESCAPED_END, ', ')
    .replace(LINE_END, ', ')
    .replace(TAG, ' ')
    .replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    });
}

/** What Windows-1252 has in the places 0x80 to 0x9f; a space for none. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A character that begins two to four bytes of UTF-8, and those that may go on with it, as Windows-1252 shows them. */
const SEQUENCE =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}/g;

/** What is left of a no-break space and of a closing quotation mark where their second halves were lost on the way. */
const REMAINS = /Â(?=[\s,;]|$)|â€/g;

/**
 * `20Â Tribe Street`, `12â€“14`: UTF-8 that was read as Windows-1252 (WHATWG Encoding, index windows-1252), read again as what it is; all else as it
 * stands. O(length).
 */
function asWritten(text: string): string {
  return text.replace(SEQUENCE, redecoded).replace(REMAINS, ' ');
}

function redecoded(sequence: string): string {
  const bytes = Uint8Array.from(sequence, byteOf);
  const size = bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
  if (bytes.length < size) return sequence;
  const text = Buffer.from(bytes.subarray(0, size)).toString();
  return text.includes('\ufffd') ? sequence : text + sequence.slice(size);
}

function byteOf(character: string): number {
  const high = HIGH.indexOf(character);
  return high >= 0 && character !== ' ' ? 0x80 + high : character.charCodeAt(0);
}

/** Street types that are told from the end of a name by their letters alone: not WAY, PARK or VIEW, as in BROADWAY. */
const JOINED =
  /([a-z]{3})(road|street|avenue|court|drive|place|lane|crescent|close|terrace|parade|grove|highway|boulevard|esplanade|circuit)(?![a-z])/gi;

/** The text with a space before each street type that is written together with a name, `KENSINGTONROAD`; null where none is. */
export function withTypesApart(text: string): string | null {
  const apart = text.replace(JOINED, '$1 $2');
  return apart === text ? null : apart;
}

/** A number of which some digits were read as letters: `7O`, `l2`, `1I4`. */
const MISREAD = /(?<![A-Za-z0-9])(?=[OoIl]*\d)(?=\d*[OoIl])[\dOoIl]+(?![A-Za-z0-9])/g;

/** A query with what a machine may have misread from paper as digits: O as 0, I and l as 1; null where there is nothing of the kind. */
export function withDigits(query: string): string | null {
  if (!/\d[OoIl]|[OoIl]\d/.test(query)) return null;
  const read = query.replace(MISREAD, (number) => number.replace(/[Oo]/g, '0').replace(/[Il]/g, '1'));
  return read === query ? null : read;
}
