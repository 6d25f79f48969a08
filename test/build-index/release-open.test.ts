import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableNameOf } from '../../build-index/release/layout.ts';
import { openRelease } from '../../build-index/release/open.ts';
import { CHUNK_BYTES } from '../../build-index/release/read-ahead.ts';
import { AUTHORITY_TABLES, STATE_TABLES, type TableFile } from '../../build-index/release/release.ts';
import { STATE_ORDER } from '../../src/address/index/sections.ts';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'letterbox-release-'));
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

let folders = 0;
/** A new folder called `name` with these files in it. */
async function folderOf(files: Readonly<Record<string, string | Buffer>>, name = 'release'): Promise<string> {
  const root = join(scratch, String(folders++), name);
  await mkdir(root, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  return root;
}

async function contentOf(table: TableFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of table.open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

const VIC_LOCALITY = 'VIC_LOCALITY_psv.psv';

describe('the name of a file', () => {
  const anyCase = (text: string) =>
    fc
      .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
      .map((upper) => [...text].map((c, i) => (upper[i] ? c.toUpperCase() : c.toLowerCase())).join(''));

  test('tells every table of every state in any case and folder', () => {
    const named = fc
      .tuple(fc.constantFrom(...STATE_ORDER), fc.constantFrom(...STATE_TABLES))
      .chain(([state, table]) =>
        fc.tuple(
          fc.constant({ state, table }),
          anyCase(`${state}_${table}_psv.psv`),
          fc.constantFrom('', 'a/', 'a/b c/'),
        ),
      );
    fc.assert(
      fc.property(named, ([expected, file, folder]) => {
        expect(tableNameOf(folder + file)).toEqual(expected);
      }),
    );
  });

  test.each([...AUTHORITY_TABLES])('tells authority code table %s', (table) => {
    expect(tableNameOf(`Authority Code/Authority_Code_${table}_psv.psv`)).toEqual({ table, state: null });
  });

  test.each([
    'VIC_ADDRESS_FEATURE_psv.psv',
    'XX_LOCALITY_psv.psv',
    'LOCALITY_psv.psv',
    'VIC_LOCALITY.psv',
    'VIC_LOCALITY_psv.psv.bak',
    'OLD_VIC_LOCALITY_psv.psv',
    'VIC_LOCALITY_psv.psv/readme.txt',
    '._VIC_LOCALITY_psv.psv',
    'VIC_FLAT_TYPE_AUT_psv.psv',
    'Authority_Code_LOCALITY_psv.psv',
    'Authority_Code_NEW_AUT_psv.psv',
  ])('%s is no table', (path) => {
    expect(tableNameOf(path)).toBeNull();
  });
});

describe('a release in a folder', () => {
  test('is its tables wherever they lie, in a fixed order, and nothing else', async () => {
    const root = await folderOf({
      'G-NAF/G-NAF MAY 2026/Standard/VIC_STREET_LOCALITY_psv.psv': 'streets',
      'G-NAF/G-NAF MAY 2026/Standard/VIC_LOCALITY_psv.psv': 'localities',
      'elsewhere/act_locality_PSV.psv': 'more',
      'G-NAF/G-NAF MAY 2026/Standard/VIC_ADDRESS_FEATURE_psv.psv': 'features',
      'G-NAF/G-NAF MAY 2026/Authority Code/Authority_Code_FLAT_TYPE_AUT_psv.psv': 'types',
      'G-NAF/Extras/GNAF_TableCreation_Scripts/create_tables.sql': 'sql',
    });
    const release = await openRelease(root);
    expect(release.name).toBe('2026.05');
    const tables = await Promise.all(
      release.tables.map(async (table) => [table.table, table.state, String(await contentOf(table)), table.size]),
    );
    expect(tables).toEqual([
      ['LOCALITY', 'ACT', 'more', 4],
      ['LOCALITY', 'VIC', 'localities', 10],
      ['STREET_LOCALITY', 'VIC', 'streets', 7],
      ['FLAT_TYPE_AUT', null, 'types', 5],
    ]);
    expect(release.tables[0]!.path).toBe('elsewhere/act_locality_PSV.psv');
    await release.close();
  });

  test('gives every byte of a table in order, however many chunks that takes', async () => {
    const sizes = [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 4 * CHUNK_BYTES + 17];
    for (const size of sizes) {
      const content = Buffer.alloc(size);
      for (let i = 0; i < size; i += 997) content.writeUInt8((i / 997) % 256, i);
      const release = await openRelease(await folderOf({ [VIC_LOCALITY]: content }));
      const table = release.tables[0]!;
      const [once, again] = await Promise.all([contentOf(table), contentOf(table)]);
      expect(once.equals(content) && again.equals(content)).toBe(true);
    }
  });

  test('knows the SHA-256 of every table, read to its end, in part, twice or not at all', async () => {
    const long = Buffer.alloc(2 * CHUNK_BYTES, 'abc');
    const files: Record<string, string | Buffer> = {
      'VIC_LOCALITY_psv.psv': 'whole',
      'VIC_STATE_psv.psv': long,
      'VIC_MB_2021_psv.psv': 'untouched',
    };
    const release = await openRelease(await folderOf(files));
    for (const table of release.tables) {
      if (table.table === 'LOCALITY') await contentOf(table);
      if (table.table === 'LOCALITY') await contentOf(table);
      if (table.table === 'STATE') for await (const _ of table.open()) break;
    }
    expect(await release.sources()).toEqual(
      release.tables.map(({ path }) => ({
        path,
        size: files[path]!.length,
        sha256: createHash('sha256').update(files[path]!).digest('hex'),
      })),
    );
  });

  test('follows links, and each folder once', async () => {
    const elsewhere = await folderOf({ 'VIC_STATE_psv.psv': 'state' });
    const root = await folderOf({ [`Standard/${VIC_LOCALITY}`]: 'localities' });
    await symlink(root, join(root, 'Standard', 'round'));
    await symlink(elsewhere, join(root, 'more'));
    await symlink(join(root, 'nowhere'), join(root, 'VIC_MB_2021_psv.psv'));
    const release = await openRelease(root);
    expect(release.tables.map(({ path }) => path)).toEqual([`Standard/${VIC_LOCALITY}`, 'more/VIC_STATE_psv.psv']);
  });

  test('says so when a table shrinks or grows before it is read', async () => {
    for (const change of [(path: string) => truncate(path, 3), (path: string) => appendFile(path, 'more')]) {
      const root = await folderOf({ [VIC_LOCALITY]: 'localities' });
      const release = await openRelease(root);
      await change(join(root, VIC_LOCALITY));
      await expect(contentOf(release.tables[0]!)).rejects.toThrow(
        /^VIC_LOCALITY_psv\.psv changed while it was read: it had 10 bytes and has (3|14) now$/,
      );
    }
  });
});

describe('the name and datum of a release', () => {
  test.each([
    ['release', `G-NAF/G-NAF FEBRUARY 2026/Standard/${VIC_LOCALITY}`, '2026.02', 'unknown'],
    ['release', `g-naf november 2025/${VIC_LOCALITY}`, '2025.11', 'unknown'],
    ['G-NAF AUGUST 2025', `Standard/${VIC_LOCALITY}`, '2025.08', 'unknown'],
    ['g-naf_feb26_allstates_gda2020_psv_1022', VIC_LOCALITY, '2026.02', 'GDA2020'],
    ['g-naf_may25_allstates_gda94_psv_1019', VIC_LOCALITY, '2025.05', 'GDA94'],
    ['g-naf_may25_gda94', `G-NAF FEBRUARY 2026 GDA2020/${VIC_LOCALITY}`, '2026.02', 'GDA2020'],
    ['my copy', VIC_LOCALITY, 'my copy', 'unknown'],
  ])('in folder %s with %s are %s and %s', async (folder, file, name, datum) => {
    const release = await openRelease(await folderOf({ [file]: '' }, folder));
    expect({ name: release.name, datum: release.datum }).toEqual({ name, datum });
  });
});

describe('what is no release says', () => {
  const rejection = async (root: string) => {
    const error = await openRelease(root).then(
      () => null,
      (error: Error) => error,
    );
    expect(error?.name).toBe('ReleaseError');
    return error!.message.replaceAll(root, '<release>');
  };

  test('that it does not exist', async () => {
    expect(await rejection(join(scratch, 'nowhere'))).toBe(
      '<release> does not exist: expected a folder or zip with a G-NAF release',
    );
  });

  test('that it holds no tables, and where they may be', async () => {
    const nothing = '<release> holds no G-NAF tables: expected files like Standard/VIC_ADDRESS_DETAIL_psv.psv';
    expect(await rejection(await folderOf({ 'readme.txt': 'x' }))).toBe(nothing);
    expect(await rejection(await folderOf({ 'g-naf_feb26.zip': 'x' }))).toBe(
      `${nothing}; it holds g-naf_feb26.zip: is the release in there?`,
    );
  });

  test('which table is there twice, with both paths', async () => {
    expect(
      await rejection(await folderOf({ [`a/${VIC_LOCALITY}`]: '', [`b/${VIC_LOCALITY.toLowerCase()}`]: '' })),
    ).toBe(
      '<release> holds LOCALITY of VIC twice: a/VIC_LOCALITY_psv.psv and b/vic_locality_psv.psv; ' +
        'point at the folder or zip of one release in one datum',
    );
    const authority = 'Authority_Code_FLAT_TYPE_AUT_psv.psv';
    expect(await rejection(await folderOf({ [`x/${authority}`]: '', [`y/${authority}`]: '' }))).toContain(
      `holds FLAT_TYPE_AUT twice: x/${authority} and y/${authority}`,
    );
  });

  test('that both datums are there', async () => {
    expect(await rejection(await folderOf({ [`GDA94/${VIC_LOCALITY}`]: '', [`GDA2020/${VIC_LOCALITY}`]: '' }))).toBe(
      '<release> holds LOCALITY of VIC twice, in GDA2020 and GDA94: GDA2020/VIC_LOCALITY_psv.psv and ' +
        'GDA94/VIC_LOCALITY_psv.psv; point at the folder or zip of one release in one datum',
    );
    expect(await rejection(await folderOf({ [`GDA94/${VIC_LOCALITY}`]: '', 'GDA2020/ACT_LOCALITY_psv.psv': '' }))).toBe(
      '<release> mixes tables of GDA2020 (GDA2020/ACT_LOCALITY_psv.psv) and GDA94 (GDA94/VIC_LOCALITY_psv.psv): ' +
        'expected one datum, point at one of them',
    );
  });

  test('that it mixes releases', async () => {
    const files = { [`G-NAF MAY 2026/${VIC_LOCALITY}`]: '', 'G-NAF FEBRUARY 2026/ACT_LOCALITY_psv.psv': '' };
    expect(await rejection(await folderOf(files))).toMatch(
      /^<release> mixes tables of 2026\.02 .* and 2026\.05 .*: expected one release/,
    );
  });

  test('that a file is no zip', async () => {
    const root = await folderOf({ 'release.zip': 'not a zip' });
    const message = await rejection(join(root, 'release.zip'));
    expect(message).toMatch(/^<release> cannot be read as a zip, is it one and complete\? /);
    expect(String(await readFile(join(root, 'release.zip')))).toBe('not a zip');
  });
});
