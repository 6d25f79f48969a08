import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AbsAllocation, loadAllocation } from '../../build-index/areas/abs.ts';
import { type Cell, temporaryFolder, workbook, workbookParts, writeFiles } from './areas-files.ts';

const HEADER = [
  'MB_CODE_2021',
  'MB_CATEGORY_2021',
  'SA1_CODE_2021',
  'SA2_CODE_2021',
  'SA2_NAME_2021',
  'SA3_CODE_2021',
  'SA3_NAME_2021',
  'SA4_CODE_2021',
  'SA4_NAME_2021',
  'GCCSA_CODE_2021',
  'GCCSA_NAME_2021',
  'AREA_ALBERS_SQKM',
];
const ROWS = [
  [
    '20001260000',
    'Parkland',
    '20101100102',
    '201011001',
    'Alfredton',
    '20101',
    'Ballarat',
    '201',
    'Ballarat',
    '2RVIC',
    'Rest of Vic.',
    '',
  ],
  [
    '20001250000',
    'Residential',
    '20101100101',
    '201011001',
    'Alfredton',
    '20101',
    'Ballarat',
    '201',
    'Ballarat',
    '2RVIC',
    'Rest of Vic.',
    '0.0123',
  ],
  [
    'ZZZZZZZZZZZ',
    '',
    'ZZZZZZZZZZZ',
    'ZZZZZZZZZ',
    'Outside Australia',
    'ZZZZZ',
    'Outside Australia',
    'ZZZ',
    'Outside Australia',
    'ZZZZZ',
    'Outside Australia',
    '',
  ],
  [
    '20007230000',
    'Hospital/Medical',
    '20701152216',
    '207011522',
    'Kew - "West", & <more>',
    '20701',
    "D'Arcy",
    '207',
    'Melbourne - Inner East',
    '2GMEL',
    'Greater Melbourne',
    '1',
  ],
];
const LGA_HEADER = ['MB_CODE_2021', 'LGA_CODE_2024', 'LGA_NAME_2024', 'STATE_CODE_2021'];
const LGA_ROWS = [
  ['20001260000', '20570', 'Ballarat', '2'],
  ['20001250000', '20570', 'Ballarat', '2'],
  ['20007230000', '21110', 'Boroondara', '2'],
  ['ZZZZZZZZZZZ', 'ZZZZZ', 'Outside Australia', 'Z'],
];

function csv(rows: readonly (readonly string[])[], end = '\r\n'): string {
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(quoted).join(',') + end).join('');
}

/** Reads a folder of files; warnings are part of what is expected. */
async function load(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<{ abs: AbsAllocation; warnings: string[] }> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const warnings: string[] = [];
  const abs = await loadAllocation({ abs: folder, boundaries: null, edition: 2021 }, (message) =>
    warnings.push(message.replaceAll(`${folder}/`, '')),
  );
  return { abs, warnings };
}

/** The sentence a folder of files is refused with, without the folder's own path. */
async function refusal(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const error = await loadAllocation({ abs: folder, boundaries: null, edition: 2021 }, () => {}).then(
    () => new Error('accepted'),
    (reason: Error) => reason,
  );
  return error.message.replaceAll(`${folder}/`, '').replaceAll(folder, '<folder>');
}

/** Everything known of a mesh block, by following the chain. */
function chain(abs: AbsAllocation, code: string) {
  const block = abs.meshBlocks.get(code)!;
  const sa1 = abs.sa1OfMeshBlock[block];
  const sa2 = abs.sa2OfSa1[sa1];
  const sa3 = abs.sa3OfSa2[sa2];
  const sa4 = abs.sa4OfSa3[sa3];
  return [
    abs.codes[block],
    abs.categories[abs.category[block]],
    abs.sa1[sa1],
    abs.sa2[sa2],
    abs.sa3[sa3],
    abs.sa4[sa4],
    abs.gccsa[abs.gccsaOfSa4[sa4]],
  ];
}

const changed = (row: number, column: string, value: string): string[][] =>
  ROWS.map((fields, i) => (i === row ? fields.map((field, k) => (HEADER[k] === column ? value : field)) : fields));

