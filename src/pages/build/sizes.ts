import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DOCS, PAGES, SHARED_SCRIPTS, type SiteFile } from './site.ts';

/*
 * Prints the size of every file of the site, in bytes as sent (plain, gzip, brotli), and of every
 * page with what its HTML links to, with its limit. Fails if one is over it. Run by `npm run sizes`.
 */

const TARGET = new URL('../../../web/', import.meta.url);

const files = JSON.parse(readFileSync(new URL('files.json', TARGET), 'utf8')) as SiteFile[];
const rows = files.map(({ path, file }) => [path, sizeOf(file), sizeOf(`${file}.gz`), sizeOf(`${file}.br`)] as const);
const total = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + (Number(row[column]) || 0), 0));
print([['path', 'bytes', 'gzip', 'brotli'], ...rows, ['all', ...total]]);

const docs = files.filter(({ group, type }) => group === 'docs' && type.startsWith('text/html'));
const limits = [
  ...[...PAGES, ...SHARED_SCRIPTS].map(({ path, most }) => [path, pageSize(path), most] as const),
  ...docs.flatMap(({ path }) => {
    const [bare, whole] = [pageSize(path, false), pageSize(path)];
    const shown = [path, bare, DOCS.most] as const;
    return whole === bare ? [shown] : [shown, [`${path} with pictures`, whole, DOCS.mostWithPictures] as const];
  }),
];
process.stdout.write('\n');
print([['page, by brotli', 'bytes', 'at most'], ...limits]);
for (const [path, size, most] of limits) {
  if (size <= most) continue;
  process.stderr.write(
    `${path} weighs ${size} bytes by brotli, at most ${most} are expected (src/pages/build/site.ts)\n`,
  );
  process.exitCode = 1;
}

/**
 * The bytes of a page's first load, by brotli if available: the page and what it links to, each
 * once.
 */
function pageSize(path: string, withPictures = true, seen = new Set<string>()): number {
  const file = files.find((each) => each.path === path)?.file;
  if (file === undefined || seen.has(path) || (!withPictures && file.endsWith('.png'))) return 0;
  seen.add(path);
  const text = /\.(html|js|css)$/.test(file) ? readFileSync(new URL(file, TARGET), 'utf8') : '';
  // Links of HTML and static imports of scripts; dynamic imports are loaded later.
  const links = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"|(?:from|import)\s*"\.\/([^"]+)"/g)];
  const linked = links.map(([, page, chunk]) => page ?? `/assets/${chunk}`);
  return linked.reduce(
    (sum, each) => sum + pageSize(each, withPictures, seen),
    sizeOf(`${file}.br`) ?? sizeOf(file) ?? 0,
  );
}

function print(rows: readonly (readonly (string | number | null)[])[]): void {
  const width = Math.max(...rows.map(([path]) => String(path).length));
  for (const [path, ...sizes] of rows)
    process.stdout.write(
      `${String(path).padEnd(width)} ${sizes.map((size) => String(size ?? '').padStart(9)).join(' ')}\n`,
    );
}

/** The size of a file; null if there is none. */
function sizeOf(name: string): number | null {
  const path = fileURLToPath(new URL(name, TARGET));
  return existsSync(path) ? statSync(path).size : null;
}
