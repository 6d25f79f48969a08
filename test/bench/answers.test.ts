import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { differences } from '../../bench/address/answers/difference.ts';
import {
  type AnsweredQuery,
  type AnswerRecord,
  readRecord,
  writeRecord,
} from '../../bench/address/answers/record-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const records = ['A', 'B', 'C', 'D'].map((id) => [id, `${id} ROAD | TOWN | VIC | 3000`] as const);

const answered = (answers: string, right = -1): AnswerRecord => ({
  release: '2026.02',
  addresses: 4,
  records,
  queries: [
    {
      operation: 'autocomplete',
      source: 'indexed',
      q: 'a road',
      truth: { text: records[0][1] },
      // 'A9 B7': record A with score 9, then B with 7.
      answers: answers
        .split(' ')
        .filter(Boolean)
        .map(([id, score]) => [records.findIndex(([known]) => known === id), Number(score), 'high']),
      right,
    },
  ],
});

const kindOf = (before: AnswerRecord, after: AnswerRecord) => differences(before, after).map(({ kind }) => kind);

describe('differences between two records of answers', () => {
  it('are named by the gravest kind that fits', () => {
    expect(kindOf(answered('A9'), answered(''))).toEqual(['became empty']);
    expect(kindOf(answered(''), answered('A9', 0))).toEqual(['no longer empty']);
    expect(kindOf(answered('A9 B7', 0), answered('B9 A7', 1))).toEqual(['first: right before, wrong after']);
    expect(kindOf(answered('B9 A7', 1), answered('A9', 0))).toEqual(['first: wrong before, right after']);
    expect(kindOf(answered('A9', 0), answered('B9', 0))).toEqual(['first: another, both right']);
    expect(kindOf(answered('B9 A7', 1), answered('C9', -1))).toEqual(['first: another, neither right']);
    expect(kindOf(answered('A9 B7'), answered('A8 C7'))).toEqual(['score or quality of the first']);
    expect(kindOf(answered('A9 B7'), answered('A9 C7'))).toEqual(['members of the list']);
    expect(kindOf(answered('A9 B7 C6'), answered('A9 C7 B6'))).toEqual(['order of the list']);
    expect(kindOf(answered('A9 B7'), answered('A9 B6'))).toEqual(['scores below the first']);
  });

  it('say whether the first line begins as typed', () => {
    const [{ before, after }] = differences(answered('A9', 0), answered('B9', -1));
    expect([before.beginsAsTyped, after.beginsAsTyped]).toEqual([true, false]);
  });

  it('are none between a record and what is read back from its file, whatever was asked', () => {
    const query: fc.Arbitrary<AnsweredQuery> = fc.record({
      operation: fc.constantFrom('autocomplete' as const, 'validate' as const),
      source: fc.constant('real' as const),
      q: fc.string({ unit: 'grapheme' }),
      truth: fc.record({
        state: fc.constant('VIC'),
        postcode: fc.constant(null),
        locality: fc.string({ unit: 'grapheme' }),
      }),
      answers: fc.array(fc.tuple(fc.nat(3), fc.nat(100), fc.constantFrom('high', 'low')), { maxLength: 5 }),
      right: fc.integer({ min: -1, max: 4 }),
    });
    fc.assert(
      fc.property(fc.array(query, { maxLength: 5 }), (queries) => {
        const path = join(folder, 'record');
        const record = { ...answered(''), queries };
        writeRecord(path, record);
        const read = readRecord(path);
        expect(read).toEqual(record);
        expect(differences(record, read)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('are refused between other queries and other releases, and of files that are no record', () => {
    expect(() => differences(answered('A9'), { ...answered('A9'), addresses: 5 })).toThrow(/different releases/);
    expect(() => differences(answered('A9'), { ...answered('A9'), queries: [] })).toThrow(/1 and 0 queries/);
    const other = answered('A9').queries.map((query) => ({ ...query, q: 'b road' }));
    expect(() => differences(answered('A9'), { ...answered('A9'), queries: other })).toThrow(/"a road" before/);
    const path = join(folder, 'foreign');
    writeFileSync(path, gzipSync('{"format":"something else"}\n'));
    expect(() => readRecord(path)).toThrow(`${path}: expected "letterbox answers 1", not "something else"`);
  });
});
