import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutLineEnd } from '../../../src/lists/match/format/csv-scan.ts';
import { parseRecord, writeRecord } from '../../../src/lists/match/format/csv-text.ts';
import { syntaxOf } from '../../../src/lists/match/format/format.ts';
import { cutRecords, type Records, START } from '../../../src/lists/match/input/cut.ts';
import { findDialect } from '../../../src/lists/match/input/dialect.ts';
import { EncodingFinder, toUtf8 } from '../../../src/lists/match/input/encoding.ts';
import { endOf, type Pieces, piecesOfChunks, piecesOfFile, stretchOf } from '../../../src/lists/match/input/pieces.ts';
import { newFolder } from '../../support/shared-releases.ts';

type Batch = Records & { readonly bytes: Uint8Array };
type Dialect = { delimiter: string; lineEnd: '\n' | '\r\n' };

const dialects = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n' as const, '\r\n' as const),
});
const field = fc.string({ unit: fc.constantFrom(...'a1 ",;\t|é\n\r😀'), maxLength: 8 });
const tables = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 });

async function* inChunks(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length];
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

function batchesOf(text: string, dialect: Dialect, sizes: readonly number[], from = START) {
  return batchesIn(piecesOfChunks(inChunks(Buffer.from(text), sizes), from, null, 'list'), dialect);
}

async function batchesIn(pieces: Pieces, { delimiter, lineEnd }: Dialect) {
  const syntax = syntaxOf({ kind: 'csv', delimiter, lineEnd, mark: false });
  const batches: Batch[] = [];
  let end = pieces.start;
  for (let piece = await pieces.next(end); piece !== null; piece = await pieces.next(end)) {
    const stretch = stretchOf(piece, new Uint8Array(0));
    const records = cutRecords(stretch, syntax, null);
    end = endOf(piece, stretch, records);
    const bytes = stretch.bytes.subarray(0, end.after.bytes - piece.from.bytes);
    if (bytes.length > 0) batches.push({ ...records, bytes });
  }
  return batches;
}

function recordsOf(batches: readonly Batch[], delimiter: string): (string[] | null)[] {
  return batches.flatMap(({ bytes, ends }) =>
    Array.from(ends, (end, i) => {
      const start = i === 0 ? 0 : ends[i - 1];
      const text = Buffer.from(bytes.subarray(start, withoutLineEnd(bytes, start, end, 0x0a))).toString();
      return parseRecord(text, delimiter);
    }),
  );
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

describe('a list in CSV', () => {
  it('is read as csv-parse reads it, wherever the chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(tables, dialects, chunkSizes, async (rows, dialect, sizes) => {
        const text = rows.map((row) => writeRecord(row, dialect.delimiter) + dialect.lineEnd).join('');
        const expected: string[][] = parse(text, {
          delimiter: dialect.delimiter,
          record_delimiter: dialect.lineEnd,
          relax_column_count: true,
        });
        expect(recordsOf(await batchesOf(text, dialect, sizes), dialect.delimiter)).toEqual(expected);
        expect(expected).toEqual(rows);
      }),
    );
  });

  it('is cut into all of its bytes in order, however it is quoted, and from any record on', async () => {
    const anything = fc.string({ unit: fc.constantFrom(...'ab ",;\n\r'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(anything, dialects, chunkSizes, fc.nat(), async (text, dialect, sizes, pick) => {
        const batches = await batchesOf(text, dialect, sizes);
        expect(Buffer.concat(batches.map(({ bytes }) => bytes)).toString()).toBe(text);
        for (const { ends, bytes } of batches) {
          expect(ends.at(-1)).toBe(bytes.length);
          expect([...ends]).toEqual([...new Set(ends)].sort((a, b) => a - b));
        }
        if (batches.length === 0) return;
        // The list up to one of its records is a list of its own; the rest follows from its end.
        const [{ ends, bytes }] = batches;
        const end = ends[pick % ends.length];
        const [head] = await batchesOf(Buffer.from(bytes.subarray(0, end)).toString(), dialect, sizes);
        const rest = await batchesOf(text, dialect, sizes, head.after);
        const both = [...recordsOf([head], dialect.delimiter), ...recordsOf(rest, dialect.delimiter)];
        if (recordsOf([head], dialect.delimiter).at(-1) !== null)
          expect(both).toEqual(recordsOf(batches, dialect.delimiter));
      }),
    );
  });

  it('keeps the lines behind a quote that is never closed', async () => {
    const lines = Array.from({ length: 40_000 }, (_, i) => (i === 1000 ? `"${i},open` : `${i},${'x'.repeat(40)}`));
    const records = recordsOf(
      await batchesOf(`${lines.join('\n')}\n`, { delimiter: ',', lineEnd: '\n' }, [65536]),
      ',',
    );
    expect(records).toHaveLength(lines.length);
    expect(records[1000]).toBeNull();
    expect(records[39_999]?.[0]).toBe('39999');
  });

  it('has the same records where workers read a file themselves, however many they are', async () => {
    const path = join(newFolder(), 'list.csv');
    const line = fc.constantFrom(
      '1,"a\nb",c\n',
      '2,"d ""e""",f\n',
      '\n',
      '3,"open,g\n',
      `4,"${'long\n'.repeat(9000)}",h\n`,
    );
    const dialect: Dialect = { delimiter: ',', lineEnd: '\n' };
    const some = fc.array(fc.tuple(line, fc.integer({ min: 1, max: 9000 })), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(some, fc.integer({ min: 1, max: 70 }), fc.boolean(), async (lines, workers, isMarked) => {
        const repeated = lines.map(([text, times]) => text.repeat(text.length > 99 ? 1 + (times % 4) : times));
        const text = `${repeated.join('')}last`;
        writeFileSync(path, `${isMarked ? '\ufeff' : ''}${text}`);
        const descriptor = openSync(path, 'r');
        const size = statSync(path).size;
        const file = { descriptor, size, mark: isMarked ? 3 : 0 };
        const ofFile = await batchesIn(piecesOfFile(file, START, null, workers, 'list'), dialect);
        closeSync(descriptor);
        // A file is looked at in chunks of this size, its mark included.
        const first = isMarked ? (1 << 18) - 3 : 1 << 18;
        async function* chunks() {
          const bytes = Buffer.from(text);
          for (let at = 0, end = first; at < bytes.length; at = end, end += 1 << 18) yield bytes.subarray(at, end);
        }
        const ofChunks = await batchesIn(piecesOfChunks(chunks(), START, null, 'list'), dialect);
        const flat = (batches: readonly Batch[]) => ({
          bytes: Buffer.concat(batches.map(({ bytes }) => bytes)).toString() === text,
          records: recordsOf(batches, ',').length,
          lines: batches.flatMap((batch) => [...batch.lines]).join(),
          after: batches.at(-1)?.after,
        });
        expect(flat(ofFile)).toEqual(flat(ofChunks));
        expect(flat(ofFile).bytes).toBe(true);
      }),
      { numRuns: 8 },
    );
  });

  it('has a quote that stands in the middle of a field, or before other letters, as a letter', () => {
    expect(parseRecord('5" pipe,"ab"c,"d""e"', ',')).toEqual(['5" pipe', '"ab"c', 'd"e']);
  });

  it('refuses to go on in another list', async () => {
    const [{ after }] = await batchesOf('a,b\n', { delimiter: ',', lineEnd: '\n' }, [10]);
    await expect(batchesOf('a,c\nd,e\n', { delimiter: ',', lineEnd: '\n' }, [10], after)).rejects.toThrow(
      /has changed/,
    );
    await expect(batchesOf('a,', { delimiter: ',', lineEnd: '\n' }, [10], after)).rejects.toThrow(/has changed/);
  });
});

