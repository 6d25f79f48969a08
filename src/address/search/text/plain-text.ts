const PERCENT = 0x25;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const AT = 0x40;
const BACKSLASH = 0x5c;
const END_OF_ASCII = 0x80;

const E_MAIL = /[^\s,;<>()"]+@[^\s,;<>()"]+\.[^\s,;<>()"]+/g;

/** A query as ASCII: no accents, markup, escapes or e-mail addresses, and plain quotes and dashes. O(length). */
export function plainText(query: string): string {
  if (isPlain(query)) return query;
  const alone = query.includes('@') ? query.replace(E_MAIL, ' ') : query;
  const unmarked = mayHoldMarkup(alone) ? withoutMarkup(alone) : alone;
  return /^[\0-\x7f]*$/.test(unmarked) ? unmarked : fold(unmarked);
}

/** Whether all characters of a query stand for themselves. */
function isPlain(query: string): boolean {
  for (let i = 0; i < query.length; i++) if (!standsForItself(query.charCodeAt(i))) return false;
  return true;
}

/** Whether a character is ASCII and marks neither HTML, an escape nor an e-mail address. */
function standsForItself(code: number): boolean {
  if (code >= END_OF_ASCII || code === AMPERSAND || code === LESS_THAN || code === PERCENT) return false;
  return code !== BACKSLASH && code !== AT;
}

/**
 * Whether a query reads the same in upper case and with runs of spaces collapsed: its characters stand for themselves,
 * and no capital follows a small letter, as in words run together (`StreetRichmond`). O(length), allocates nothing.
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

/** Replaces other characters by ASCII ones. */
function fold(query: string): string {
  return asWritten(query)
    .replace(/[\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/°/g, 'o')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u0096\u0097\u2010-\u2015\u2212]|(?<= )\ufffd+(?= )/g, '-')
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

/** A character reference of HTML: `&amp;`, `&#39;`, `&#x27;`. */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi;
const LINE_END = /<(?:br|p|div|li|\/p|\/div|\/li)(?:\s[^<>]*|\s*\/)?>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** An ASCII character as URLs escape it: `%20`. */
const PERCENT_ESCAPE = /%([2-7][0-9a-f]|0[9ad])/gi;
/** An escaped line end, before a word or the end of the text: `\n`, `\r\n`. */
const ESCAPED_END = /(?:\\[rnt])+(?=[A-Z0-9 ]|$)/g;

/** Whether a text may hold HTML, as addresses copied from the source of a page do, or escapes. */
function mayHoldMarkup(text: string): boolean {
  return text.includes('<') || text.includes('%') || text.includes('\\') || (text.includes('&') && text.includes(';'));
}

/** A text without HTML and escapes: each decoded, line ends as commas. O(length). */
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

/** The characters 0x80 to 0x9f of Windows-1252; a space for none. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** A lead byte of UTF-8 and up to three continuation bytes, as Windows-1252 shows them. */
const SEQUENCE =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}/g;

/** What is left of a no-break space, and of a closing quotation mark, that lost their last bytes. */
const REMAINS = /Â(?=[\s,;]|$)|â€/g;

/**
 * `20Â Tribe Street`, `12â€“14`: decodes UTF-8 that was read as Windows-1252 (WHATWG Encoding, index windows-1252);
 * leaves everything else. O(length).
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

/** Street types that are safe to split from the end of a word: not WAY, PARK or VIEW, as in BROADWAY. */
const JOINED =
  /([a-z]{3})(road|street|avenue|court|drive|place|lane|crescent|close|terrace|parade|grove|highway|boulevard|esplanade|circuit)(?![a-z])/gi;

/** The text with a space before each street type that is run together with a name, `KENSINGTONROAD`; null for none. */
export function withTypesApart(text: string): string | null {
  const apart = text.replace(JOINED, '$1 $2');
  return apart === text ? null : apart;
}

/** A number with digits misread as letters: `7O`, `l2`, `1I4`. */
const MISREAD = /(?<![A-Za-z0-9])(?=[OoIl]*\d)(?=\d*[OoIl])[\dOoIl]+(?![A-Za-z0-9])/g;

/** The query with letters that OCR may have put for digits as these: O as 0, I and l as 1; null if there are none. */
export function withDigits(query: string): string | null {
  if (!mayBeMisread(query)) return null;
  const read = query.replace(MISREAD, (number) => number.replace(/[Oo]/g, '0').replace(/[Il]/g, '1'));
  return read === query ? null : read;
}

/** Whether a letter that OCR may have put for a digit stands beside one. O(length). */
export function mayBeMisread(query: string): boolean {
  return BESIDE_DIGIT.test(query);
}

const BESIDE_DIGIT = /\d[OoIl]|[OoIl]\d/;
