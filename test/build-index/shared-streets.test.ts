import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedStreets } from '../../build-index/compile/shared-labels.ts';
import { LONGEST_BEGINNING } from '../../src/address/index/beginnings.ts';

/** The two spellings that people most often write for a type. */
const SHORT: Readonly<Record<string, readonly string[]>> = {
  STREET: ['ST', 'STR'],
  ROAD: ['RD', 'RDE'],
  AVENUE: ['AV', 'AVE'],
  BRACE: [],
};

interface Street {
  readonly name: string;
  readonly type: string;
  readonly suffix: string;
}

const street = fc.record({
  name: fc.constantFrom('HALL', 'HALLAM', 'HAM', 'OLD HALL', 'A NAME OF MANY LETTERS', 'TWENTY LETTERS LONG A'),
  type: fc.constantFrom('', ...Object.keys(SHORT)),
  suffix: fc.constantFrom('', '', '', 'NORTH'),
});

function labelOf({ name, type, suffix }: Street): string {
  return [name, type, suffix].filter((part) => part !== '').join(' ');
}

/** The columns of some streets, as an index has them: texts once each, and a code for each type. */
function columnsOf(streets: readonly Street[]): Parameters<typeof sharedStreets>[0] {
  const texts = [''];
  const idOf = (text: string) => {
    const at = texts.indexOf(text);
    return at >= 0 ? at : texts.push(text) - 1;
  };
  const types = ['', ...Object.keys(SHORT)];
  const columns = {
    streetLabel: Uint32Array.from(streets, (it) => idOf(labelOf(it))),
    streetName: Uint32Array.from(streets, ({ name }) => idOf(name)),
    streetType: Uint16Array.from(streets, ({ type }) => types.indexOf(type)),
    streetTypeText: Uint32Array.from(types, idOf),
  };
  const starts = [0];
  for (const text of texts) starts.push(starts[starts.length - 1] + text.length);
  return { ...columns, textStart: Uint32Array.from(starts), text: Buffer.from(texts.join('')) };
}

/** Every beginning of every text, counted one by one. */
function expected(streets: readonly Street[], least: number): Set<string> {
  const beginnings = (text: string, from = 1) =>
    Array.from({ length: Math.max(0, text.length - from + 1) }, (_, i) => text.slice(0, from + i));
  const count = (text: string) => streets.filter((it) => `${labelOf(it)} `.startsWith(text)).length;
  const all = new Set<string>();
  for (const it of streets) {
    const label = `${labelOf(it)} `;
    for (const text of beginnings(label)) if (text.length <= LONGEST_BEGINNING && count(text) >= least) all.add(text);
    if (it.type === '' || it.suffix !== '' || label.length > LONGEST_BEGINNING || count(label) < least) continue;
    for (const short of SHORT[it.type])
      for (const text of beginnings(`${it.name} ${short} `, it.name.length + 2)) all.add(text);
  }
  return all;
}

describe('beginnings of streets', () => {
  it('are those that enough labels share, also with a short type', () => {
    fc.assert(
      fc.property(fc.array(street, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), (streets, least) => {
        expect(sharedStreets(columnsOf(streets), least)).toEqual(expected(streets, least));
      }),
    );
  });

  it('are none of no street', () => {
    expect(sharedStreets(columnsOf([]), 1)).toEqual(new Set());
  });
});
