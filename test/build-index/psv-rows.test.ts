import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldText, isEmpty } from '../../build-index/release/fields.ts';
import { type Columns, MOST_ROWS_AHEAD, readRows } from '../../build-index/release/psv.ts';
import { Rejects } from '../../build-index/release/rejects.ts';
import type { TableFile } from '../../build-index/release/release.ts';

const PATH = 'Standard/VIC_LOCALITY_psv.psv';

/** A table file whose chunks are overwritten once the next one is asked for, as a reader that reuses buffers does. */
function tableOf(bytes: Buffer, chunkSizes: readonly number[]): TableFile {
  return {
    table: 'LOCALITY',
    state: 'VIC',
    path: PATH,
    size: bytes.length,
    async *open() {
      for (let from = 0, i = 0; from < bytes.length; i++) {
        const chunk = Buffer.from(bytes.subarray(from, from + (chunkSizes[i % chunkSizes.length] ?? bytes.length)));
        from += chunk.length;
        yield chunk;
        chunk.fill('|\n');
      }
    },
  };
}

interface Reading {
  readonly read: number;
  readonly rows: { readonly line: number; readonly fields: readonly string[] }[];
  readonly dropped: { readonly line: number; readonly expected: string; readonly found: string }[];
}

async function readAll(bytes: Buffer, columns: Columns, chunkSizes: readonly number[] = []): Promise<Reading> {
  const rejects = new Rejects();
  const width = columns.required.length + (columns.optional?.length ?? 0);
  const rows: Reading['rows'] = [];
  let progress = 0;
  const read = await readRows(
    tableOf(bytes, chunkSizes),
    columns,
    rejects,
    (row) => {
      const fields = Array.from({ length: width }, (_, i) => fieldText(row, i));
      fields.forEach((field, i) => {
        expect(isEmpty(row, i)).toBe(field === '');
      });
      rows.push({ line: row.line, fields });
    },
    (done) => {
      progress += done;
    },
  );
  expect(progress).toBe(bytes.length);
  const [table] = rejects.tables();
  expect(table).toMatchObject({ read, used: rows.length, dropped: read - rows.length, skipped: 0 });
  return { read, rows, dropped: rejects.rejected().flatMap(({ examples }) => examples) };
}

/** The same by splitting strings. */
function readNaively(text: string, columns: Columns): Reading {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  const header = lines[0]!.split('|');
  const rows: Reading['rows'] = [];
  const dropped: Reading['dropped'] = [];
  lines.slice(1).forEach((text, i) => {
    const line = i + 2;
    const fields = text.split('|');
    if (text === '' || fields.length !== header.length) {
      const found = text === '' ? 'an empty line' : String(fields.length);
      dropped.push({ line, expected: header.length === 1 ? '1 field' : `${header.length} fields`, found });
      return;
    }
    const wanted = [...columns.required, ...(columns.optional ?? [])];
    rows.push({ line, fields: wanted.map((name) => fields[header.indexOf(name)] ?? '') });
  });
  return { read: lines.length - 1, rows, dropped };
}

const field = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 2, arbitrary: fc.stringMatching(/^[A-Z0-9 '-]{1,12}$/) },
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replace(/[|\r\n]/g, ' ')),
);

const table = fc
  .record({ names: fc.uniqueArray(fc.stringMatching(/^[A-Z][A-Z_]{0,5}$/), { minLength: 1, maxLength: 9 }) })
  .chain(({ names }) =>
    fc.record({
      names: fc.constant(names),
      wanted: fc.shuffledSubarray(names, { minLength: 1 }),
      requiredCount: fc.nat(names.length),
      absent: fc.subarray(['ABSENT_ONE', 'ABSENT_TWO']),
      rows: fc.array(
        fc.oneof(
          { weight: 9, arbitrary: fc.array(field, { minLength: names.length, maxLength: names.length }) },
          { weight: 1, arbitrary: fc.array(field, { minLength: 1, maxLength: 12 }) },
        ),
        { maxLength: 9 },
      ),
      mark: fc.constantFrom('', '\uFEFF'),
      lineEnd: fc.constantFrom('\n', '\r\n'),
      ending: fc.constantFrom('', '\n', '\r\n', '\n\n', '\r\n\r\n'),
      chunkSizes: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
    }),
  )
  .map(({ names, wanted, requiredCount, absent, rows, mark, lineEnd, ending, chunkSizes }) => ({
    columns: { required: wanted.slice(0, requiredCount), optional: [...wanted.slice(requiredCount), ...absent] },
    text: mark + [names, ...rows].map((row) => row.join('|')).join(lineEnd) + ending,
    chunkSizes,
  }));

