import { beforeAll, describe, expect, it } from 'vitest';
import { HAS_GEOCODE, IS_ALIAS } from '../../../src/address/index/address-flags.ts';
import { isAlias, numberIn } from '../../../src/address/index/address-head.ts';
import { flagsOf } from '../../../src/address/index/address-record.ts';
import { BUILDING_ROW, BUILDING_STREET } from '../../../src/address/index/building-row.ts';
import { readDetail } from '../../../src/address/index/detail.ts';
import { EVERYWHERE, LEAF_POINTS, leafPoints, readLeaf } from '../../../src/address/index/kd-tree.ts';
import { nameLetters } from '../../../src/address/index/letters.ts';
import {
  BY_ALIAS,
  BY_VARIANT,
  bestLength,
  FEW_POSTINGS,
  type NameTrie,
  NO_ENTRY,
  nameTries,
  POSTING_MASK,
} from '../../../src/address/index/name-trie.ts';
import { LOT, STREET_NUMBER } from '../../../src/address/index/number-kinds.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import {
  cardOfLocality,
  POSTING_ROW,
  placeInRow,
  ROW_CARD,
  ROW_PLACE,
  ROW_RANK,
} from '../../../src/address/index/posting-row.ts';
import { searchKey } from '../../../src/address/index/search-key.ts';
import { LARGEST_STREETS, MOST_DIRECT, RARE_STREETS } from '../../../src/address/index/sections.ts';
import { localityOf } from '../../../src/address/index/street-answer.ts';
import { cardOf } from '../../../src/address/index/street-card.ts';
import {
  endOfRanges,
  HAS_LOTS,
  NO_FIRST,
  RANGE_ROW,
  RECORD_CODES,
  RECORD_COUNT,
  RECORD_FIRST,
  RECORD_HIGHEST,
  RECORD_LOCALITY,
  RECORD_LOCALITY_COUNT,
  RECORD_RANGE,
  STREET_RECORD,
  stateOf,
} from '../../../src/address/index/street-record.ts';
import { textOf, textOfBytes } from '../../../src/address/index/text.ts';
import {
  ANY_LEVEL,
  MOST_RANKED_UNITS,
  MOST_UNIT_ROWS,
  NUMBERED_UNIT_ROW,
  UNIT_ADDRESS,
  UNIT_ENTRY,
  UNIT_RANK,
  UNIT_ROW,
  UNIT_STREET,
} from '../../../src/address/index/unit-row.ts';
import { firstUnit } from '../../../src/address/search/resolve/unit.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

/** An address as plain data, from the columns that answers are written from. */
interface Address {
  readonly ordinal: number;
  readonly street: number;
  readonly code: number;
  readonly kind: number;
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly unit: number;
  readonly unitNumber: number;
  readonly principal: boolean;
}

let index: AddressIndex;
let addresses: Address[];
let byStreet: Address[][];
/** Streets and localities by how many are better known. */
let streetRank: number[];
let localityRank: number[];

beforeAll(() => {
  index = openIndex(generatedIndex(3000, 7));
  const { columns: c } = index;
  byStreet = Array.from(c.streetName, (_, street) =>
    range(c.streetAddressStart[street], c.streetAddressStart[street + 1]).map((ordinal) => {
      const code = numberIn(c.addressHead[ordinal]);
      return {
        ordinal,
        street,
        code,
        kind: c.numberKind[code],
        first: c.numberFirst[code],
        last: c.numberLast[code],
        text: textOfBytes(c.numberText, c.numberTextStart[code], c.numberTextStart[code + 1]),
        unit: c.addressUnit[ordinal],
        unitNumber: c.unitFlatNumber[c.addressUnit[ordinal]],
        principal: !isAlias(c.addressHead[ordinal]),
      };
    }),
  );
  addresses = byStreet.flat();
  localityRank = ranks(c.localityName.length, (locality) => [principalsIn(locality)]);
  streetRank = ranks(c.streetName.length, (street) => [principalsIn(localityOf(index, street)), principalsOn(street)]);
});

function range(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, i) => from + i);
}

/** Of each thing, how many have more weight, or the same and a lower ordinal. */
function ranks(count: number, weight: (thing: number) => readonly number[]): number[] {
  const weights = range(0, count).map(weight);
  const heavier = (a: number, b: number) =>
    weights[b].map((own, i) => own - weights[a][i]).find((difference) => difference !== 0) ?? a - b;
  const rank: number[] = [];
  range(0, count)
    .sort(heavier)
    .forEach((thing, i) => {
      rank[thing] = i;
    });
  return rank;
}

