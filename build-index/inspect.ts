import { Command } from 'commander';
import { editionOf, NO_EDITION } from '../src/address/index/edition.ts';
import { type Manifest, readManifest } from '../src/address/index/open.ts';
import { VERSION } from '../src/system/version.ts';
import { byteText } from './progress.ts';

const program = new Command('inspect')
  .version(VERSION)
  .description('Print what an index file says of itself: its manifest and its sections')
  .argument('<file>', 'the index file')
  .option('--json', 'print JSON', false)
  .parse();

try {
  const manifest = readManifest(program.args[0]);
  process.stdout.write(program.opts<{ json: boolean }>().json ? manifestJson(manifest) : manifestText(manifest));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function manifestJson(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, bytesPerAddress: perAddress(manifest, manifest.fileBytes) }, null, 2)}\n`;
}

function manifestText(manifest: Manifest): string {
  const { release, datum, formatVersion, fileBytes, addresses, attribution, counts, options, sources } = manifest;
  const blocks = [
    table([
      ['G-NAF', release],
      ['datum', datum],
      ['asgs', editionOf(manifest) ?? NO_EDITION],
      ['format version', String(formatVersion)],
      ['file', `${number(fileBytes)} bytes (${byteText(fileBytes)})`],
      ['addresses', number(addresses)],
      ['bytes per address', decimal(perAddress(manifest, fileBytes))],
      ...Object.entries(options)
        .filter(([name]) => name !== 'asgs')
        .map(([name, value]) => [`option ${name}`, value]),
    ]),
    `Counts\n${table(
      Object.entries(counts).map(([name, count]) => [`  ${name}`, number(count)]),
      1,
    )}`,
    `Sources\n${table(
      sources.map(({ path, size, sha256 }) => [`  ${path}`, number(size), sha256]),
      1,
    )}`,
    sectionTable(manifest),
    attribution,
  ];
  return `${blocks.join('\n\n')}\n`;
}

function sectionTable(manifest: Manifest): string {
  const rows = manifest.sections.map(({ name, type, length, bytes, crc32 }) => [
    name,
    type,
    number(length),
    number(bytes),
    `${((100 * bytes) / manifest.fileBytes).toFixed(2)} %`,
    decimal(perAddress(manifest, bytes)),
    crc32.toString(16).padStart(8, '0'),
  ]);
  return table([['Section', 'Type', 'Elements', 'Bytes', 'Share', 'Per address', 'CRC-32'], ...rows], 2);
}

function perAddress({ addresses }: Manifest, bytes: number): number | null {
  return addresses > 0 ? bytes / addresses : null;
}

/** Columns of text; from `firstNumber` on, aligned to the right. */
function table(rows: readonly (readonly string[])[], firstNumber = Number.POSITIVE_INFINITY): string {
  const widths = rows.reduce<number[]>((most, row) => row.map((cell, i) => Math.max(most[i] ?? 0, cell.length)), []);
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i < firstNumber ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function number(value: number): string {
  return value.toLocaleString('en-AU');
}

function decimal(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
