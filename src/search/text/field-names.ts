import type { Tokens } from './tokens.ts';

/** What forms and programs call the parts of an address. */
const FIELDS = new Set(
  'ADDRESS STREET SUBURB LOCALITY TOWN CITY STATE POSTCODE POSTALCODE ZIP ZIPCODE COUNTRY'.split(' '),
);
/** Whose address it is, or what for: `HOME ADDRESS`. */
const ADDRESSES =
  'STREET POSTAL HOME BUSINESS DELIVERY PROPERTY RESIDENTIAL SITE BILLING SHIPPING MAILING OFFICE WORK FULL MY OUR'.split(
    ' ',
  );
/** Fields of two words. */
const LONG_FIELDS = new Set([
  ...ADDRESSES.map((word) => `${word} ADDRESS`),
  ...'POSTAL CODE,POST CODE,STREET NUMBER,STREET NO,STREET NAME,STREET TYPE'.split(','),
]);
/** Fields that a digit may follow: `ADDRESS LINE 2`. */
const LINES = new Set('ADDRESS,ADDRESS LINE,LINE,STREET,STREET ADDRESS'.split(','));

/**
 * The first token of the field's name that the tokens end in, before a colon: `SUBURB:`, `"postcode":`, `Address Line 1:`; their count
 * without one. `SMITH STREET:` and `SMITH STREET 3121:` name no field. O(1); allocates, but only where a colon is.
 */
export function beginOfField(tokens: Tokens): number {
  const { count } = tokens;
  const word = (t: number): string => (t >= 0 ? lettersOf(tokens, t) : '');
  const pair = (t: number): string => `${word(t - 1)} ${word(t)}`;
  const isNamed = (t: number) => word(t) === 'STREET' && tokens.before[t] === 0 && /^[A-Z]+$/.test(word(t - 1));
  const last = count - 1;
  if (/^\d+$/.test(word(last))) {
    if (LINES.has(pair(last - 1))) return last - 2;
    return LINES.has(word(last - 1)) && !isNamed(last - 1) ? last - 1 : count;
  }
  if (/^LINE\d$/.test(word(last))) return word(last - 1) === 'ADDRESS' ? last - 1 : last;
  if (LONG_FIELDS.has(pair(last))) return last - 1;
  return FIELDS.has(word(last)) && !isNamed(last) ? last : count;
}

function lettersOf({ letters, start, end }: Tokens, t: number): string {
  return String.fromCharCode(...letters.subarray(start[t], end[t]));
}
