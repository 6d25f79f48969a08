import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { parquetWriteFile } from 'hyparquet-writer';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MatchProgram, matchProgram } from './match-program.ts';

let program: MatchProgram;
beforeAll(() => {
  program = matchProgram();
});

/** The files of an output; of the report, what does not tell the time. */
function filesOf(name: string): Record<string, string> {
  const files = readdirSync(program.path('.')).filter((file) => file.startsWith(`${name}.`) && !/-of-\d+$/.test(file));
  return Object.fromEntries(
    files.map((file) => {
      const bytes = readFileSync(program.path(file)).toString('latin1');
      const isReport = file.endsWith('.html');
      const text = isReport
        ? bytes.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC|[\d.,]+ s\b/g, '').replaceAll(name, '')
        : bytes;
      return [file.slice(name.length), text];
    }),
  );
}

/** Matches a list in one piece, and in `of` parts that are joined, and expects the same files. */
async function expectSame(list: string, ending: string, of: number, flags: readonly string[]): Promise<number[]> {
  const [whole, joined] = ['whole', 'joined'];
  for (const file of readdirSync(program.path('.')))
    if (/^(?:whole|joined)\./.test(file)) rmSync(program.path(file), { recursive: true });
  await program.match([list, '--out', `${whole}${ending}`, ...flags]);
  const lines: number[] = [];
  for (let part = 1; part <= of; part++) {
    const said = await program.match([list, '--out', `${joined}${ending}`, '--part', `${part}/${of}`, ...flags]);
    lines.push(JSON.parse(said.split('\n').find((line) => line.includes('"done"'))!).lines);
  }
  await program.match([list, '--out', `${joined}${ending}`, '--join', ...flags]);
  const expected = filesOf(whole);
  expect(Object.keys(expected)).toContain(ending);
  expect(filesOf(joined)).toEqual(expected);
  return lines;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A text in an encoding, with its mark. */
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text, 'latin1'),
};

const NOTES = ['', 'plain', 'two\nlines', 'a "quote"\n\n"', 'Zoë, é', '; | \t,', '"', 'an "open\n quote'];

const lists = fc.record({
  rows: fc.array(
    fc.record({ address: fc.nat(), note: fc.constantFrom(...NOTES), isBad: fc.integer({ min: 0, max: 9 }) }),
    { minLength: 1, maxLength: 40 },
  ),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isEnded: fc.boolean(),
  encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
  of: fc.integer({ min: 1, max: 12 }),
  isGrouped: fc.boolean(),
});