function principalsOn(street: number): number {
  return byStreet[street].filter(({ principal }) => principal).length;
}

function principalsIn(locality: number): number {
  const { localityStreetStart: start } = index.columns;
  return range(start[locality], start[locality + 1]).reduce((sum, street) => sum + principalsOn(street), 0);
}

/** The items of a CSR section, run by run. */
function runs(start: Uint32Array, values: ArrayLike<number>): number[][] {
  return range(0, start.length - 1).map((i) => range(start[i], start[i + 1]).map((at) => values[at]));
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

describe('What is counted', () => {
  it('is counted: principals of streets and of localities', () => {
    const { streetCount, localityCount } = index.columns;
    expect([...streetCount]).toEqual(byStreet.map((_, street) => principalsOn(street)));
    expect([...localityCount]).toEqual(Array.from(localityCount, (_, locality) => principalsIn(locality)));
  });

  it('orders localities within their states, and the named streets of a locality', () => {
    const c = index.columns;
    const localities = range(0, c.localityName.length);
    expect([...c.localityBySize]).toEqual(
      localities.sort((a, b) => c.localityState[a] - c.localityState[b] || localityRank[a] - localityRank[b]),
    );
    runs(c.localityLargestStart, c.localityLargest).forEach((largest, locality) => {
      const named = range(c.localityStreetStart[locality], c.localityStreetStart[locality + 1])
        .filter((street) => c.streetName[street] !== 0)
        .sort((a, b) => streetRank[a] - streetRank[b]);
      expect(largest).toEqual(named.slice(0, LARGEST_STREETS));
    });
  });
});

describe.each(['street', 'locality'] as const)('The names of each %s', (kind) => {
  let trie: NameTrie;
  let keys: string[];
  let rank: number[];
  beforeAll(() => {
    trie = nameTries(index)[kind];
    keys = range(0, trie.keyStart.length - 1).map((i) => textOfBytes(trie.key, trie.keyStart[i], trie.keyStart[i + 1]));
    rank = kind === 'street' ? streetRank : localityRank;
  });

  it('lead to it by their search key', () => {
    const { columns } = index;
    const names = columns[`${kind}Name`];
    names.forEach((name, ordinal) => {
      const key = searchKey(textOf(index, name));
      const entry = columns[`${kind}Entry`][ordinal];
      expect(entry).toBe(key === '' ? NO_ENTRY : keys.indexOf(key));
      const letters = Buffer.from(key);
      expect(columns[`${kind}Letters`][ordinal]).toBe(key === '' ? 0 : nameLetters(letters, 0, letters.length));
      if (key === '') return;
      const official = range(trie.start[entry], trie.start[entry + 1]).map((i) => trie.posting[i]);
      expect(official.filter((posting) => (posting & (BY_ALIAS | BY_VARIANT)) === 0)).toContain(ordinal);
    });
    if (kind === 'street') return;
    runs(columns.localityAliasStart, columns.localityAlias).forEach((aliases, locality) => {
      for (const alias of aliases) {
        const entry = keys.indexOf(searchKey(textOf(index, alias)));
        const postings = range(trie.start[entry], trie.start[entry + 1]).map((i) => trie.posting[i] & POSTING_MASK);
        expect(postings).toContain(locality);
      }
    });
  });

  const byRank = (a: number, b: number) => rank[a & POSTING_MASK] - rank[b & POSTING_MASK];

  it('have their postings by weight too, each with what its list is looked through for', () => {
    range(0, keys.length).forEach((entry) => {
      const postings = [...trie.posting.subarray(trie.start[entry], trie.start[entry + 1])];
      expectRows(trie.ranked, trie.start[entry], postings.sort(byRank));
    });
  });

  it('have a list of the best where there are many below a node', () => {
    const { low, high, start } = trie;
    const many = range(0, low.length).filter((node) => start[high[node]] - start[low[node]] > FEW_POSTINGS);
    expect([...trie.bestNode]).toEqual(many);
    if (kind === 'street') expect(many.length).toBeGreaterThan(0);
    many.forEach((node, i) => {
      const below = [...trie.posting.subarray(start[low[node]], start[high[node]])].sort(byRank);
      const best = distinct(below.map((posting) => posting & POSTING_MASK)).slice(0, bestLength(below.length));
      const rows = range(trie.bestStart[i], trie.bestStart[i + 1]);
      expect(rows.map((row) => trie.best[row * POSTING_ROW] & POSTING_MASK)).toEqual(best);
      const listed = rows.map((row) => trie.best[row * POSTING_ROW]);
      const official = best.map((ordinal) =>
        Math.min(...below.filter((posting) => (posting & POSTING_MASK) === ordinal)),
      );
      expect(listed).toEqual(official);
      expectRows(trie.best, trie.bestStart[i], listed);
    });
  });

  /** Expects rows of some postings, with card, place and rank. */
  function expectRows(rows: Uint32Array, from: number, postings: readonly number[]): void {
    const { streetRecord, localityEntry, localityState, localityStreetStart: start } = index.columns;
    postings.forEach((posting, i) => {
      const row = (from + i) * POSTING_ROW;
      const ordinal = posting & POSTING_MASK;
      const locality = localityOf(index, ordinal);
      const street = kind === 'street';
      expect([rows[row], rows[row + ROW_CARD], rows[row + ROW_PLACE], rows[row + ROW_RANK]]).toEqual([
        posting,
        street
          ? cardOf(streetRecord, ordinal * STREET_RECORD)
          : cardOfLocality(localityState[ordinal], start[ordinal + 1] - start[ordinal]),
        street ? placeInRow(locality, localityEntry[locality] & 0xffff) : start[ordinal],
        rank[ordinal],
      ]);
    });
  }
});

describe('The row of a street', () => {
  it('says what its columns and addresses say', () => {
    const { streetRecord, localityState } = index.columns;
    byStreet.forEach((own, street) => {
      const row = streetRecord.subarray(street * STREET_RECORD);
      const locality = localityOf(index, street);
      const numbered = own.filter(({ kind }) => kind === STREET_NUMBER);
      expect([row[RECORD_LOCALITY], row[RECORD_COUNT], row[RECORD_LOCALITY_COUNT]]).toEqual([
        locality,
        principalsOn(street),
        principalsIn(locality),
      ]);
      expect(stateOf(row[RECORD_CODES])).toBe(localityState[locality]);
      expect((row[RECORD_CODES] & HAS_LOTS) !== 0).toBe(own.some(({ kind }) => kind === LOT));
      expect(row[RECORD_HIGHEST]).toBe(Math.max(0, ...numbered.flatMap(({ first, last }) => [first, last])));
      expect(row[RECORD_FIRST]).toBe(firstOf(own));
    });
  });

  /** The first principal of the first number: the building's where that has a record. */
  function firstOf(own: readonly Address[]): number {
    const [number] = own.filter(({ code }) => code !== 0);
    if (number === undefined || number.kind !== STREET_NUMBER) return NO_FIRST;
    const same = own.filter(({ code }) => code === number.code);
    const standing = number.unit === 0 ? same.filter(({ unit }) => unit === 0) : same;
    return standing.find(({ principal }) => principal)?.ordinal ?? NO_FIRST;
  }

  it('leads to the ranges of its numbers, each once', () => {
    const { streetRecord, streetRange } = index.columns;
    byStreet.forEach((own, street) => {
      const row = street * STREET_RECORD;
      const found = range(streetRecord[row + RECORD_RANGE], endOfRanges(streetRecord, row)).map((i) => [
        ...streetRange.subarray(i * RANGE_ROW, (i + 1) * RANGE_ROW),
      ]);
      const ranges = own.filter(({ kind, first, last }) => kind === STREET_NUMBER && last > first);
      const once = ranges.filter(({ code }, i) => ranges.findIndex((each) => each.code === code) === i);
      expect(found).toEqual(once.map(({ ordinal, first, last }) => [ordinal, first, last]));
    });
  });
});

describe('Numbers lead to streets', () => {
  const numbered = () => addresses.filter(({ kind }) => kind === STREET_NUMBER);

  /** Expects numbers with their streets, by entry and by rank. */
  function expectStreets(kind: 'rare' | 'compound', streetsOf: ReadonlyMap<number, ReadonlySet<number>>): void {
    const { columns } = index;
    const { streetEntry } = columns;
    const numbers = [...columns[`${kind}Number`]];
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual([...streetsOf.keys()].sort((a, b) => a - b));
    const byEntry = (a: number, b: number) => streetEntry[a] - streetEntry[b] || streetRank[a] - streetRank[b];
    const start = columns[`${kind}Start`];
    runs(start, columns[`${kind}Street`]).forEach((streets, i) => {
      expect(streets).toEqual([...(streetsOf.get(numbers[i]) ?? [])].sort(byEntry));
    });
    runs(start, columns[`${kind}Ranked`]).forEach((streets, i) => {
      expect(streets).toEqual([...(streetsOf.get(numbers[i]) ?? [])].sort((a, b) => streetRank[a] - streetRank[b]));
    });
  }

  function grouped(pairs: Iterable<readonly [number, number]>): Map<number, Set<number>> {
    const groups = new Map<number, Set<number>>();
    for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value));
    return groups;
  }

  it('that few streets have', () => {
    const all = grouped(numbered().map(({ first, street }) => [first, street]));
    expectStreets('rare', new Map([...all].filter(([, streets]) => streets.size <= RARE_STREETS)));
  });

  it('with a letter, of a range, or of a lot', () => {
    const compound = addresses.filter(
      ({ kind, text }) => kind === LOT || (kind === STREET_NUMBER && /[A-Z-]/.test(text)),
    );
    expectStreets('compound', grouped(compound.map(({ code, street }) => [code, street])));
  });

  it('that are low: the first code that is at least as high', () => {
    const { streetNumberCode, numberKind, numberFirst, unitFlatNumber, unitNumberCode } = index.columns;
    const codes = range(0, numberKind.length).filter((code) => numberKind[code] === STREET_NUMBER);
    for (const number of [...range(0, 300), MOST_DIRECT - 1]) {
      const from = codes.find((code) => numberFirst[code] >= number) ?? Math.max(...codes) + 1;
      expect(streetNumberCode[number]).toBe(from);
      const unit = [...unitFlatNumber].findIndex((flat) => flat >= number);
      expect(unitNumberCode[number]).toBe(unit < 0 ? unitFlatNumber.length : unit);
    }
  });

  it('of units, however many digits are typed: the first that is at least as high', () => {
    const { unitFlatNumber } = index.columns;
    for (const number of [0, 1, MOST_DIRECT, 2 ** 31 + 3, 2 ** 40, 1e21]) {
      const unit = [...unitFlatNumber].findIndex((flat) => flat >= number);
      expect(firstUnit(index, number)).toBe(unit < 0 ? unitFlatNumber.length : unit);
    }
  });
});

