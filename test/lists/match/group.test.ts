import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { findPairs, type Pair } from '../../../src/lists/match/group/find-pairs.ts';
import { householdName, type Keys, RECORD_WORDS, writeRecord } from '../../../src/lists/match/group/keys.ts';
import { addressAt } from '../../../src/lists/match/lookup/address.ts';
import { type MatchProgram, matchProgram } from './match-program.ts';

interface Document {
  readonly id: string;
  readonly addressLabel: string;
  readonly localityName: string;
  readonly state: string;
  readonly postcode: string;
  readonly addressRole: string | null;
  readonly aliases: readonly { id: string }[];
  readonly secondaries: readonly { id: string }[];
}
interface GroupsSaid {
  readonly certain: number;
  readonly addresses: { places: number; repeats: number };
  readonly buildings: { places: number; repeats: number };
  readonly households: { places: number; repeats: number };
  readonly against: { certain: number; addresses: number; households: number } | null;
}

let program: MatchProgram;
/** By id, the document of every address of the sample; and the primaries of each unit, the principal of each alias. */
const documents = new Map<string, Document>();
const primaries = new Map<string, Set<string>>();
const principals = new Map<string, string>();
const out = new JsonBytes();

beforeAll(() => {
  program = matchProgram();
  for (let i = 0; i < program.index.manifest.addresses; i++) addDocument(addressAt(program.index, i).id);
});

function addDocument(id: string): void {
  if (documents.has(id)) return;
  out.reset();
  if (!enrich(program.index, { id, debug: false }, out)) return;
  const document = JSON.parse(new TextDecoder().decode(out.view())) as Document;
  documents.set(id, document);
  for (const { id: unit } of document.secondaries) {
    primaries.set(unit, (primaries.get(unit) ?? new Set()).add(id));
  }
  for (const { id: alias } of document.aliases) principals.set(alias, id);
}

const lineOf = ({ addressLabel, localityName, state, postcode }: Document) =>
  `${addressLabel}, ${localityName} ${state} ${postcode}`;

function validated(q: string): { id: string | null; quality: string } {
  out.reset();
  validate(program.index, { q, debug: false }, out);
  const { match, serviceMatchQuality } = JSON.parse(new TextDecoder().decode(out.view()));
  return { id: match?.id ?? null, quality: serviceMatchQuality };
}

const rowsOf = (name: string) =>
  parse(readFileSync(program.path(name), 'utf8'), { columns: true }) as Record<string, string>[];
const groupsOf = (said: string) =>
  JSON.parse(said.split('\n').find((line) => line.includes('"event":"done"')) ?? '{}').groups as GroupsSaid;
const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('');

