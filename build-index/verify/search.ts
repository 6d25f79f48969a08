import { IS_ALIAS } from '../../src/index/address-flags.ts';
import { BUILDING_PLACE, BUILDING_RANK, BUILDING_ROW, BUILDING_STREET } from '../../src/index/building-row.ts';
import { readDetail } from '../../src/index/detail.ts';
import { MEANING } from '../../src/index/lexicon.ts';
import { STREET_NUMBER } from '../../src/index/number-kinds.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { placeInRow } from '../../src/index/posting-row.ts';
import { searchKey } from '../../src/index/search-key.ts';
import { STATE_ORDER } from '../../src/index/sections.ts';
import { RANGE_ROW } from '../../src/index/street-record.ts';
import { textOf } from '../../src/index/text.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check } from './check.ts';
import { keyFault } from './name-tries.ts';
import { fragment } from './text-order.ts';
import { betterKnown, streetWeights } from './weights.ts';

const MEANING_UNIT = 2 ** 24;
/** Numbers in words stay below. */
const MOST_IN_WORDS = 100;

/** The language of addresses: words and what they may mean. */
export const LEXICON_CHECKS: readonly Check[] = [
  {
    section: 'lexiconKey',
    holds: 'words are made of A–Z, 0–9 and spaces, and ascend',
    find: ({ columns }) => keyFault(columns.lexiconKey, columns.lexiconKeyStart),
  },
  {
    section: 'lexiconMeaning',
    holds: 'every word has meanings, each once, whose codes are there',
    find({ columns }) {
      const { lexiconStart, lexiconMeaning } = columns;
      const codes: Readonly<Record<number, number>> = {
        ...Object.fromEntries(Object.values(MEANING).map((meaning) => [meaning, 1])),
        [MEANING.streetType]: columns.streetTypeText.length,
        [MEANING.streetSuffix]: columns.streetSuffixText.length,
        [MEANING.flatType]: columns.flatTypeText.length,
        [MEANING.levelType]: columns.levelTypeText.length,
        [MEANING.state]: STATE_ORDER.length,
        [MEANING.capital]: STATE_ORDER.length,
        [MEANING.plan]: 2,
        [MEANING.cardinal]: MOST_IN_WORDS,
        [MEANING.ordinal]: MOST_IN_WORDS,
      };
      for (let word = 0; word + 1 < lexiconStart.length; word++) {
        if (lexiconStart[word] === lexiconStart[word + 1]) return `word ${word} has 0 meanings, expected at least 1`;
        for (let i = lexiconStart[word]; i < lexiconStart[word + 1]; i++) {
          const limit = codes[Math.floor(lexiconMeaning[i] / MEANING_UNIT)] ?? 0;
          if (lexiconMeaning[i] % MEANING_UNIT >= limit)
            return at(i, lexiconMeaning[i], 'a meaning with a code that is there');
          if (i > lexiconStart[word] && lexiconMeaning[i] <= lexiconMeaning[i - 1])
            return at(i, lexiconMeaning[i], `above ${lexiconMeaning[i - 1]}`);
        }
      }
      return null;
    },
  },
];

/** What search finds besides names: number ranges, and buildings. */
export const SEARCH_CHECKS: readonly Check[] = [
  {
    section: 'streetRange',
    holds: 'it has every distinct range of each street, and its first address',
    find(index) {
      const { streetRange, streetRangeStart, streetAddressStart, addressNumber } = index.columns;
      const { numberKind, numberFirst, numberLast } = index.columns;
      let next = 0;
      const fault = eachAddress(index, (ordinal, street) => {
        const number = addressNumber[ordinal];
        if (ordinal === streetAddressStart[street]) {
          if (streetRangeStart[street] !== next)
            return `ranges of street ${street} begin at ${streetRangeStart[street]}, expected ${next}`;
        } else if (number === addressNumber[ordinal - 1]) return null;
        if (numberKind[number] !== STREET_NUMBER || numberLast[number] <= numberFirst[number]) return null;
        const row = next++ * RANGE_ROW;
        for (const [i, expected] of [ordinal, numberFirst[number], numberLast[number]].entries())
          if (streetRange[row + i] !== expected) return at(row + i, streetRange[row + i], expected);
        return null;
      });
      const end = next * RANGE_ROW;
      return fault ?? (end === streetRange.length ? null : at(end, streetRange[end], 'the end'));
    },
  },
  {
    section: 'buildingKey',
    holds: 'keys are made of A–Z, 0–9 and spaces, and ascend',
    find: ({ columns }) => keyFault(columns.buildingKey, columns.buildingKeyStart),
  },
  {
    section: 'buildingAddress',
    holds: 'every building and site name has the first principal of every place that has it',
    find: buildingFault,
  },
];

