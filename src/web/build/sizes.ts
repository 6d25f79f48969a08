import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SiteFile } from './site.ts';

/* Prints the size of every file of the site, in bytes as it is sent: plain, gzipped, by brotli. Run by `npm run sizes`. */

const TARGET = new URL('../../../web/', import.meta.url);

const files = JSON.parse(readFileSync(new URL('files.json', TARGET), 'utf8')) as SiteFile[];
const rows = files.map(({ path, file }) => [path, sizeOf(file), sizeOf(`${file}.gz`), sizeOf(`${file}.br`)] as const);
const total = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + (Number(row[column]) || 0), 0));
const width = Math.max(...rows.map(([path]) => path.length));
for (const [path, ...sizes] of [['path', 'bytes', 'gzip', 'brotli'], ...rows, ['all', ...total]])
  process.stdout.write(
    `${String(path).padEnd(width)} ${sizes.map((size) => String(size ?? '').padStart(9)).join(' ')}\n`,
  );

/** Bytes of a file; null where there is none. */
function sizeOf(name: string): number | null {
  const path = fileURLToPath(new URL(name, TARGET));
  return existsSync(path) ? statSync(path).size : null;
}