describe('the keys of a place', () => {
  it('are those of the address, its primary and its household, and of nothing that is not certain', async () => {
    const buildings = [...documents.values()].filter(({ secondaries }) => secondaries.length > 1).slice(0, 8);
    const units = buildings.flatMap(({ secondaries }) => secondaries.slice(0, 3).map(({ id }) => id));
    const houses = program.addresses.slice(0, 12).map(({ id }) => id);
    const asked = [...buildings.map(({ id }) => id), ...units, ...houses].flatMap((id) => documents.get(id) ?? []);
    expect(buildings.length).toBeGreaterThan(2);
    const names = ['Smith, Ms. Zoë', 'ZOE  SMITH', 'O’Brien', 'OBrien', ''];
    const lines = asked.flatMap((document, i) => [
      [lineOf(document), names[i % names.length]],
      [lineOf(document).toLowerCase(), names[(i + 1) % names.length]],
      [lineOf(document).replace(/\d+/, '98765'), names[0]],
      [`${document.addressLabel.split(' ').at(-2)} ${document.localityName}`, names[0]],
    ]);
    writeFileSync(program.path('places.csv'), csv([['address', 'who'], ...lines]));
    const said = await program.match(['places.csv', '--out', 'places.out.csv', '--name', 'who']);
    const rows = rowsOf('places.out.csv');
    let shared = 0;
    for (const [i, row] of rows.entries()) {
      const { id, quality } = validated(lines[i][0]);
      if (quality !== 'high' || id === null) {
        expect([row.match_address_key, row.match_building_key, row.match_household_key]).toEqual(['', '', '']);
        continue;
      }
      const address = principals.get(id) ?? id;
      const ofUnit = primaries.get(address) ?? primaries.get(id) ?? [];
      const [primary = address, ...more] = new Set([...ofUnit].map((each) => principals.get(each) ?? each));
      expect(row.match_address_key, lines[i][0]).toBe(address);
      expect(row.match_building_key, lines[i][0]).toBe(more.length > 0 ? address : primary);
      const name = { 'O’Brien': 'OBRIEN', OBrien: 'OBRIEN', '': '' }[lines[i][1]] ?? 'ZOE SMITH';
      const isShared = (documents.get(address)?.secondaries.length ?? 0) > 0;
      if (isShared) shared++;
      expect(row.match_household_key).toBe(name === '' || isShared ? '' : `${address} ${name}`);
    }
    expect(shared).toBeGreaterThan(0);
    expect(rows.some((row) => row.match_building_key !== row.match_address_key)).toBe(true);

    const groups = groupsOf(said);
    for (const [column, counted] of [
      ['match_address_key', groups.addresses],
      ['match_building_key', groups.buildings],
      ['match_household_key', groups.households],
    ] as const) {
      const keys = rows.map((row) => row[column]).filter((key) => key !== '');
      expect(counted, column).toEqual({ places: new Set(keys).size, repeats: keys.length - new Set(keys).size });
    }
    expect(readFileSync(program.path('places.out.report.html'), 'utf8')).toContain('The same place');
    for (const pair of rowsOf('places.out.pairs.csv')) {
      const [row, other] = [rows[Number(pair.line) - 2], rows[Number(pair.other_line) - 2]];
      expect(row.match_address_key).toBe(pair.address_id);
      expect(other.match_address_key).toBe(pair.address_id);
      expect(row.match_household_key !== '' && row.match_household_key === other.match_household_key).toBe(
        pair.same === 'household',
      );
    }
  });

  it('are compared with those of another list, whose columns may have other names', async () => {
    const [a, b, c] = program.addresses.filter(({ id }) => documents.get(id)?.secondaries.length === 0);
    writeFileSync(
      program.path('old.csv'),
      csv([
        ['name', 'where'],
        ['Old', c.line],
        ['Lee', a.line],
        ['Lee', a.line],
        ['May', a.line],
        ['?', 'nowhere 1'],
      ]),
    );
    writeFileSync(
      program.path('new.csv'),
      csv([
        ['address', 'name'],
        [a.line, 'LEE'],
        [b.line, 'Lee'],
        [a.line.toLowerCase(), 'Poe'],
        ['nowhere 1', '?'],
      ]),
    );
    const args = ['new.csv', '--out', 'new.out.csv', '--column', 'address', '--name', 'name'];
    const said = await program.match([...args, '--against', program.path('old.csv')]);
    expect(groupsOf(said)).toEqual({
      certain: 3,
      addresses: { places: 2, repeats: 1 },
      buildings: { places: 2, repeats: 1 },
      households: { places: 3, repeats: 0 },
      against: { certain: 4, addresses: 2, households: 1 },
    });
    const pairs = rowsOf('new.out.pairs.csv').map((pair) => [pair.line, pair.same, pair.list, pair.other_line]);
    const [own, old] = [program.path('new.csv'), program.path('old.csv')];
    expect(pairs).toEqual([
      ['2', 'household', old, '3'],
      ['4', 'address', own, '2'],
      ['4', 'address', old, '3'],
    ]);
  });

  it('need the columns and the files that were named', async () => {
    writeFileSync(program.path('few.csv'), csv([['address'], [program.addresses[0].line]]));
    const refusal = (...more: string[]) => program.refusal(['few.csv', ...more]);
    expect(await refusal('--out', 'x.csv', '--name', 'who')).toContain('--name who: ');
    expect(await refusal('--out', 'x.csv', '--against', '/nowhere.csv')).toContain('/nowhere.csv does not exist');
    expect(await refusal('--out', 'x.csv', '--against', '-')).toContain('expected the name of a file');
    expect(await program.run(['few.csv', '--against', 'few.csv'])).toMatchObject({
      code: 2,
      said: expect.stringContaining('--against needs --out'),
    });
    expect(await program.run(['few.csv', '--group', '--reverse'])).toMatchObject({ code: 1 });
  });
});

