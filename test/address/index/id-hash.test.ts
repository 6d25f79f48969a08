import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketOf, compareIds, findId, hashId, idOf, slotBits, tagOf } from '../../../src/address/index/id-hash.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { smallIndex, smallRelease } from '../../build-index/builder-releases.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

function idsOf(index: AddressIndex): string[] {
  return Array.from(index.columns.addressHead, (_, ordinal) => idOf(index, ordinal));
}

/** Strings like an id, and unlike: one letter changed, taken away, added; another case; digits padded; parts of it. */
function like(ids: readonly string[]): fc.Arbitrary<string> {
  const edited = fc
    .record({
      id: fc.constantFrom(...ids),
      at: fc.nat(20),
      letter: fc.constantFrom(...'0123456789GAVICnsw_- \u0000é'),
      kind: fc.constantFrom('insert', 'delete', 'replace'),
    })
    .map(({ id, at, letter, kind }) => {
      const position = at % (id.length + 1);
      return (
        id.slice(0, position) + (kind === 'delete' ? '' : letter) + id.slice(position + (kind === 'insert' ? 0 : 1))
      );
    });
  const parts = fc
    .tuple(fc.constantFrom(...ids), fc.nat(16), fc.nat(16))
    .map(([id, from, length]) => id.slice(from, from + length));
  const joined = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)).map(([a, b]) => a + b);
  const cased = fc.constantFrom(...ids).map((id) => id.toLowerCase());
  const padded = fc.constantFrom(...ids).map((id) => id.replace(/(\d+)$/, '0$1'));
  const shortened = fc.constantFrom(...ids).map((id) => id.replace(/0(\d+)$/, '$1'));
  return fc.oneof(
    edited,
    parts,
    joined,
    cased,
    padded,
    shortened,
    fc.string({ unit: 'binary', maxLength: 64 }),
    fc.string(),
  );
}

function expectExact(index: AddressIndex, ids: readonly string[]): void {
  const ordinals = new Map(ids.map((id, ordinal) => [id, ordinal]));
  expect(ordinals.size).toBe(ids.length);
  expect([...ordinals].filter(([id, ordinal]) => findId(index, id) !== ordinal)).toEqual([]);
  fc.assert(
    fc.property(like(ids), (id) => {
      expect(findId(index, id)).toBe(ordinals.get(id) ?? -1);
    }),
    { numRuns: cases(800, 3000) },
  );
}

describe('findId', () => {
  it.each([
    { addresses: 200, seed: 11 },
    { addresses: 3000, seed: 7 },
  ])('finds every id of $addresses addresses, and nothing else', async ({ addresses, seed }) => {
    const index = openIndex(generatedIndex(addresses, seed));
    expectExact(index, idsOf(index));
  });

  it('finds ids that look like no id of G-NAF', async () => {
    const odd = fc.uniqueArray(
      fc.oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((id) => id.replace(/[|\r\n]/g, '/')),
        fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 24 }),
        fc.tuple(fc.string({ unit: fc.constantFrom(...'AB_"\\'), maxLength: 3 }), fc.nat()).map(([a, n]) => `${a}${n}`),
        fc.tuple(fc.nat(400), fc.nat(99_999)).map(([a, n]) => `P${a}X${String(n).padStart(5, '0')}`),
      ),
      { minLength: 500, maxLength: 500 },
    );
    for (const ids of fc.sample(odd, { numRuns: 6, seed: 5 })) {
      const names = ids.map((id) => (id.trim() === '' || Buffer.from(id).toString() !== id ? `odd${id.length}` : id));
      const distinct = [...new Set(names)];
      const release = smallRelease(distinct.length);
      release.ADDRESS_DETAIL.rows.length = distinct.length;
      release.ADDRESS_DETAIL.rows.forEach((row, i) => {
        row.ADDRESS_DETAIL_PID = distinct[i];
      });
      for (const table of ['ADDRESS_DEFAULT_GEOCODE', 'ADDRESS_MESH_BLOCK_2021', 'ADDRESS_ALIAS', 'PRIMARY_SECONDARY'])
        release[table].rows.length = 0;
      const index = await smallIndex(release);
      expect(idsOf(index).sort()).toEqual([...distinct].sort());
      expectExact(index, idsOf(index));
    }
  });

  it('orders ids as their strings are ordered', async () => {
    const index = openIndex(generatedIndex(200, 11));
    const ids = idsOf(index);
    const any = fc.nat(ids.length - 1);
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(Math.sign(compareIds(index, a, b))).toBe(ids[a] < ids[b] ? -1 : ids[a] > ids[b] ? 1 : 0);
      }),
    );
  });
});

describe('the hash', () => {
  const count = fc.integer({ min: 0, max: 2 ** 26 - 1 });

  it('keeps buckets within the table, and tag and ordinal apart in 32 bits', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        count,
        fc.integer({ min: 1, max: 2 ** 24 }),
        (id, addresses, buckets) => {
          const hash = hashId(id);
          const bits = slotBits(addresses);
          for (const choice of [0, 1] as const) {
            const bucket = bucketOf(hash, choice, buckets);
            expect(Number.isInteger(bucket) && bucket >= 0 && bucket < buckets).toBe(true);
          }
          const slot = ((tagOf(hash, bits) << bits) | addresses) >>> 0;
          expect(slot % 2 ** bits).toBe(addresses);
          expect(Math.floor(slot / 2 ** bits)).toBe(tagOf(hash, bits));
        },
      ),
    );
  });

  it('spreads ids that follow one another over all buckets', () => {
    const buckets = new Uint32Array(1000);
    for (let i = 0; i < 16_000; i++) {
      const hash = hashId(`GAVIC${411_000_000 + i}`);
      buckets[bucketOf(hash, 0, 1000)]++;
      buckets[bucketOf(hash, 1, 1000)]++;
    }
    expect(Math.min(...buckets)).toBeGreaterThan(8);
    expect(Math.max(...buckets)).toBeLessThan(80);
  });
});
