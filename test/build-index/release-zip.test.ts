import { createCipheriv, createHash } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRelease } from '../../build-index/release/open.ts';
import { CHUNK_BYTES } from '../../build-index/release/read-ahead.ts';
import type { Release, TableFile } from '../../build-index/release/release.ts';
import { SAMPLE } from '../support/shared-releases.ts';
import { type ZipEntry, zipOf, zipParts } from './zip-writer.ts';

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'letterbox-zip-'));
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

async function saved(bytes: Buffer, name = 'g-naf_feb26_allstates_gda2020_psv_1022.zip'): Promise<string> {
  const path = join(await mkdtemp(join(scratch, 'zip-')), name);
  await writeFile(path, bytes);
  return path;
}

async function contentOf(table: TableFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of table.open()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function contentsOf(release: Release): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for (const table of release.tables) {
    const content = await contentOf(table);
    expect(content.length).toBe(table.size);
    contents[`${table.state} ${table.table}`] = createHash('sha256').update(content).digest('hex');
  }
  return contents;
}

const FOLDER = 'G-NAF/G-NAF FEBRUARY 2026';
const LOCALITY = `${FOLDER}/Standard/VIC_LOCALITY_psv.psv`;

/** Rows that compress about as a release does. */
function rows(bytes: number): Buffer {
  let text = '';
  for (let i = 0; text.length < bytes; i++) text += `GAVIC${(i * 2654435761) % 4294967296}|2008-12-29||${i % 97}\r\n`;
  return Buffer.from(text.slice(0, bytes));
}

/** Bytes that do not compress, so that the packed entry takes many readings too. */
function noise(bytes: number): Buffer {
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(bytes));
}

const entries: ZipEntry[] = [
  { name: `${FOLDER}/`, content: Buffer.alloc(0), method: 0 },
  { name: LOCALITY, content: Buffer.from('LOCALITY_PID|LOCALITY_NAME\r\nloc1|RICHMOND\r\n') },
  { name: `${FOLDER}/Standard/VIC_STATE_psv.psv`, content: Buffer.from('STATE_PID\r\n2\r\n'), method: 0 },
  { name: `${FOLDER}/Standard/ACT_LOCALITY_psv.psv`, content: Buffer.alloc(0) },
  { name: `${FOLDER}/Standard/VIC_ADDRESS_DETAIL_psv.psv`, content: rows(2 * CHUNK_BYTES + 321) },
  { name: `${FOLDER}/Standard/VIC_MB_2021_psv.psv`, content: rows(CHUNK_BYTES), method: 0 },
  { name: `${FOLDER}/Standard/VIC_LOCALITY_POINT_psv.psv`, content: noise(2 * CHUNK_BYTES) },
  { name: `${FOLDER}/Authority Code/Authority_Code_FLAT_TYPE_AUT_psv.psv`, content: Buffer.from('CODE|NAME\r\n') },
  { name: 'G-NAF/Extras/readme.txt', content: Buffer.from('read me') },
];