/** Codes of digits as numbers, empty cells left out: as spreadsheet programs write such a table. */
const asCells = (rows: readonly (readonly string[])[]): Cell[][] =>
  rows.map((row) => row.map((text) => (text === '' ? null : /^\d+(\.\d+)?$/.test(text) ? Number(text) : text)));

describe('the mesh block allocation', () => {
  it('gives every mesh block its category and its chain of areas', async () => {
    const { abs, warnings } = await load({ 'MB_2021_AUST.csv': csv([HEADER, ...ROWS]) });
    for (const [mb, category, sa1, sa2, sa2Name, sa3, sa3Name, sa4, sa4Name, gccsa, gccsaName] of ROWS)
      expect(chain(abs, mb)).toEqual([
        mb,
        category === '' ? null : category,
        sa1,
        { code: sa2, name: sa2Name },
        { code: sa3, name: sa3Name },
        { code: sa4, name: sa4Name },
        { code: gccsa, name: gccsaName },
      ]);
    expect(abs.codes).toEqual(['20001250000', '20001260000', '20007230000', 'ZZZZZZZZZZZ']);
    expect([abs.lga, abs.commonwealthElectorate, abs.stateElectorate]).toEqual([null, null, null]);
    expect(warnings).toEqual([]);
  });

  it('is found in a subfolder, in any letter case, with a byte order mark, bare line feeds and columns in another order', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'Main Structure', 'x'), { recursive: true });
    const turned = [HEADER, ...ROWS].map((row) => [...row].reverse());
    writeFiles(join(folder, 'Main Structure', 'x'), { 'mb_2021_aust.CSV': `\uFEFF${csv(turned, '\n')}` });
    const abs = await loadAllocation({ abs: folder, boundaries: null, edition: 2021 }, () => {});
    expect(chain(abs, '20007230000').slice(0, 3)).toEqual(['20007230000', 'Hospital/Medical', '20701152216']);
    expect(abs.sources).toEqual([
      {
        path: 'Main Structure/x/mb_2021_aust.CSV',
        size: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
  });

  describe('as a workbook is the same as the CSV', () => {
    const asText = [HEADER, ...ROWS].map((row) => row.map((text) => (text === '' ? null : text)));
    const asNumbers = [HEADER, ...asCells(ROWS)];
    const exponents = workbookParts(asNumbers, { strings: 'shared' });
    exponents['xl/worksheets/sheet2.xml'] = exponents['xl/worksheets/sheet2.xml']
      .replace('<v>20001260000</v>', '<v>2.000126E10</v>')
      .replace('<v>20101100102</v>', '<v>20101100102.0</v>');
    const prefixed = workbookParts(asText, { strings: 'inline' });
    prefixed['xl/worksheets/sheet2.xml'] = prefixed['xl/worksheets/sheet2.xml'].replace(/<(\/?)(\w)/g, '<$1x:$2');
    const formulas = workbookParts(asText, { strings: 'inline' });
    formulas['xl/worksheets/sheet2.xml'] = formulas['xl/worksheets/sheet2.xml'].replace(
      /t="inlineStr"><is><t>Ballarat<\/t><\/is>/g,
      't="str"><f>B1</f><v>Ballarat</v>',
    );
    const dense = [HEADER, ...ROWS].map((row) => row.map((text) => text as Cell));

    it.each<[string, Buffer]>([
      ['with shared strings', workbook(workbookParts(asText, { strings: 'shared' }))],
      ['with inline strings', workbook(workbookParts(asText, { strings: 'inline' }))],
      ['with numbers for codes', workbook(workbookParts(asNumbers, { strings: 'shared' }))],
      ['with exponents and decimal points for codes', workbook(exponents)],
      ['stored, not deflated', workbook(workbookParts(asNumbers, { strings: 'shared' }), 0)],
      ['without cell references', workbook(workbookParts(dense, { strings: 'inline', references: false }))],
      ['with a namespace prefix on every element', workbook(prefixed)],
      ['with formulas for names', workbook(formulas)],
    ])('%s', async (_, bytes) => {
      const { sources: _1, ...fromCsv } = (await load({ 'MB_2021_AUST.csv': csv([HEADER, ...ROWS]) })).abs;
      const { sources: _2, ...fromXlsx } = (await load({ 'MB_2021_AUST.xlsx': bytes })).abs;
      expect(fromXlsx).toEqual(fromCsv);
    });

    it('when it is longer than the buffers between file, unzipping and parsing', async () => {
      const rows = Array.from({ length: 5000 }, (_, i) =>
        ROWS[3].map((text, k) =>
          k === 0 ? String(20_007_230_000 + i) : k === 2 ? String(20_701_150_000 + (i >> 2)) : text,
        ),
      );
      const { sources: _1, ...fromCsv } = (await load({ 'MB_2021_AUST.csv': csv([HEADER, ...rows]) })).abs;
      const parts = workbookParts([HEADER, ...rows], { strings: 'shared' });
      const { sources: _2, ...fromXlsx } = (await load({ 'MB_2021_AUST.xlsx': workbook(parts) })).abs;
      expect(fromXlsx).toEqual(fromCsv);
      expect(fromCsv.codes).toHaveLength(5000);
      expect(fromCsv.sa1).toHaveLength(1250);
    });
  });

  it.each<[string, Readonly<Record<string, string | Buffer>>, string]>([
    ['nothing', {}, '<folder>: no MB_2021_AUST.csv or MB_2021_AUST.xlsx in it'],
    ['an empty file', { 'MB_2021_AUST.csv': '' }, 'MB_2021_AUST.csv: empty file, expected a header row'],
    ['a header alone', { 'MB_2021_AUST.csv': csv([HEADER]) }, 'MB_2021_AUST.csv: no row below the header'],
    [
      'a missing column',
      { 'MB_2021_AUST.csv': csv([HEADER.filter((name) => name !== 'SA3_NAME_2021'), ...ROWS]) },
      'MB_2021_AUST.csv, row 1: no column SA3_NAME_2021; found ',
    ],
    [
      'a ragged row',
      { 'MB_2021_AUST.csv': csv([HEADER, ROWS[0], ROWS[1].slice(0, 5), ROWS[2]]) },
      'MB_2021_AUST.csv, line 3: 5 fields where the header has 12',
    ],
    [
      'a quote that is never closed',
      { 'MB_2021_AUST.csv': `${csv([HEADER, ...ROWS])}"1` },
      'MB_2021_AUST.csv: not readable as CSV: Quote Not Closed',
    ],
    [
      'an empty code',
      { 'MB_2021_AUST.csv': csv([HEADER, ...changed(1, 'SA1_CODE_2021', '')]) },
      'MB_2021_AUST.csv, row 3, column SA1_CODE_2021: empty, expected a value',
    ],
    [
      'a code that is too long',
      { 'MB_2021_AUST.csv': csv([HEADER, ...changed(1, 'SA1_CODE_2021', '2010110010100')]) },
      'MB_2021_AUST.csv, row 3, column SA1_CODE_2021: "2010110010100", expected at most 12 bytes',
    ],
    [
      'a mesh block twice',
      { 'MB_2021_AUST.csv': csv([HEADER, ...changed(3, 'MB_CODE_2021', '20001250000')]) },
      'MB_2021_AUST.csv, row 5, column MB_CODE_2021: mesh block 20001250000 is already in row 3',
    ],
    [
      'two names for one area',
      { 'MB_2021_AUST.csv': csv([HEADER, ...changed(1, 'SA2_NAME_2021', 'Alfreton')]) },
      'MB_2021_AUST.csv, row 3, column SA2_NAME_2021: SA2 201011001 is "Alfreton" here and "Alfredton" in row 2',
    ],
    [
      'an area in two areas',
      { 'MB_2021_AUST.csv': csv([HEADER, ...changed(1, 'SA3_CODE_2021', '20102')]) },
      'MB_2021_AUST.csv, row 3, column SA3_CODE_2021: SA2 201011001 lies in SA3 20102 here and in 20101 in row 2',
    ],
    [
      'a name in another encoding',
      { 'MB_2021_AUST.csv': Buffer.from(csv([HEADER, ...changed(0, 'SA2_NAME_2021', 'Caf\u00e9')]), 'latin1') },
      'MB_2021_AUST.csv, row 2, column SA2_NAME_2021: "Caf\ufffd" is not valid UTF-8',
    ],
    [
      'a workbook that is no zip',
      { 'MB_2021_AUST.xlsx': csv([HEADER, ...ROWS]) },
      'MB_2021_AUST.xlsx: not readable as XLSX, which is a zip archive: ',
    ],
    [
      'a zip that is no workbook',
      { 'MB_2021_AUST.xlsx': workbook({ 'a.txt': 'a' }) },
      'MB_2021_AUST.xlsx: not a workbook: the part "xl/workbook.xml" is missing',
    ],
    [
      'an empty sheet',
      { 'MB_2021_AUST.xlsx': workbook(workbookParts([], { strings: 'shared' })) },
      'MB_2021_AUST.xlsx: the first sheet is empty, expected a header row',
    ],
    [
      'a shared string that is not there',
      {
        'MB_2021_AUST.xlsx': workbook({
          ...workbookParts([HEADER, ...ROWS], { strings: 'shared' }),
          'xl/sharedStrings.xml': '<sst><si><t>MB_CODE_2021</t></si></sst>',
        }),
      },
      'MB_2021_AUST.xlsx, row 1: shared string 1 does not exist, the workbook has 1',
    ],
    [
      'a part with another byte than its checksum has',
      {
        'MB_2021_AUST.xlsx': Buffer.from(
          workbook(workbookParts([HEADER, ...ROWS], { strings: 'inline' }), 0)
            .toString('latin1')
            .replace('AREA_ALBERS', 'AREA_ALBERT'),
          'latin1',
        ),
      },
      'MB_2021_AUST.xlsx: the part "xl/worksheets/sheet2.xml" cannot be unpacked: its checksum does not match',
    ],
    [
      'XML that breaks off',
      {
        'MB_2021_AUST.xlsx': workbook({
          ...workbookParts([HEADER, ...ROWS], { strings: 'inline' }),
          'xl/worksheets/sheet2.xml': '<worksheet><sheetData><row r="1">',
        }),
      },
      'MB_2021_AUST.xlsx: the part "xl/worksheets/sheet2.xml" is not well-formed XML: ',
    ],
    [
      'a missing column in a workbook',
      { 'MB_2021_AUST.xlsx': workbook(workbookParts([HEADER.slice(1), ...ROWS], { strings: 'inline' })) },
      'MB_2021_AUST.xlsx, row 1: no column MB_CODE_2021; found MB_CATEGORY_2021, ',
    ],
    [
      'an empty cell in a workbook',
      {
        'MB_2021_AUST.xlsx': workbook(
          workbookParts([HEADER, ...changed(2, 'GCCSA_CODE_2021', '')], { strings: 'inline' }),
        ),
      },
      'MB_2021_AUST.xlsx, row 4, column GCCSA_CODE_2021: empty, expected a value',
    ],
  ])('is refused for %s, in a sentence', async (_, files, sentence) => {
    expect(await refusal(files)).toSatisfy((message: string) => message.startsWith(sentence), sentence);
  });

  it('is refused when the folder is not there', async () => {
    await expect(
      loadAllocation({ abs: join(temporaryFolder(), 'none'), boundaries: null, edition: 2021 }, () => {}),
    ).rejects.toThrow(/cannot be read as a folder \(ENOENT\)/);
  });
});

