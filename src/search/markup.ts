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

/** Whether a text may hold HTML, as addresses that were copied from a page's source do. */
export function mayHoldMarkup(text: string): boolean {
  return text.includes('<') || (text.includes('&') && text.includes(';'));
}

/** A text without HTML: character references as the characters that they stand for, lines' ends as commas. O(length). */
export function withoutMarkup(text: string): string {
  return text
    .replace(LINE_END, ', ')
    .replace(TAG, ' ')
    .replace(REFERENCE, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code >= 0x20 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    });
}
