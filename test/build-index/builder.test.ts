import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BuildReport } from '../../build-index/report.ts';
import { readManifest } from '../../src/address/index/open.ts';
import { LONG } from '../support/cases.ts';
import { newFolder, type ReleaseFolders, SAMPLE, victorianSample } from '../support/shared-releases.ts';
import { runProgram } from './builder-programs.ts';
import {
  compileRelease,
  filesBelow,
  parametersOf,
  smallRelease,
  writeFiles,
  writeSmallRelease,
} from './builder-releases.ts';
import { zipOf } from './zip-writer.ts';

/** What a build writes beside its index, as far as it is compared. */
type Report = Pick<BuildReport, 'tables' | 'rejected' | 'warnings' | 'stages'>;

/** Builds an index in a new folder, and answers its path. */
async function build(parameters: readonly string[]): Promise<string> {
  const out = join(newFolder(), 'release.lbx');
  const { code, stderr } = await runProgram('build-index', [...parameters, '--out', out]);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return out;
}

/** Builds an index of a release in this process, and answers its path. */
async function compiled({ gnaf, abs, boundaries }: ReleaseFolders, keepRetired = false): Promise<string> {
  const out = join(newFolder(), 'release.lbx');
  await compileRelease(gnaf, out, { abs, boundaries, keepRetired });
  return out;
}

/** What an index file holds, apart from the names and hashes of what it was made of. */
function contentOf(path: string) {
  const { path: _path, checksum: _checksum, sources, fileBytes, sections, ...manifest } = readManifest(path);
  const end = Math.max(...sections.map(({ offset, bytes }) => offset + bytes));
  return { manifest, sections, bytes: readFileSync(path).subarray(0, end) };
}

function expectSameContent(path: string, expected: string): void {
  const { bytes, ...content } = contentOf(path);
  const { bytes: expectedBytes, ...expectedContent } = contentOf(expected);
  expect(content).toEqual(expectedContent);
  expect(bytes.equals(expectedBytes)).toBe(true);
}

/** The same release with the files of its tables written another way. */
function rewritten(release: ReleaseFolders, rewrite: (table: Buffer) => Buffer | string): ReleaseFolders {
  const gnaf = join(newFolder(), 'G-NAF');
  writeFiles(gnaf, new Map([...filesBelow(release.gnaf)].map(([path, table]) => [path, rewrite(table)])));
  return { ...release, gnaf };
}

/** The columns of a table in another order: that of their names read backwards. */
function withOtherColumns(table: Buffer): string {
  const [header, ...rows] = table.toString().trimEnd().split('\r\n');
  const backwards = (name: string) => [...name].reverse().join('');
  const order = header
    .split('|')
    .map((name, column) => ({ key: backwards(name), column }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ column }) => column);
  const reordered = [header, ...rows].map((row) => {
    const cells = row.split('|');
    return order.map((column) => cells[column]).join('|');
  });
  return `${reordered.join('\r\n')}\r\n`;
}

/** A table with a byte order mark, lines that end in LF, and a last line that does not end. */
function withOtherLines(table: Buffer): Buffer {
  const lines = table.toString('latin1').trimEnd().replaceAll('\r\n', '\n');
  return Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(lines, 'latin1')]);
}

const victoria = LONG ? victorianSample() : null;