describe('Units and buildings lead to addresses', () => {
  it('a unit to one of each street that has it, the best known first', () => {
    const { unitPosting, unitPostingStart } = index.columns;
    const byUnit = new Map<number, Address[]>();
    for (const address of addresses.filter(({ principal }) => principal))
      byUnit.set(address.unit, [...(byUnit.get(address.unit) ?? []), address]);
    for (const unit of range(1, unitPostingStart.length - 1)) {
      const rows = range(unitPostingStart[unit], unitPostingStart[unit + 1]).map((i) =>
        unitPosting.subarray(i * UNIT_ROW, (i + 1) * UNIT_ROW),
      );
      const own = byUnit.get(unit) ?? [];
      const streets = distinct(own.map(({ street }) => street)).sort((a, b) => streetRank[a] - streetRank[b]);
      expect(rows.map((row) => row[UNIT_STREET])).toEqual(streets.slice(0, MOST_UNIT_ROWS));
      for (const row of rows) {
        const address = own.find(({ ordinal }) => ordinal === row[UNIT_ADDRESS]);
        expect(address?.street).toBe(row[UNIT_STREET]);
        expect(row[UNIT_RANK]).toBe(streetRank[row[UNIT_STREET]]);
        expect(row[UNIT_ENTRY]).toBe(index.columns.streetEntry[row[UNIT_STREET]]);
      }
    }
  });

  it('a unit, or a level, and a street number to the addresses that have them, those of the best known streets first', () => {
    const { columns: c } = index;
    const pairs = new Map<string, Address[]>();
    const put = (pair: string, address: Address) => pairs.set(pair, [...(pairs.get(pair) ?? []), address]);
    const withUnits = addresses.filter(
      ({ principal, unit, kind }) => principal && unit !== 0 && kind === STREET_NUMBER,
    );
    for (const address of withUnits.sort(
      (a, b) => streetRank[a.street] - streetRank[b.street] || a.ordinal - b.ordinal,
    ))
      for (const number of distinct([address.first, Math.max(address.first, address.last)])) {
        put(`${address.unitNumber} at ${number}`, address);
        const level = `${ANY_LEVEL} at ${number}`;
        const hasLevel = c.unitLevelType[address.unit] !== 0 || c.unitLevelText[address.unit] !== 0;
        if (hasLevel && pairs.get(level)?.at(-1)?.street !== address.street) put(level, address);
      }
    const listed = new Map<string, number[][]>();
    const positions = new Map<string, number>();
    runs(c.numberedUnitNumberStart, range(0, c.numberedUnitAt.length)).forEach((at, i) => {
      expect([...at]).toEqual([...at].sort((a, b) => c.numberedUnitAt[a] - c.numberedUnitAt[b]));
      for (const pair of at) {
        positions.set(`${c.numberedUnitNumber[i]} at ${c.numberedUnitAt[pair]}`, pair);
        listed.set(
          `${c.numberedUnitNumber[i]} at ${c.numberedUnitAt[pair]}`,
          range(c.numberedUnitStart[pair], c.numberedUnitStart[pair + 1]).map((row) => [
            ...c.numberedUnit.subarray(row * NUMBERED_UNIT_ROW, (row + 1) * NUMBERED_UNIT_ROW),
          ]),
        );
      }
    });
    expect([...c.numberedUnitNumber]).toEqual([...c.numberedUnitNumber].sort((a, b) => a - b));
    expect([...listed.keys()].sort()).toEqual([...pairs.keys()].sort());
    expect(Math.max(...[...pairs.values()].map((all) => all.length))).toBeGreaterThan(3);
    expect([...pairs.keys()].filter((pair) => pair.startsWith(`${ANY_LEVEL} `)).length).toBeGreaterThan(3);
    const ranked = new Map(Array.from(c.rankedUnitPair, (pair, i) => [pair, i]));
    for (const [pair, all] of pairs) {
      const rows = all.map(({ ordinal, street, unit }) => [ordinal, c.streetEntry[street], unit]);
      const at = positions.get(pair) ?? -1;
      const i = ranked.get(at);
      expect(i === undefined).toBe(rows.length <= MOST_RANKED_UNITS);
      expect(listed.get(pair)).toEqual(i === undefined ? rows : [...rows].sort((a, b) => a[1] - b[1]));
      if (i === undefined) continue;
      const first = c.rankedUnit.subarray(
        c.rankedUnitStart[i] * NUMBERED_UNIT_ROW,
        c.rankedUnitStart[i + 1] * NUMBERED_UNIT_ROW,
      );
      expect([...first]).toEqual(rows.slice(0, MOST_RANKED_UNITS).flat());
    }
  });

  it('a building or site to the first principal of every number that has it, the best known street first', () => {
    const { buildingKey, buildingKeyStart, buildingStart, buildingAddress } = index.columns;
    const places = new Map<string, Map<string, Address>>();
    for (const address of addresses.filter(({ principal }) => principal)) {
      const { building, site } = readDetail(index, address.ordinal);
      for (const name of [building, site]) {
        const key = searchKey(textOf(index, name));
        const known = places.get(key) ?? new Map<string, Address>();
        const place = `${address.street} ${address.code}`;
        if (key !== '' && !known.has(place)) places.set(key, known.set(place, address));
      }
    }
    expect(places.size).toBeGreaterThan(10);
    expect(buildingKeyStart.length - 1).toBe(places.size);
    range(0, places.size).forEach((entry) => {
      const key = textOfBytes(buildingKey, buildingKeyStart[entry], buildingKeyStart[entry + 1]);
      const expected = [...(places.get(key)?.values() ?? [])].sort(
        (a, b) => streetRank[a.street] - streetRank[b.street] || a.ordinal - b.ordinal,
      );
      const rows = range(buildingStart[entry], buildingStart[entry + 1]).map((i) => i * BUILDING_ROW);
      expect(rows.map((row) => [buildingAddress[row], buildingAddress[row + BUILDING_STREET]])).toEqual(
        expected.map(({ ordinal, street }) => [ordinal, street]),
      );
    });
  });
});

