import { mayHoldMarkup, withoutMarkup } from './markup.ts';

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const LESS_THAN = 0x3c;
const BACKSLASH = 0x5c;
const END_OF_ASCII = 0x80;

/** A query in ASCII: without accents, markup and escapes, and with what people write for a sign as that sign. O(length). */
export function plainText(query: string): string {
  if (isPlain(query)) return query;
  const unmarked = mayHoldMarkup(query) ? withoutMarkup(query) : query;
  return /^[\0-\x7f]*$/.test(unmarked) ? unmarked : fold(unmarked);
}

/** Whether a query is of characters that stand for themselves: ASCII, and none that HTML or an escape begins with. */
function isPlain(query: string): boolean {
  for (let i = 0; i < query.length; i++) {
    const code = query.charCodeAt(i);
    if (code >= END_OF_ASCII || code === AMPERSAND || code === LESS_THAN || code === PERCENT || code === BACKSLASH)
      return false;
  }
  return true;
}

/** Characters of ASCII for what people write in their place. */
function fold(query: string): string {
  return query
    .replace(/[\u00b4\u02b9\u02bb\u02bc\u2018\u2019\u201b\u2032]/g, "'")
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/°/g, 'o')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2044\u2215]/g, '/')
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[øØ]/g, 'o')
    .replace(/[^ -~]/g, ' ');
}