describe('names of households', () => {
  it('are the same however they are spelled, and others where words differ', () => {
    expect(householdName('Dr. Zoë O’Brien-Lee')).toBe('ZOE OBRIEN LEE');
    expect(householdName('Smith, Mr John')).toBe('JOHN SMITH');
    expect(householdName('Smith & Lee')).toBe(householdName('SMITH AND LEE'));
    for (const other of ['J Smith', 'John Smyth', 'Smith John', 'John A Smith'])
      expect(householdName(other)).not.toBe(householdName('John Smith'));
    expect(householdName('Miss')).toBe('MISS');
    expect(householdName(' -- ')).toBe('');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const name = householdName(text);
        expect(householdName(name)).toBe(name);
      }),
    );
  });
});

describe('pairs', () => {
  const ADDRESSES = 9000;
  const row = fc.record({
    address: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(ADDRESSES - 1), fc.integer({ min: 0, max: 8999 })),
    building: fc.integer({ min: 0, max: 3 }),
    name: fc.constantFrom('', 'A', 'B', 'C'),
  });
  const list = fc.array(row, { maxLength: 40 });

  /** The chunks of the records of all rows, cut anywhere. */
  function recordsOf(rows: readonly Keys[], chunk: number): () => AsyncGenerator<Buffer> {
    const words = new Uint32Array(rows.length * RECORD_WORDS);
    rows.forEach((keys, i) => {
      writeRecord(keys, i + 1, words, i * RECORD_WORDS);
    });
    const bytes = Buffer.from(words.buffer);
    return async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield Buffer.from(bytes.subarray(at, at + chunk));
    };
  }
  const isSame = { address: (a: Keys, b: Keys) => a.address === b.address, household: isHousehold };
  function isHousehold(a: Keys, b: Keys): boolean {
    return a.address === b.address && a.name !== '' && a.name === b.name;
  }
  /** The classes of rows, each by its first. */
  const firstsOf = (rows: readonly Keys[], same: (a: Keys, b: Keys) => boolean) =>
    rows.map((keys) => rows.findIndex((other) => other === keys || same(other, keys)));

  it('are those that comparing each row with each finds, whatever memory there is', async () => {
    await fc.assert(
      fc.asyncProperty(
        ...([list, fc.option(list), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 30 })] as const),
        async (rows, old, chunk, most) => {
          const pairs: Pair[] = [];
          const other = old === null ? null : recordsOf(old, chunk);
          const counts = await findPairs(
            ADDRESSES,
            recordsOf(rows, chunk),
            other,
            (pair) => {
              pairs.push(pair);
            },
            most,
          );
          const expected: Pair[] = rows.flatMap((keys, i) => {
            const found = (before: readonly Keys[], isAgainst: boolean): Pair[] => {
              for (const same of ['household', 'address'] as const) {
                const first = before.findIndex((earlier) => isSame[same](earlier, keys));
                if (first !== -1) return [{ line: i + 1, other: first + 1, isAgainst, same, address: keys.address }];
              }
              return [];
            };
            return [...found(rows.slice(0, i), false), ...found(old ?? [], true)];
          });
          expected.sort((a, b) => a.address - b.address || a.line - b.line);
          expect(pairs).toEqual(expected);

          const distinct = (classes: readonly number[]) => new Set(classes).size;
          const named = rows.filter(({ name }) => name !== '');
          const places = (classes: readonly number[]) => ({
            places: distinct(classes),
            repeats: classes.length - distinct(classes),
          });
          expect(counts).toEqual({
            certain: rows.length,
            addresses: places(firstsOf(rows, isSame.address)),
            buildings: places(firstsOf(rows, (a, b) => a.building === b.building)),
            households: places(firstsOf(named, isHousehold)),
            against:
              old === null
                ? null
                : {
                    certain: old.length,
                    addresses: rows.filter((keys) => old.some((one) => isSame.address(one, keys))).length,
                    households: rows.filter((keys) => old.some((one) => isHousehold(one, keys))).length,
                  },
          });
        },
      ),
      { numRuns: 150 },
    );
  });
});