describe.each([
  { name: 'The bundled sample', release: SAMPLE },
  ...(victoria === null ? [] : [{ name: 'The real Victorian sample', release: victoria }]),
])('$name', ({ release }) => {
  describe('as an index', () => {
    let index: string;

    beforeAll(async () => {
      index = await build(parametersOf(release));
    });

    it('is verified: every checksum and every cross-reference', async () => {
      const { code, stdout, stderr } = await runProgram('verify', [index]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Next: serve it with .*\n$/) });
      expect(stdout).toContain('nothing is wrong');
      expect(stdout).toContain(`${readManifest(index).addresses.toLocaleString('en-AU')} addresses`);
    });

    it('lies beside its report, and beside nothing else', () => {
      expect(readdirSync(join(index, '..')).sort()).toEqual(['release.lbx', 'release.lbx.json']);
      const report = JSON.parse(readFileSync(`${index}.json`, 'utf8')) as Record<string, unknown>;
      const { counts, sources, fileBytes, release: name, datum } = readManifest(index);
      expect(report).toMatchObject({ out: index, counts, sources, fileBytes, release: name, datum });
    });

    it.each(['1', '2', '3'])(
      'is the same to the byte when it is built again on %s thread or threads',
      async (threads) => {
        const again = await build([...parametersOf(release), '--threads', threads]);
        expect(readFileSync(again).equals(readFileSync(index))).toBe(true);
        const { tables, rejected, warnings, stages } = JSON.parse(readFileSync(`${again}.json`, 'utf8')) as Report;
        const first = JSON.parse(readFileSync(`${index}.json`, 'utf8')) as Report;
        expect({ tables, rejected, warnings }).toEqual({
          tables: first.tables,
          rejected: first.rejected,
          warnings: first.warnings,
        });
        expect(stages.some(({ concurrent }) => concurrent === true)).toBe(threads !== '1');
      },
    );

    it.each([
      ['columns in another order', withOtherColumns],
      ['byte order marks, LF instead of CRLF, and no line end at the end', withOtherLines],
    ])('has the same sections when the tables have %s', async (_what, rewrite) => {
      expectSameContent(await compiled(rewritten(release, rewrite)), index);
    });

    it('has the same sections when the tables come from a zip', async () => {
      const zip = join(newFolder(), 'g-naf_feb26_allstates_gda2020_psv.zip');
      const entries = [...filesBelow(release.gnaf)].map(([path, content]) => ({ name: path, content }));
      writeFileSync(zip, zipOf(entries));
      const fromZip = await compiled({ ...release, gnaf: zip });
      const { manifest, sections, bytes } = contentOf(index);
      const found = contentOf(fromZip);
      expect(found.sections).toEqual(sections);
      expect(found.bytes.equals(bytes)).toBe(true);
      expect(found.manifest).toEqual({ ...manifest, datum: 'GDA2020' });
      expect(readManifest(fromZip).sources[0].path).toContain('g-naf_feb26_allstates_gda2020_psv.zip');
    });

    it('§4.2: keeps records of confidence -1 only with --keep-retired', async () => {
      const kept = await build([...parametersOf(release), '--keep-retired']);
      const withdrawn = [...filesBelow(release.gnaf)]
        .filter(([path]) => /_ADDRESS_DETAIL_psv/.test(path))
        .flatMap(([, table]) => withdrawnRows(table.toString())).length;
      expect(readManifest(kept).addresses - readManifest(index).addresses).toBe(withdrawn);
      if (release === SAMPLE) expect(withdrawn).toBeGreaterThan(0);
      const { code, stderr } = await runProgram('verify', [kept]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Next: serve it with .*\n$/) });
    });

    it('is inspected: its manifest, and every section with its size and checksum', async () => {
      const manifest = readManifest(index);
      const json = await runProgram('inspect', [index, '--json']);
      expect(json.code).toBe(0);
      expect(JSON.parse(json.stdout)).toEqual({
        ...JSON.parse(JSON.stringify(manifest)),
        bytesPerAddress: manifest.fileBytes / manifest.addresses,
      });
      const text = await runProgram('inspect', [index]);
      expect(text.code).toBe(0);
      const rows = text.stdout.split('\n').map((line) => line.split(/ {2,}/));
      for (const { name, type, length, bytes, crc32 } of manifest.sections)
        expect(rows).toContainEqual([
          name,
          type,
          length.toLocaleString('en-AU'),
          bytes.toLocaleString('en-AU'),
          `${((100 * bytes) / manifest.fileBytes).toFixed(2)} %`,
          (bytes / manifest.addresses).toFixed(2),
          crc32.toString(16).padStart(8, '0'),
        ]);
      for (const { path, size, sha256 } of manifest.sources)
        expect(rows).toContainEqual(['', path, size.toLocaleString('en-AU'), sha256]);
      for (const said of [
        manifest.release,
        manifest.datum,
        manifest.attribution,
        manifest.fileBytes.toLocaleString('en-AU'),
      ])
        expect(text.stdout).toContain(said);
    });
  });
});

/** Rows of ADDRESS_DETAIL that are current and of confidence -1. */
function withdrawnRows(table: string): string[] {
  const [header, ...rows] = table.trimEnd().split('\r\n');
  const columns = header.split('|');
  const retired = columns.indexOf('DATE_RETIRED');
  const confidence = columns.indexOf('CONFIDENCE');
  return rows.filter((row) => row.split('|')[retired] === '' && row.split('|')[confidence] === '-1');
}

describe('a release without its optional tables', () => {
  it('is built with a warning for each, and verified', async () => {
    const gnaf = newFolder();
    const all = smallRelease();
    const required = ['STATE', 'LOCALITY', 'STREET_LOCALITY', 'ADDRESS_DETAIL', 'ADDRESS_DEFAULT_GEOCODE'];
    writeSmallRelease(gnaf, Object.fromEntries(required.map((name) => [name, all[name]])));
    const index = await build(['--gnaf', gnaf]);
    const { warnings } = JSON.parse(readFileSync(`${index}.json`, 'utf8')) as { warnings: string[] };
    const optional = Object.keys(all).filter((name) => !required.includes(name) && !/POINT$|^MB/.test(name));
    for (const name of optional)
      expect(warnings.filter((warning) => warning.includes(name.replace(/_\d{4}$/, ''))).length).toBeGreaterThan(0);
    const { code, stderr } = await runProgram('verify', [index]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Next: serve it with .*\n$/) });
  });

  it('is built from nothing but headers, and verified', async () => {
    const gnaf = newFolder();
    const empty = Object.entries(smallRelease()).map(([name, { columns }]) => [name, { columns, rows: [] }]);
    writeSmallRelease(gnaf, Object.fromEntries(empty));
    const index = await build(['--gnaf', gnaf]);
    expect(readManifest(index).addresses).toBe(0);
    const { code, stderr } = await runProgram('verify', [index]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Next: serve it with .*\n$/) });
    expect((await runProgram('inspect', [index])).code).toBe(0);
  });
});
