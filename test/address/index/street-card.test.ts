import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STATE_ORDER } from '../../../src/address/index/sections.ts';
import {
  ANY_LOT,
  ANY_NUMBER,
  cardOf,
  mayHave,
  stateOnCard,
  suffixOnCard,
  typeOnCard,
} from '../../../src/address/index/street-card.ts';
import {
  packRecordCodes,
  RECORD_CODES,
  RECORD_HIGHEST,
  STREET_RECORD,
} from '../../../src/address/index/street-record.ts';

interface Street {
  readonly highest: number;
  readonly lots: boolean;
  readonly type: number;
  readonly suffix: number;
  readonly state: number;
}

/** Numbers around the largest that a card holds, and any others. */
const highest = fc.oneof(fc.nat(300), fc.integer({ min: 8180, max: 8200 }), fc.nat(2 ** 31 - 1));
const street: fc.Arbitrary<Street> = fc.record({
  highest,
  lots: fc.boolean(),
  type: fc.oneof(fc.nat(300), fc.integer({ min: 505, max: 515 }), fc.nat(0xffff)),
  suffix: fc.oneof(fc.nat(40), fc.nat(0xff)),
  state: fc.nat(STATE_ORDER.length - 1),
});

function cardOfStreet({ highest, lots, type, suffix, state }: Street) {
  const record = new Uint32Array(3 * STREET_RECORD);
  record[STREET_RECORD + RECORD_HIGHEST] = highest;
  record[STREET_RECORD + RECORD_CODES] = packRecordCodes(type, suffix, state, lots, 0);
  return cardOf(record, STREET_RECORD);
}

describe('The card of a street', () => {
  it('turns no street away that has the number, and every one that cannot, up to 8190', () => {
    fc.assert(
      fc.property(street, highest, (said, number) => {
        const may = mayHave(cardOfStreet(said), number);
        if (number <= said.highest) expect(may).toBe(true);
        else if (said.highest <= 8190) expect(may).toBe(false);
      }),
    );
  });

  it('knows whether there are lots, and lets every street pass that is asked for nothing', () => {
    fc.assert(
      fc.property(street, (said) => {
        expect(mayHave(cardOfStreet(said), ANY_LOT)).toBe(said.lots);
        expect(mayHave(cardOfStreet(said), ANY_NUMBER)).toBe(true);
      }),
    );
  });

  it('says the type and suffix that the record has, or that it does not know them; the state always', () => {
    fc.assert(
      fc.property(street, (said) => {
        const card = cardOfStreet(said);
        expect(typeOnCard(card)).toBe(said.type < 511 ? said.type : -1);
        expect(suffixOnCard(card)).toBe(said.suffix < 31 ? said.suffix : -1);
        expect(stateOnCard(card)).toBe(said.state);
      }),
    );
  });
});