describe('a list in parts', () => {
  it('comes to the same bytes as in one piece, however it is written and divided', async () => {
    let divided = 0;
    await fc.assert(
      fc.asyncProperty(lists, async ({ rows, delimiter, lineEnd, isEnded, encoding, of, isGrouped }) => {
        const lines = rows.map(({ address, note, isBad }, i) => {
          const { line } = program.addresses[address % program.addresses.length];
          const cells = [`Smith ${i % 3}`, line.replace(/\d+/, (n) => (i % 4 === 0 ? `${n}9` : n)), note].map(quoted);
          return isBad === 0 ? `"not closed${delimiter}${line}` : cells.join(delimiter);
        });
        const text = [`name${delimiter}address${delimiter}note`, ...lines].join('\n') + (isEnded ? '\n' : '');
        writeFileSync(program.path('list.csv'), ENCODINGS[encoding](text.replaceAll('\n', lineEnd)));
        const flags = isGrouped ? ['--name', 'name', '--column', 'address'] : ['--column', 'address'];
        const counts = await expectSame('list.csv', '.csv', of, flags);
        if (counts.filter((count) => count > 0).length > 1) divided++;
      }),
      { numRuns: 12 },
    );
    expect(divided).toBeGreaterThan(2);
  });

  it('of NDJSON, and with more parts than records', async () => {
    const rows = program.addresses.slice(0, 5).map(({ line }, i) => JSON.stringify({ i, address: line, note: '\n{' }));
    writeFileSync(program.path('list.ndjson'), `${rows.join('\n')}\n`);
    const counts = await expectSame('list.ndjson', '.xlsx', 9, []);
    expect(counts).toHaveLength(9);
    expect(counts.filter((count) => count === 1)).toHaveLength(5);
  });

  it('of Parquet', async () => {
    const data = program.addresses.slice(0, 40).map(({ line }) => line);
    parquetWriteFile({
      filename: program.path('list.parquet'),
      columnData: [{ name: 'address', data, type: 'STRING' }],
      rowGroupSize: 15,
    });
    const counts = await expectSame('list.parquet', '.geojson', 3, ['--fields', 'lga']);
    expect(counts).toEqual([13, 13, 14]);
  });

  it('goes on where it was killed, begins where nothing is there, and is done once', async () => {
    const lines = Array.from(
      { length: 700 },
      (_, i) => `${i},"${program.addresses[i % 50].line}","${'note '.repeat(80)}"`,
    );
    writeFileSync(program.path('long.csv'), `n,address,note\n${lines.join('\n')}\n`);
    await program.match(['long.csv', '--out', 'long-whole.csv']);
    const args = (part: number) => [
      'long.csv',
      '--out',
      'long.out.csv',
      '--part',
      `${part}/3`,
      '--checkpoint',
      '0',
      '--resume',
    ];
    const isSaved = () => existsSync(program.path('long.out.csv.2-of-3.run/checkpoint.json'));
    expect((await program.run(args(2), { killWhen: isSaved })).code).toBe('SIGKILL');
    expect(await program.refusal(['long.csv', '--out', 'long.out.csv', '--join'])).toContain(
      '3 of 3 parts are not done: long.out.csv.1-of-3, long.out.csv.2-of-3',
    );
    for (const part of [1, 2, 3]) await program.match(args(part));
    expect(await program.match(args(2))).toContain('"event":"part"');
    expect(await program.refusal(args(2).slice(0, -1))).toContain('is there already');
    expect(await program.refusal(['long.csv', '--out', 'long.out.csv', '--join', '--fields', 'lga'])).toContain(
      'with another fields',
    );
    await program.match(['long.csv', '--out', 'long.out.csv', '--join']);
    expect(readFileSync(program.path('long.out.csv')).equals(readFileSync(program.path('long-whole.csv')))).toBe(true);
  });

  it('is refused where the list has changed between parts, or has none', async () => {
    const [a, b] = program.addresses;
    const write = (...rows: string[]) =>
      writeFileSync(program.path('new.csv'), `address\n${rows.map(quoted).join('\n')}\n`);
    const part = (i: number) =>
      program.match(['new.csv', '--out', 'new.out.csv', '--column', 'address', '--part', `${i}/2`]);
    const join = () => program.refusal(['new.csv', '--out', 'new.out.csv', '--column', 'address', '--join']);
    write(a.line, b.line);
    await part(1);
    write(a.line.replace(/\d/, '7'), b.line.replace(/\d/, '8'));
    await part(2);
    expect(await join()).toContain('new.out.csv.2-of-2 begins at line 3');
    rmSync(program.path('new.out.csv.2-of-2'), { recursive: true });
    expect(await join()).toContain('1 of 2 parts are not done');
    await program.match(['list.ndjson', '--out', 'book.xlsx', '--overwrite']);
    expect(await program.refusal(['book.xlsx', '--out', 'b.csv', '--part', '1/2'])).toContain('save it as CSV');
    writeFileSync(program.path('list.csv.gz'), Buffer.from('1f8b0800', 'hex'));
    expect(await program.refusal(['list.csv.gz', '--out', 'b.csv', '--part', '1/2'])).toContain('packed with gzip');
    const typed = await program.run(['-', '--out', 'b.csv', '--part', '1/2'], {
      input: 'address\n1 George St, Sydney\n',
    });
    expect(typed).toMatchObject({ code: 2, said: expect.stringContaining('expected a file') });
    expect((await program.run(['new.csv', '--out', 'b.csv', '--part', '0/2'])).said).toContain('such as 1/7 to 7/7');
  });
});
