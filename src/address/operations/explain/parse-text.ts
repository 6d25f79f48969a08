import type { AddressIndex } from '../../index/open.ts';
import { STATE_ORDER } from '../../index/sections.ts';
import { editsOf, type NameParse, type Span } from '../../search/parse/names/name-parse.ts';
import type { NumberParse, TypedUnit } from '../../search/parse/numbers/number-parse.ts';
import { hasToken, type Tokens, tokenText } from '../../search/text/tokens.ts';

/** A parse of the numbers in a line: `unit 3, number 12, postcode 3121`. */
export function numbersText(parse: NumberParse): string {
  const { unit, level, number, last, lot, postcode } = parse;
  const unitText = (of: TypedUnit | null, name: string) =>
    of === null ? '' : `${name} ${of.number?.text ?? '(type)'}`;
  const parts = [
    unitText(unit, 'unit'),
    unitText(level, 'level'),
    number === null ? '' : `number ${number.text}${last === null ? '' : `-${last.text}`}`,
    lot === null ? '' : `lot ${lot.text}`,
    postcode === null ? '' : `postcode ${postcode.text}`,
    parse.exactOnly ? 'only if exact' : '',
    parse.corner ? 'corner' : '',
    parse.postal ? 'postal' : '',
  ];
  return parts.filter(Boolean).join(', ') || 'none';
}

/** A parse of the names in a line: `street SMITH, type ST, locality RICHMOND; left over: OLD`. */
export function namesText(index: AddressIndex, tokens: Tokens, parse: NameParse): string {
  const { lexiconKeyStart, lexiconKey } = index.columns;
  const named = (name: string, found: Span | null) => {
    if (found === null) return '';
    const edits = found.tenths > 0 ? ` (${editsOf(found)} edits)` : '';
    return `${name} ${tokenText(tokens, found.from, found.end)}${found.whole ? '' : '…'}${edits}`;
  };
  const word = (name: string, entry: number) => {
    if (entry < 0) return '';
    return `${name} ${Buffer.from(lexiconKey.subarray(lexiconKeyStart[entry], lexiconKeyStart[entry + 1])).toString()}`;
  };
  const parts = [
    named('street', parse.street),
    word('type', parse.type),
    word('suffix', parse.suffix),
    named('locality', parse.locality),
    parse.state < 0 ? '' : `state ${STATE_ORDER[parse.state]}`,
  ].filter(Boolean);
  const left = Array.from({ length: tokens.count }, (_, t) =>
    hasToken(parse.left, t) ? tokenText(tokens, t, t + 1) : '',
  );
  return `${parts.join(', ') || 'none'}${parse.unmatched === 0 ? '' : `; left over: ${left.filter(Boolean).join(' ')}`}`;
}