describe('The KD-tree', () => {
  it('has in each half only points on its side, and in each leaf but the last as many', () => {
    const { kdSplit } = index.columns;
    const leaves = range(0, kdSplit.length).map((leaf) => {
      const points = leafPoints();
      const count = readLeaf(index, leaf, EVERYWHERE, points);
      expect(count === LEAF_POINTS || leaf === kdSplit.length - 1).toBe(true);
      return range(0, count).map((i) => [points.x[i], points.y[i]]);
    });
    const visit = (from: number, to: number, axis: 0 | 1): void => {
      if (to - from === 1) return;
      const middle = (from + to) >> 1;
      const lower = leaves.slice(from, middle).flat();
      const higher = leaves.slice(middle, to).flat();
      expect(lower.filter((point) => point[axis] > kdSplit[middle])).toEqual([]);
      expect(higher.filter((point) => point[axis] < kdSplit[middle])).toEqual([]);
      visit(from, middle, axis === 0 ? 1 : 0);
      visit(middle, to, axis === 0 ? 1 : 0);
    };
    expect(leaves.flat().length).toBe(kdSplit[0]);
    expect(kdSplit[0]).toBe(
      addresses.filter(({ ordinal }) => (flagsOf(index, ordinal) & (HAS_GEOCODE | IS_ALIAS)) === HAS_GEOCODE).length,
    );
    visit(0, leaves.length, 0);
  });
});