describe('a release in a zip', () => {
  test('gives the tables of a zip64 file without entries for folders', async () => {
    const files = entries.filter(({ name }) => !name.endsWith('/'));
    const release = await openRelease(await saved(zipOf(files, true), 'g-naf_aug26_allstates_gda94_psv_110.zip'));
    expect(release.datum).toBe('GDA94');
    expect(release.tables.length).toBe(files.filter(({ name }) => name.endsWith('_psv.psv')).length);
    await release.close();
  });

  for (const zip64 of [false, true]) {
    test(`gives the tables that were put into it${zip64 ? ', written the zip64 way' : ''}`, async () => {
      const bytes = zipOf(entries, zip64);
      const release = await openRelease(await saved(bytes));
      expect(release).toMatchObject({ name: '2026.02', datum: 'GDA2020' });
      for (const table of release.tables) {
        const entry = entries.find(({ name }) => name === table.path)!;
        expect(table.size).toBe(entry.content.length);
        expect((await contentOf(table)).equals(entry.content), table.path).toBe(true);
      }
      expect(release.tables).toHaveLength(entries.length - 2);
      expect(await release.sources()).toEqual([
        {
          path: 'g-naf_feb26_allstates_gda2020_psv_1022.zip',
          size: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        },
      ]);
      await release.close();
    });
  }

  test('gives them several at a time and again after one was left half read', async () => {
    const release = await openRelease(await saved(zipOf(entries)));
    for (const table of release.tables) for await (const _ of table.open()) break;
    const contents = await Promise.all([...release.tables, ...release.tables].map(contentOf));
    contents.forEach((content, i) => {
      const { path } = release.tables[i % release.tables.length]!;
      expect(content.equals(entries.find(({ name }) => name === path)!.content), path).toBe(true);
    });
    await release.close();
  });

  test('is found beyond 4 GiB', async () => {
    const base = 5 * 2 ** 30;
    const parts = zipParts(entries, true, base);
    const path = join(scratch, 'sparse.zip');
    const file = await open(path, 'w');
    await file.write(parts.entries, 0, parts.entries.length, base);
    await file.write(parts.directory, 0, parts.directory.length, base + parts.entries.length);
    await file.close();
    const release = await openRelease(path);
    const locality = release.tables.find((table) => table.path === LOCALITY)!;
    expect(String(await contentOf(locality))).toBe(String(entries[1]!.content));
    await release.close();
    await rm(path);
  });

  test('equals the folder it was made of', async () => {
    const sample = SAMPLE.gnaf;
    const paths = (await readdir(sample, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const zipped = await Promise.all(
      paths.map(async (path) => ({ name: `G-NAF${path.slice(sample.length)}`, content: await readFile(path) })),
    );
    const fromZip = await openRelease(await saved(zipOf(zipped)));
    const fromFolder = await openRelease(sample);
    const contents = await contentsOf(fromFolder);
    expect(Object.keys(contents).length).toBeGreaterThan(20);
    expect(await contentsOf(fromZip)).toEqual(contents);
    expect(fromZip.name).toBe(fromFolder.name);
    await fromZip.close();
  });
});

describe('a damaged zip says', () => {
  const opened = async (bytes: Buffer) => {
    const path = await saved(bytes);
    try {
      const release = await openRelease(path);
      try {
        await contentsOf(release);
        await release.sources();
        return 'nothing';
      } finally {
        await release.close();
      }
    } catch (error) {
      if ((error as Error).name !== 'ReleaseError') throw error;
      return (error as Error).message.replaceAll(path, '<zip>');
    }
  };
  const content = rows(100_000);
  const one = (change: Partial<ZipEntry>) => zipOf([{ name: LOCALITY, content, ...change }]);
  /** A small zip with a 64-bit offset of its own at so many bytes from where a record begins. */
  const leading = (record: string, at: number, offset: bigint) => {
    const bytes = zipOf([entries[1]!], true);
    bytes.writeBigUInt64LE(offset, bytes.lastIndexOf(record, undefined, 'latin1') + at);
    return bytes;
  };

  test.each([
    ['cut short', zipOf(entries).subarray(0, -100), /^<zip> cannot be read as a zip, is it one and complete\? /],
    ['empty', Buffer.alloc(0), /^<zip> cannot be read as a zip, is it one and complete\? /],
    [
      'a wrong checksum',
      one({ checksum: 1 }),
      /VIC_LOCALITY_psv\.psv is damaged in the zip: expected checksum 00000001, found [0-9a-f]{8}$/,
    ],
    [
      'a wrong checksum when stored',
      one({ checksum: 1, method: 0 }),
      /VIC_LOCALITY_psv\.psv is damaged in the zip: expected checksum/,
    ],
    ['a size too small', one({ size: 99_000 }), /is damaged in the zip: expected 99000 bytes, found more$/],
    ['a size too large', one({ size: 100_001 }), /is damaged in the zip: expected 100001 bytes, found 100000$/],
    [
      'bytes that do not inflate',
      one({ packed: Buffer.alloc(500, 0xff) }),
      /VIC_LOCALITY_psv\.psv is damaged in the zip: /,
    ],
    [
      'bytes that end too soon',
      one({ packed: deflateRawSync(content).subarray(0, -50) }),
      /VIC_LOCALITY_psv\.psv is damaged in the zip: /,
    ],
    [
      'an encrypted entry',
      one({ encrypted: true }),
      /^<zip>: .*VIC_LOCALITY_psv\.psv is encrypted, expected deflate \(method 8\): unpack it and point at the folder$/,
    ],
    ['another method', one({ method: 9 }), /^<zip>: .*VIC_LOCALITY_psv\.psv is packed by method 9, expected deflate/],
    ...[2n ** 40n, 2n ** 53n - 1n, 2n ** 58n, 2n ** 64n - 1n].flatMap((offset): [string, Buffer, RegExp][] => [
      [
        `a directory's end at ${offset}`,
        leading('PK\x06\x07', 8, offset),
        /^<zip> cannot be read as a zip, .* leads to/,
      ],
      [`a directory at ${offset}`, leading('PK\x06\x06', 48, offset), /^<zip> cannot be read as a zip, .* leads to/],
      [
        `an entry at ${offset}`,
        leading('PK\x06\x06', -8, offset),
        /VIC_LOCALITY_psv\.psv is damaged in the zip: it leads to byte \d+ of a file of 370 bytes$/,
      ],
    ]),
    [
      'a size that nothing can have',
      one({ size: 2 ** 32 - 2 }),
      /^<zip>: .*VIC_LOCALITY_psv\.psv is damaged in the zip: it cannot be 4294967294 bytes packed as \d+, in a file of \d+$/,
    ],
    ['no tables', zipOf([entries.at(-1)!]), /^<zip> holds no G-NAF tables: expected files like/],
    ['a zip in the zip', zipOf([{ name: 'inner.zip', content }]), /; it holds inner\.zip: is the release in there\?$/],
    [
      'a table twice',
      zipOf([entries[1]!, { ...entries[1]!, name: 'VIC_LOCALITY_psv.psv' }]),
      /^<zip> holds LOCALITY of VIC twice: /,
    ],
    [
      'a path that climbs out',
      zipOf([{ ...entries[1]!, name: '../VIC_LOCALITY_psv.psv' }]),
      /^<zip> cannot be read as a zip, is it one and complete\? /,
    ],
  ])('what is wrong: %s', async (_, bytes, message) => {
    expect(await opened(bytes)).toMatch(message);
  });

  test('so before it gives more bytes than its directory promised', async () => {
    const release = await openRelease(await saved(one({ size: 99_999 })));
    let given = 0;
    await expect(async () => {
      for await (const chunk of release.tables[0]!.open()) given += chunk.length;
    }).rejects.toThrow('expected 99999 bytes, found more');
    expect(given).toBeLessThan(100_000);
    await release.close();
  });

  test('so rather than give other bytes, whatever bit of an entry is flipped', async () => {
    const content = rows(300);
    const whole = zipOf([{ name: LOCALITY, content }]);
    const start = 30 + Buffer.byteLength(LOCALITY);
    const end = whole.indexOf('PK\x01\x02', 0, 'latin1');
    let said = 0;
    for (let at = start; at < end; at++) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1 << (at % 8);
      const release = await openRelease(await saved(flipped));
      const given = await contentOf(release.tables[0]!).catch((error: Error) => error);
      await release.close();
      if (given instanceof Error) said++;
      else expect(given.equals(content)).toBe(true);
    }
    // The last byte may hold bits that mean nothing.
    expect(said).toBeGreaterThanOrEqual(end - start - 1);
  });
});
