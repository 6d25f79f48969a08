import { beforeAll, describe, expect, it } from 'vitest';
import { openSample, placeOf, type Sample } from './sample.ts';
import { isPlain, number, street } from './written.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

const reasonOf = (q: string) => {
  const { match, debug } = sample.validate(q);
  expect(match, q).toBeNull();
  return debug.reason;
};

describe('Where validate finds nothing, its diagnostics say what the text is', () => {
  it.each([
    ['po_box', ['PO Box 12 Sunnybank', 'Locked Bag 3', 'GPO Box 1234, Sydney NSW 2001', 'Private Bag 7 Fremantle']],
    ['intersection', ['Cnr Smith & Bowen Sts', 'Corner of Perth St and Bowen Street, Sunnybank', 'Smith St / High St']],
    ['parcel', ['Lot 5 on SP1234', 'Lot 12 DP 123456', 'RP 123456']],
    [
      'overseas',
      ['London SW1A 1AA', 'Qwxzy, K1A 0B1', 'Zzyzx, NY 10118', '10 Downing Street London', '221B Baker St, London.'],
    ],
    ['too_little', ['', '12', 'hello', 'Qld 4109', ', ;']],
    ['none', ['invoice number seven of the third of march', 'qwxz zzxq wqzx xzwq']],
  ])('%s', (reason, lines) => {
    for (const q of lines) if (q !== '') expect(reasonOf(q), q).toBe(reason);
  });

  it('and nothing where something was found', () => {
    const record = sample.principals.find(isPlain);
    if (record === undefined) throw new Error('no house');
    const { match, debug } = sample.validate(`${number(record)} ${street(record)}, ${placeOf(record)}`);
    expect(match?.addressLabel).toBe(record.addressLabel);
    expect(debug).not.toHaveProperty('reason');
  });

  it('which is left out of answers without diagnostics', () => {
    expect(JSON.parse(sample.validateText('PO Box 12 Sunnybank'))).toEqual({
      match: null,
      serviceMatchScore: 0,
      serviceMatchQuality: 'none',
    });
  });
});
