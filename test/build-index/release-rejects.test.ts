import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Rejects } from '../../build-index/release/rejects.ts';
import type { StateFile, StateTable, TableFile } from '../../build-index/release/release.ts';

function file(table: StateTable, state: StateFile): TableFile {
  return { table, state, path: `Standard/${state}_${table}_psv.psv`, size: 0, open: async function* () {} };
}

const LENIENT = { maxDropped: 0.001, strict: false };

describe('the account of rows', () => {
  test('adds up for every table and state: read is used, skipped and dropped', () => {
    const event = fc.record({
      table: fc.constantFrom<StateTable>('LOCALITY', 'ADDRESS_DETAIL'),
      state: fc.constantFrom<StateFile>('VIC', 'ACT'),
      what: fc.constantFrom('used', 'retired', 'confidence -1', 'not a number', 'outside Australia'),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        const files = new Map<string, TableFile>();
        const rejects = new Rejects();
        events.forEach(({ table, state, what }, i) => {
          const key = `${table} ${state}`;
          if (!files.has(key)) files.set(key, file(table, state));
          const account = rejects.of(files.get(key)!);
          account.read++;
          if (what === 'retired' || what === 'confidence -1') account.skip(what);
          else if (what !== 'used') account.drop(what, i + 2, 'a number', `row ${i}`);
        });
        const count = (key: string, ...kinds: string[]) =>
          events.filter(({ table, state, what }) => `${table} ${state}` === key && kinds.includes(what)).length;
        const tables = rejects.tables();
        expect(tables.map(({ table, state }) => `${table} ${state}`)).toEqual([...files.keys()].sort());
        for (const { table, state, used, skipped, dropped, read, skippedByReason } of tables) {
          const key = `${table} ${state}`;
          expect(used).toBe(count(key, 'used'));
          expect(skipped).toBe(count(key, 'retired', 'confidence -1'));
          expect(skippedByReason.retired ?? 0).toBe(count(key, 'retired'));
          expect(dropped).toBe(count(key, 'not a number', 'outside Australia'));
          expect(read).toBe(used + skipped + dropped);
        }
        for (const { table, state, reason, count: counted, examples } of rejects.rejected()) {
          expect(counted).toBe(count(`${table} ${state}`, reason));
          const lines = events.flatMap((event, i) =>
            event.table === table && event.state === state && event.what === reason ? [i + 2] : [],
          );
          expect(examples.map(({ line }) => line)).toEqual(lines.slice(0, 10));
        }
      }),
    );
  });

  test('fails the build exactly when a table, all states together, drops more than its share, or any when strict', () => {
    const counts = fc.record({ read: fc.integer({ min: 1, max: 3000 }), dropped: fc.nat(4) });
    fc.assert(
      fc.property(counts, counts, (vic, act) => {
        const rejects = new Rejects();
        for (const [state, { read, dropped }] of [['VIC', vic] as const, ['ACT', act] as const]) {
          const account = rejects.of(file('LOCALITY', state));
          account.read = Math.max(read, dropped);
          for (let i = 0; i < dropped; i++) account.drop('not a number', i + 2, 'a number', 'x');
        }
        const dropped = vic.dropped + act.dropped;
        const read = Math.max(vic.read, vic.dropped) + Math.max(act.read, act.dropped);
        expect(rejects.check(LENIENT)).toHaveLength(dropped / read > 0.001 ? 1 : 0);
        expect(rejects.check({ maxDropped: 1, strict: true })).toHaveLength(dropped > 0 ? 1 : 0);
        expect(rejects.check({ maxDropped: 0, strict: false })).toHaveLength(dropped > 0 ? 1 : 0);
      }),
    );
  });

  test('allows exactly the share and not a row more', () => {
    const rejects = new Rejects();
    const account = rejects.of(file('LOCALITY', 'VIC'));
    account.read = 2000;
    account.drop('not a number', 2, 'a number', 'x');
    account.drop('not a number', 3, 'a number', 'x');
    expect(rejects.check(LENIENT)).toEqual([]);
    account.drop('not a number', 4, 'a number', 'x');
    expect(rejects.check(LENIENT)).toHaveLength(1);
  });

  test('says what was dropped, why, how much is allowed, and shows the first', () => {
    const rejects = new Rejects();
    const vic = rejects.of(file('ADDRESS_DETAIL', 'VIC'));
    vic.read = 1500;
    vic.drop('wrong number of fields', 17, '35 fields', '34');
    vic.drop('not a number', 18, 'NUMBER_FIRST to be a whole number', '"12x"');
    const nsw = rejects.of(file('ADDRESS_DETAIL', 'NSW'));
    nsw.read = 500;
    nsw.drop('not a number', 0, 'NUMBER_FIRST to be a whole number', '"?"');
    nsw.skip('retired');
    expect(rejects.check(LENIENT)).toEqual([
      'ADDRESS_DETAIL: 3 of 2,000 rows (0.15 %) cannot be used, --max-dropped allows 0.1 %; ' +
        '2 × not a number, 1 × wrong number of fields; the first: ' +
        'Standard/NSW_ADDRESS_DETAIL_psv.psv: expected NUMBER_FIRST to be a whole number, found "?"',
    ]);
    expect(rejects.check({ maxDropped: 0.5, strict: true })[0]).toContain('cannot be used, --strict allows none;');
  });
});
