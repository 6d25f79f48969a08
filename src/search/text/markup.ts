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
const PERCENT = /%([2-7][0-9a-f]|0[9ad])/gi;
/** A line's end as programs write it, a word's beginning or the text's end behind it: `\n`, `\r\n`. */
const ESCAPED_END = /(?:\\[rnt])+(?=[A-Z0-9 ]|$)/g;

/** Whether a text may hold HTML, as addresses that were copied from a page's source do, or what a program wrote for a sign. */
export function mayHoldMarkup(text: string): boolean {
  return text.includes('<') || text.includes('%') || text.includes('\\') || (text.includes('&') && text.includes(';'));
}

/** A text without HTML and escapes: characters as what they stand for, lines' ends as commas. O(length). */
export function withoutMarkup(text: string): string {
  return text
    .replace(PERCENT, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(ESCAPED_END, ', ')
    .replace(LINE_END, ', ')
    .replace(TAG, ' ')
    .replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    });
}