describe('the rows of a table', () => {
  test('are those that splitting strings gives, whatever the columns, line ends and chunks', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ({ columns, text, chunkSizes }) => {
        expect(await readAll(Buffer.from(text), columns, chunkSizes)).toEqual(readNaively(text, columns));
      }),
      { numRuns: 500 },
    );
  });

  test.each(['\n', '\r\n'])('are the same for every size of chunk (line end %j)', async (lineEnd) => {
    const lines = [
      '\uFEFFPID|NAME|STATE',
      'loc1|RICHMOND|2',
      '',
      'loc2||3',
      'loc3|Ærø – 北京|',
      'loc4|LONG|ROW|',
      '||',
      '',
    ];
    const text = lines.join(lineEnd);
    const columns = { required: ['STATE', 'PID'], optional: ['ALIAS', 'NAME'] };
    const expected = readNaively(text, columns);
    expect(expected.rows).toHaveLength(4);
    expect(expected.dropped).toHaveLength(2);
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) expect(await readAll(bytes, columns, [size])).toEqual(expected);
  });

  test('are shown in blocks before the first of each is worked on, longer ones than a block among them', async () => {
    const texts = Array.from({ length: 2000 }, (_, i) => (i % 500 === 7 ? `${i}`.repeat(40_000) : `${i}`));
    const bytes = Buffer.from(`A|B\n${texts.map((text, i) => (i % 3 === 2 ? text : `${i}|${text}`)).join('\n')}\n`);
    const worked: string[] = [];
    let ahead: string[] = [];
    await readRows(
      tableOf(bytes, [bytes.length]),
      { required: ['B'] },
      null,
      (row, place) => {
        expect(fieldText(row, 0)).toBe(ahead[place]);
        worked.push(fieldText(row, 0));
      },
      undefined,
      (rows, count) => {
        expect(count).toBeLessThanOrEqual(MOST_ROWS_AHEAD);
        ahead = rows.slice(0, count).map((row) => fieldText(row, 0));
      },
    );
    expect(worked).toEqual(texts.filter((_, i) => i % 3 !== 2));
  });

  test('may be longer than a chunk', async () => {
    const long = Array.from({ length: 200_000 }, (_, i) => i).join(' ');
    const { rows } = await readAll(Buffer.from(`A|B\n${long}|1\n2|${long}`), { required: ['B', 'A'] }, [4096]);
    expect(rows.map(({ fields }) => fields[0] === '1' && fields[1] === long)).toEqual([true, false]);
    expect(rows[1]!.fields[0] === long && rows[1]!.fields[1] === '2').toBe(true);
  });

  test('that do not have as many fields as the header are dropped with line, expected and found', async () => {
    const { dropped, rows, read } = await readAll(Buffer.from('A|B|C\r\n1|2|3\r\n1|2\r\n1|2|3|4\r\n'), {
      required: ['A'],
    });
    expect({ read, kept: rows.length }).toEqual({ read: 3, kept: 1 });
    expect(dropped).toEqual([
      { line: 3, expected: '3 fields', found: '2' },
      { line: 4, expected: '3 fields', found: '4' },
    ]);
  });

  test('are accounted for once when a file is read a second time without an account', async () => {
    const file = tableOf(Buffer.from('A|B\n1|2\n1\n'), [3]);
    const rejects = new Rejects();
    let seen = 0;
    const onRow = () => {
      seen++;
    };
    expect(await readRows(file, { required: ['A'] }, rejects, onRow)).toBe(2);
    expect(await readRows(file, { required: ['B'] }, null, onRow)).toBe(2);
    expect(seen).toBe(2);
    expect(rejects.tables()).toMatchObject([{ read: 2, used: 1, dropped: 1 }]);
  });

  test('are found under headers in other case and with spaces around', async () => {
    const { rows } = await readAll(Buffer.from('pid | Name\n1|2\n'), { required: ['NAME', 'PID'] });
    expect(rows).toEqual([{ line: 2, fields: ['2', '1'] }]);
  });

  test('stop with what the consumer throws', async () => {
    const stop = new Error('enough');
    const read = readRows(tableOf(Buffer.from('A\n1\n2\n'), [2]), { required: ['A'] }, null, () => {
      throw stop;
    });
    await expect(read).rejects.toBe(stop);
  });
});

describe('a table that cannot be read says', () => {
  test.each([
    ['that it is empty', '', `${PATH} is empty: expected a header line with PID|NAME`],
    [
      'that it is empty but for a mark',
      '\uFEFF',
      `${PATH} has no header: expected PID|NAME in line 1, found an empty line`,
    ],
    [
      'that its header is empty',
      '\r\nloc1|X\r\n',
      `${PATH} has no header: expected PID|NAME in line 1, found an empty line`,
    ],
    ['which column is missing', 'PID|STREET_NAME\n', `${PATH} has no column NAME: found PID|STREET_NAME`],
    ['which column is missing, with no line end', 'NAME', `${PATH} has no column PID: found NAME`],
    ['which column is there twice', 'PID|NAME|PID\n', `${PATH} has column PID twice: expected it once`],
  ])('%s', async (_, text, message) => {
    for (const size of [1, 3, 1000]) {
      await expect(readAll(Buffer.from(text), { required: ['PID', 'NAME'] }, [size])).rejects.toThrow(
        expect.objectContaining({ name: 'ReleaseError', message }),
      );
    }
  });

  test('that it is UTF-16', async () => {
    const bytes = Buffer.from('\uFEFFPID|NAME\n', 'utf16le');
    await expect(readAll(bytes, { required: ['PID'] })).rejects.toThrow(`${PATH} is UTF-16: expected UTF-8`);
  });

  test('that a line never ends', async () => {
    const file: TableFile = {
      ...tableOf(Buffer.alloc(0), []),
      async *open() {
        yield Buffer.from('A|B\n');
        for (let i = 0; i < 100; i++) yield Buffer.alloc(1024 * 1024, 'x');
      },
    };
    await expect(readRows(file, { required: ['A'] }, null, () => {})).rejects.toThrow(
      `${PATH} line 2 is longer than 64 MiB: expected a table of lines`,
    );
  });
});