function buildingFault(index: AddressIndex): string | null {
  const { addressFlags, addressNumber, numberKind } = index.columns;
  const { buildingKey, buildingKeyStart, buildingStart, buildingAddress } = index.columns;
  const { streetLocality, localityEntry } = index.columns;
  const rank = betterKnown(streetWeights(index));
  /** By entry: the addresses of its places, and the rows of these. */
  const rowsOf: Map<number, number>[] = [];
  for (let entry = 0; entry + 1 < buildingStart.length; entry++) {
    const rows = new Map<number, number>();
    for (let i = buildingStart[entry]; i < buildingStart[entry + 1]; i++) {
      const row = i * BUILDING_ROW;
      const own = buildingAddress[row + BUILDING_RANK];
      const before = i === buildingStart[entry] ? -1 : buildingAddress[row - BUILDING_ROW + BUILDING_RANK];
      if (own < before || (own === before && buildingAddress[row] <= buildingAddress[row - BUILDING_ROW]))
        return at(row, `address ${buildingAddress[row]}`, 'one that is less known, or comes later');
      rows.set(buildingAddress[row], i);
    }
    rowsOf.push(rows);
  }
  const entries = new Map<string, number>();
  for (let entry = 0; entry + 1 < buildingKeyStart.length; entry++)
    entries.set(fragment(buildingKey, buildingKeyStart, entry), entry);
  /** By text id of a name: its entry, -1 where it has no key; and the place that had it last. */
  const entryOfText = new Map<number, number>();
  const lastPlace = new Map<number, number>();
  const found = new Uint8Array(buildingAddress.length / BUILDING_ROW);
  const fault = eachAddress(index, (ordinal, street) => {
    if ((addressFlags[ordinal] & IS_ALIAS) !== 0) return null;
    const { building, site } = readDetail(index, ordinal);
    const place = street * numberKind.length + addressNumber[ordinal];
    return nameFault(building, place, ordinal, street) ?? nameFault(site, place, ordinal, street);
  });
  const extra = found.indexOf(0);
  const wrong = extra * BUILDING_ROW;
  return fault ?? (extra < 0 ? null : at(wrong, buildingAddress[wrong], 'an address with a name of this key'));

  function nameFault(name: number, place: number, ordinal: number, street: number): string | null {
    if (name === 0 || lastPlace.get(name) === place) return null;
    lastPlace.set(name, place);
    let entry = entryOfText.get(name);
    if (entry === undefined) {
      const key = searchKey(textOf(index, name));
      entry = key === '' ? -1 : entries.get(key);
      if (entry === undefined) return `${key} of address ${ordinal} is no key, expected it in buildingKey`;
      entryOfText.set(name, entry);
    }
    if (entry < 0) return null;
    const position = rowsOf[entry].get(ordinal);
    if (position === undefined)
      return `entry ${entry} lacks address ${ordinal}, expected it, for it is called ${textOf(index, name)}`;
    found[position] = 1;
    const row = position * BUILDING_ROW;
    const locality = streetLocality[street];
    const expected: readonly (readonly [number, number])[] = [
      [BUILDING_STREET, street],
      [BUILDING_PLACE, placeInRow(locality, localityEntry[locality] & 0xffff)],
      [BUILDING_RANK, rank[street]],
    ];
    for (const [element, value] of expected)
      if (buildingAddress[row + element] !== value) return at(row + element, buildingAddress[row + element], value);
    return null;
  }
}