describe('the dialect of a list', () => {
  it('is found by its delimiter, with at least two columns and commas inside of quotes or of texts', () => {
    for (const delimiter of [',', ';', '\t', '|']) {
      const row = (i: number) => writeRecord([String(i), `${i} High St, Carlton VIC 3053`, 'a;b'], delimiter);
      const text = Array.from({ length: 30 }, (_, i) => row(i)).join('\r\n');
      expect(findDialect(Buffer.from(text), null, false)).toMatchObject({ delimiter, lineEnd: '\r\n' });
    }
  });

  it('is one field a line where no delimiter divides the lines alike', () => {
    const lines = ['1 High St Carlton', '2 High St, Carlton', 'Unit 3, 4 High St, Carlton', '5 High St Carlton'];
    expect(findDialect(Buffer.from(lines.join('\n')), null, false).delimiter).toBe('');
  });
});

describe('the encoding of a list', () => {
  const found = (...chunks: Buffer[]) => {
    const finder = new EncodingFinder();
    for (const chunk of chunks) finder.add(chunk);
    return finder.found();
  };
  const latin = (text: string) => Buffer.from(text, 'latin1');

  it('is UTF-8 unless as many lines say otherwise, wherever the chunks end', () => {
    const lines = 'Zoë St\nplain\nCafé Rd\n';
    for (let cut = 0; cut < 20; cut++) {
      const [utf8, western] = [Buffer.from(lines), latin(lines)];
      expect(found(utf8.subarray(0, cut), utf8.subarray(cut))).toBe('utf-8');
      expect(found(western.subarray(0, cut), western.subarray(cut))).toBe('windows-1252');
    }
    expect(found(Buffer.from(lines), latin('Zoë\n'))).toBe('utf-8');
    expect(found(Buffer.from('plain'))).toBe('utf-8');
  });

  it('is turned into UTF-8, without the mark', async () => {
    const read = async (bytes: Buffer, encoding: Parameters<typeof toUtf8>[1]) => {
      const parts: Buffer[] = [];
      for await (const part of toUtf8(inChunks(bytes, [3]), encoding)) parts.push(part);
      return Buffer.concat(parts).toString();
    };
    expect(await read(Buffer.from('\ufeffZoë'), 'utf-8')).toBe('Zoë');
    expect(await read(latin('Zo\xeb \x93q\x94'), 'windows-1252')).toBe('Zoë “q”');
    expect(await read(Buffer.from('\ufeffZoë', 'utf16le'), 'utf-16le')).toBe('Zoë');
  });
});
