import { describe, expect, it } from 'vitest';
import { type AddressParts, formatAddress } from './format-address.ts';

const NOTHING: AddressParts = {
  building: null,
  flatType: null,
  flatNumber: null,
  levelType: null,
  levelNumber: null,
  number: null,
  streetName: null,
  streetType: null,
  streetSuffix: null,
  locality: null,
  state: null,
  postcode: null,
};
const STREET = { streetName: 'SMITH', streetType: 'STREET', locality: 'FOOTSCRAY', state: 'VIC', postcode: '3011' };
const UNIT = { flatType: 'UNIT', flatNumber: '3', number: '25' };

describe('An address is written', () => {
  it.each<[string, Partial<AddressParts>, string, string[]]>([
    ['with its number', { number: '25' }, '25 Smith Street', ['25 SMITH STREET']],
    ['with a range', { number: '11-15' }, '11-15 Smith Street', ['11-15 SMITH STREET']],
    ['with a lot', { number: 'LOT 19' }, 'Lot 19 Smith Street', ['LOT 19 SMITH STREET']],
    ['with a unit', UNIT, 'Unit 3, 25 Smith Street', ['3/25 SMITH STREET']],
    ['with a unit without a type', { ...UNIT, flatType: null }, '3, 25 Smith Street', ['3/25 SMITH STREET']],
    [
      'with a unit whose type matters',
      { ...UNIT, flatType: 'SHOP', flatNumber: 'G1' },
      'Shop G1, 25 Smith Street',
      ['SHOP G1/25 SMITH STREET'],
    ],
    [
      'with a level',
      { ...UNIT, levelType: 'LEVEL', levelNumber: '1' },
      'Unit 3, Level 1, 25 Smith Street',
      ['UNIT 3 LEVEL 1', '25 SMITH STREET'],
    ],
    [
      'with a unit on a lot',
      { ...UNIT, number: 'LOT 7' },
      'Unit 3, Lot 7 Smith Street',
      ['UNIT 3', 'LOT 7 SMITH STREET'],
    ],
    [
      'with a building where there is no number',
      { building: "O'BRIEN HALL, WEST WING" },
      "O'Brien Hall, West Wing, Smith Street",
      ["O'BRIEN HALL WEST WING", 'SMITH STREET'],
    ],
    [
      'without a building where there is one',
      { building: 'THE TOWER', number: '1' },
      '1 Smith Street',
      ['1 SMITH STREET'],
    ],
  ])('%s', (_, parts, line1, postal) => {
    expect(formatAddress({ ...NOTHING, ...STREET, ...parts }, false)).toEqual({
      line1,
      line2: 'Footscray VIC 3011',
      full: `${line1}, Footscray VIC 3011`,
      postal: [...postal, 'FOOTSCRAY VIC 3011'],
    });
  });

  it('with its types abbreviated, on request', () => {
    const parts = { ...NOTHING, ...STREET, ...UNIT, streetType: 'AVENUE', streetSuffix: 'NORTH' };
    expect(formatAddress(parts, true)).toMatchObject({
      line1: 'Unit 3, 25 Smith Av N',
      postal: ['3/25 SMITH AV N', 'FOOTSCRAY VIC 3011'],
    });
  });

  it('with nothing, as nothing', () => {
    expect(formatAddress(NOTHING, false)).toEqual({ line1: null, line2: null, full: null, postal: [] });
    expect(formatAddress({ ...NOTHING, locality: 'MCCRAE' }, false)).toMatchObject({ line1: null, full: 'McCrae' });
  });
});
