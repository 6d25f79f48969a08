import { NUMBER, type Tokens, WORD } from './tokens.ts';

/** What forms and programs call the parts of an address. */
const FIELDS = new Set(
  'ADDRESS STREET SUBURB LOCALITY TOWN CITY STATE POSTCODE POSTALCODE ZIP ZIPCODE COUNTRY'.split(' '),
);
/** Fields of two words, and those that a number may follow: `ADDRESS LINE 2`. */
const LONG_FIELDS = new Set(
  'STREET ADDRESS,POSTAL ADDRESS,POSTAL CODE,POST CODE,STREET NUMBER,STREET NO,STREET NAME,STREET TYPE'.split(','),
);
const LINES = new Set('ADDRESS,ADDRESS LINE,LINE,STREET,STREET ADDRESS'.split(','));

/**
 * The first token of the field's name that the tokens end in, before a colon: `SUBURB:`, `"postcode":`, `Address Line 1:`; their count
 * without one. `SMITH STREET:` names no field. O(1); allocates, but only where a colon is.
 */
export function beginOfField(tokens: Tokens): number {
  const { count, kind } = tokens;
  const word = (t: number): string => (t >= 0 && kind[t] === WORD ? lettersOf(tokens, t) : '');
  const pair = (t: number): string => `${word(t - 1)} ${word(t)}`;
  const last = count - 1;
  if (last < 0) return count;
  if (kind[last] === NUMBER && LINES.has(pair(last - 1))) return last - 2;
  if (kind[last] === NUMBER && LINES.has(word(last - 1))) return last - 1;
  const line = /^LINE\d$/.test(lettersOf(tokens, last));
  if (line) return word(last - 1) === 'ADDRESS' ? last - 1 : last;
  if (LONG_FIELDS.has(pair(last))) return last - 1;
  if (!FIELDS.has(word(last))) return count;
  return word(last) === 'STREET' && last > 0 && kind[last - 1] === WORD && tokens.before[last] === 0 ? count : last;
}

function lettersOf({ letters, start, end }: Tokens, t: number): string {
  return String.fromCharCode(...letters.subarray(start[t], end[t]));
}