describe('the allocations of mesh blocks to councils and electorates', () => {
  const MB = { 'MB_2021_AUST.csv': csv([HEADER, ...ROWS]) };
  const nameOf = (abs: AbsAllocation, layer: 'lga' | 'commonwealthElectorate' | 'stateElectorate', code: string) => {
    const position = abs[layer]!.ofMeshBlock[abs.meshBlocks.get(code)!];
    return position === -1 ? null : abs[layer]!.areas[position];
  };

  it('are read by mesh block or by SA1, from CSV or a workbook', async () => {
    const ced = [
      ['SA1_CODE_2021', 'CED_CODE_2021', 'CED_NAME_2021'],
      ['20101100101', '203', 'Ballarat'],
      ['20101100102', '203', 'Ballarat'],
      ['20701152216', '222', 'Kooyong'],
      ['ZZZZZZZZZZZ', 'ZZZ', 'Outside Australia'],
    ];
    const sed = [
      ['MB_CODE_2021', 'SED_CODE_2022', 'SED_NAME_2022'],
      ...LGA_ROWS.map((row) => [row[0], `2${row[1]}`, `${row[2]} (East)`]),
    ];
    const { abs, warnings } = await load({
      ...MB,
      'LGA_2024_AUST.csv': csv([LGA_HEADER, ...LGA_ROWS]),
      'CED_2021_AUST.xlsx': workbook(workbookParts([ced[0], ...asCells(ced.slice(1))], { strings: 'shared' })),
      'sed_2022_aust.csv': csv(sed),
    });
    expect(nameOf(abs, 'lga', '20007230000')).toEqual({ code: '21110', name: 'Boroondara' });
    expect(nameOf(abs, 'commonwealthElectorate', '20001260000')).toEqual({ code: '203', name: 'Ballarat' });
    expect(nameOf(abs, 'commonwealthElectorate', '20007230000')).toEqual({ code: '222', name: 'Kooyong' });
    expect(nameOf(abs, 'stateElectorate', '20001250000')).toEqual({ code: '220570', name: 'Ballarat (East)' });
    expect(warnings).toEqual([]);
    expect(abs.sources.map((source) => source.path)).toEqual([
      'MB_2021_AUST.csv',
      'LGA_2024_AUST.csv',
      'CED_2021_AUST.xlsx',
      'sed_2022_aust.csv',
    ]);
  });

  it('are those of the newest year, and the older file is named', async () => {
    const older = [['MB_CODE_2021', 'LGA_CODE_2021', 'LGA_NAME_2021'], ...LGA_ROWS.map((row) => [row[0], '1', 'Old'])];
    const { abs, warnings } = await load({
      ...MB,
      'LGA_2021_AUST.csv': csv(older),
      'LGA_2024_AUST.csv': csv([LGA_HEADER, ...LGA_ROWS]),
    });
    expect(nameOf(abs, 'lga', '20001250000')).toEqual({ code: '20570', name: 'Ballarat' });
    expect(warnings).toEqual(['LGA_2021_AUST.csv: not read, LGA_2024_AUST.csv is used']);
  });

  it('may miss mesh blocks and have others, which is said', async () => {
    const { abs, warnings } = await load({
      ...MB,
      'LGA_2024_AUST.csv': csv([LGA_HEADER, ...LGA_ROWS.slice(1), ['29999999999', '20570', 'Ballarat', '2']]),
    });
    expect(nameOf(abs, 'lga', '20001260000')).toBeNull();
    expect(warnings).toEqual([
      'LGA_2024_AUST.csv: 1 rows have a MB_CODE_2021 that MB_2021_AUST does not have; not used',
      'LGA_2024_AUST.csv: no area for 1 of 4 mesh blocks',
    ]);
  });

  it.each<[string, string[][], string]>([
    [
      'a missing key',
      [LGA_HEADER.slice(1), ...LGA_ROWS.map((row) => row.slice(1))],
      'LGA_2024_AUST.csv, row 1: no column MB_CODE_2021 or SA1_CODE_2021; found LGA_CODE_2024, LGA_NAME_2024, STATE_CODE_2021',
    ],
    [
      'two names for one code',
      [LGA_HEADER, ...LGA_ROWS, ['20007230000', '20570', 'Balarat', '2']],
      'LGA_2024_AUST.csv, row 6, column LGA_NAME_2024: 20570 is "Balarat" here and "Ballarat" in an earlier row',
    ],
    [
      'one mesh block in two areas',
      [LGA_HEADER, ...LGA_ROWS, ['20007230000', '20570', 'Ballarat', '2']],
      'LGA_2024_AUST.csv, row 6, column LGA_CODE_2024: 20007230000 lies in 20570 here and in 21110 in an earlier row',
    ],
    [
      'an empty name',
      [LGA_HEADER, ['20007230000', '20570', '', '2']],
      'LGA_2024_AUST.csv, row 2, column LGA_NAME_2024: empty, expected a value',
    ],
  ])('are refused for %s, in a sentence', async (_, rows, sentence) => {
    expect(await refusal({ ...MB, 'LGA_2024_AUST.csv': csv(rows) })).toBe(sentence);
  });
});
