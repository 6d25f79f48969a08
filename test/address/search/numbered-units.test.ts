import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedUnitSections } from '../../../build-index/compile/numbered-units.ts';
import { packHead, UNIT_HEAD } from '../../../src/address/index/address-head.ts';
import { STREET_NUMBER } from '../../../src/address/index/number-kinds.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { STREET_BLOCK } from '../../../src/address/index/sections.ts';
import { RECORD_COUNT, STREET_RECORD } from '../../../src/address/index/street-record.ts';
import { MOST_RANKED_UNITS, NUMBERED_ADDRESS, NUMBERED_UNIT } from '../../../src/address/index/unit-row.ts';
import { newWorkspace } from '../../../src/address/search/query/workspace.ts';
import { nextRow, pairsOf, rowsOfPair } from '../../../src/address/search/retrieve/numbers/unit-rows.ts';
import { ANY_NAME } from '../../../src/address/search/retrieve/places/regions.ts';
import type { Query } from '../../../src/address/search/retrieve/query.ts';

/** Number codes 0–2 are 5, 5-7 and 9; units 1–3 are UNIT 1, SHOP 1 and UNIT 2. */
const numbers = {
  numberKind: new Uint8Array(3).fill(STREET_NUMBER),
  numberFirst: Uint32Array.of(5, 5, 9),
  numberLast: Uint32Array.of(0, 7, 0),
};
const units = {
  unitFlatNumber: Uint32Array.of(0, 1, 1, 2),
  unitLevelType: new Uint8Array(4),
  unitLevelText: new Uint32Array(4),
};

interface Address {
  readonly code: number;
  readonly unit: number;
}

interface Street {
  readonly entry: number;
  readonly weight: number;
  readonly addresses: readonly Address[];
}

const address = fc.record({
  code: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constantFrom(1, 2) }),
  unit: fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(0, 2, 3) }),
});
const street = fc.record({
  entry: fc.integer({ min: 0, max: 40 }),
  weight: fc.integer({ min: 1, max: 60 }),
  addresses: fc.array(address, { minLength: 1, maxLength: 2 }),
});
/** Of some of them, more have unit 1 at number 5 than are kept in the order of weight. */
const streets = fc.oneof(
  fc.array(street, { minLength: 1, maxLength: 30 }),
  fc.array(street, { minLength: 500, maxLength: 600 }),
);

function indexOf(all: readonly Street[]): AddressIndex {
  const streetStart = new Uint32Array(all.length + 1);
  all.forEach(({ addresses }, i) => {
    streetStart[i + 1] = streetStart[i] + addresses.length;
  });
  const each = all.flatMap(({ addresses }) => addresses);
  const streetRecord = new Uint32Array((all.length + 1) * STREET_RECORD);
  all.forEach(({ weight }, i) => {
    streetRecord[i * STREET_RECORD + RECORD_COUNT] = weight;
  });
  const streetEntry = Uint32Array.from(all, ({ entry }) => entry);
  const columns = {
    addressNumber: Uint32Array.from(each, ({ code }) => code),
    addressUnit: Uint32Array.from(each, ({ unit }) => unit),
    addressFlags: new Uint8Array(each.length),
  };
  const ranked = Uint32Array.from(all, (_, i) => i).sort((a, b) => all[b].weight - all[a].weight || a - b);
  const order = { streetStart } as Parameters<typeof numberedUnitSections>[0]['order'];
  const sections = numberedUnitSections({ order, columns, units, numbers, streetEntry, ranked });
  const blocks = Math.ceil(each.length / STREET_BLOCK);
  const addressBlockStreet = Uint32Array.from({ length: blocks }, (_, block) =>
    all.findIndex((_, i) => streetStart[i + 1] > block * STREET_BLOCK),
  );
  const { unitFlatNumber } = units;
  const unitNumberCode = Uint32Array.of(0, 1, 3, 4);
  const search = {
    unitFlatNumber,
    unitNumberCode,
    streetRecord,
    streetEntry,
    streetAddressStart: streetStart,
    addressBlockStreet,
  };
  const addressHead = columns.addressNumber.map((code) => packHead(code, UNIT_HEAD));
  return { columns: { ...columns, ...sections, ...search, addressHead } } as unknown as AddressIndex;
}

/** The addresses that have unit 1 or 2 at a number, as a naive reader finds them, with the weights of their streets. */
function having(all: readonly Street[], unit: number, number: number) {
  let ordinal = 0;
  return all.flatMap(({ entry, weight, addresses }) =>
    addresses
      .map((each) => ({ ...each, entry, weight, ordinal: ordinal++ }))
      .filter(({ code, unit: own }) => {
        const isThere = numbers.numberFirst[code] === number || numbers.numberLast[code] === number;
        return own !== 0 && units.unitFlatNumber[own] === unit && isThere;
      }),
  );
}

describe('A unit together with a street number', () => {
  it('leads to the addresses that have both, or where they are many, to those of the best known streets', () => {
    let long = 0;
    const least = 5;
    fc.assert(
      fc.property(
        streets,
        fc.constantFrom(1, 1, 1, 2),
        fc.constantFrom(5, 5, 5, 7, 9),
        fc.option(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 })), { freq: 1 }),
        fc.boolean(),
        (all, unit, number, range, shops) => {
          const index = indexOf(all);
          const query = { index, work: newWorkspace(), budget: 1e9 } as Query;
          const names = range === null ? ANY_NAME : { low: range[0], high: range[0] + range[1] };
          const everywhere = having(all, unit, number);
          const wanted = everywhere.filter(
            ({ entry, unit: own }) => entry >= names.low && entry < names.high && (!shops || own === 2),
          );
          const pairs = pairsOf(index, unit, number);
          const isListed = pairs.from < pairs.end && index.columns.numberedUnitAt[pairs.from] === number;
          expect(isListed).toBe(everywhere.length > 0);
          if (!isListed) return;
          const run = { from: 0, to: 0xffff_ffff };
          const fits = (code: number): boolean => !shops || code === 2;
          const filter = { names, run, fits };
          const scan = rowsOfPair(query, pairs.from, filter, least);
          const { rows } = scan;
          const found: number[] = [];
          for (let at = nextRow(scan, filter); at >= 0; at = nextRow(scan, filter)) {
            found.push(rows[at + NUMBERED_ADDRESS]);
            expect(rows[at + NUMBERED_UNIT]).toBe(index.columns.addressUnit[rows[at + NUMBERED_ADDRESS]]);
          }
          const count = found.length;
          const weights = found.map((ordinal) => wanted.find((each) => each.ordinal === ordinal)?.weight ?? 0);
          expect(new Set(found).size).toBe(count);
          expect(weights.every((weight, i) => weight > 0 && (i === 0 || weight <= weights[i - 1]))).toBe(true);
          if (count === wanted.length) return;
          long++;
          expect(everywhere.length).toBeGreaterThan(MOST_RANKED_UNITS);
          expect(count).toBeGreaterThanOrEqual(least);
          const best = wanted.map(({ weight }) => weight).sort((a, b) => b - a);
          expect(weights).toEqual(best.slice(0, count));
        },
      ),
      { numRuns: 60 },
    );
    expect(long).toBeGreaterThan(3);
  });
});
