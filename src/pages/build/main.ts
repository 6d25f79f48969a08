import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, bundleAlone, hashOf, writeCompressed } from './bundle.ts';
import { coastPicture } from './coastline.ts';
import { docsSite } from './docs/docs-site.ts';
import { postmanCollection } from './postman.ts';
import {
  CONTENT_SECURITY_POLICY,
  DOCS,
  MADE_FILES,
  PACKAGE_FILES,
  PACKAGE_SCRIPTS,
  PAGES,
  SHARED_SCRIPTS,
  type SiteFile,
  type SitePage,
} from './site.ts';

/*
 * Bundles the pages of src/pages into dist/web, compressed, with a list of them for the service. Run
 * by `npm run build`, after the compiler.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SOURCE = join(ROOT, 'src/pages');
const TARGET = join(ROOT, 'dist/web');

/** How the wrappers import the field itself, and its place in the package. */
const FIELD_MODULE = { from: '../letterbox-address.ts', to: './letterbox-address.js' };

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
};

/** A relative link or script in a page. */
const REFERENCE = /\b(src|href)="(\.\/[^"]+)"/g;

for (const folder of ['assets', 'wrappers']) mkdirSync(join(TARGET, folder), { recursive: true });
const packaged = PACKAGE_FILES.map(({ name, file, group }) => {
  const contents = readFileSync(createRequire(import.meta.url).resolve(file));
  return { name, file: asset(name, contents, group) };
});
for (const { name, group, make } of MADE_FILES) packaged.push({ name, file: asset(name, Buffer.from(make()), group) });
const files: SiteFile[] = packaged.map(({ file }) => file);
const packagePaths = Object.fromEntries(packaged.map(({ name, file }) => [name, file.path]));
for (const page of PAGES) files.push(...(await buildPage(page)));
files.push(...(await buildDocs()));
const collection = Buffer.from(await postmanCollection());
files.push(
  put('/postman.json', 'postman.json', collection, { group: 'docs', hashed: false, policy: null, shared: true }),
);
for (const { path, source, group } of SHARED_SCRIPTS) {
  const contents = await bundleAlone(join(SOURCE, source), ROOT);
  files.push(put(path, path.slice(1), contents, { group, hashed: false, policy: null, shared: true }));
}
for (const { file, source, external } of PACKAGE_SCRIPTS)
  writeFileSync(join(TARGET, file), await bundleAlone(join(SOURCE, source), ROOT, [external], FIELD_MODULE));
removeOthers();
writeFileSync(join(TARGET, 'files.json'), `${JSON.stringify(unique(files), null, 2)}\n`);

/** Builds a page and what it links to, with new names. */
async function buildPage({ path, folder, group }: SitePage): Promise<SiteFile[]> {
  const at = join(SOURCE, folder);
  const html = readFileSync(join(at, 'index.html'), 'utf8').replace('<!-- coast -->', coastPicture);
  const references = [...new Set([...html.matchAll(REFERENCE)].map(([, , reference]) => reference))];
  const { built, paths } = await buildAssets(at, references, group);
  return [...built, page(path, `${folder}.html`, linked(html, paths), group)];
}

/**
 * Builds the docs: their pages, the shared script and style sheet, the search index, and their
 * Markdown.
 */
async function buildDocs(): Promise<SiteFile[]> {
  const { script, style, icon } = DOCS;
  const pictures: SiteFile[] = [];
  const image = (file: string) => {
    const picture = asset(basename(file), readFileSync(file), 'docs');
    pictures.push(picture);
    return picture.path;
  };
  const { pages, texts, search } = docsSite(ROOT, image);
  const found = asset('docs-search.json', Buffer.from(JSON.stringify(search)), 'docs');
  packagePaths['docs-search.json'] = found.path;
  const { built, paths } = await buildAssets(
    join(SOURCE, 'docs'),
    [script, style, icon].map((each) => `./${each}`),
    'docs',
  );
  const made = pages.map(({ path, contents }) => page(path, `${path.slice(1)}.html`, linked(contents, paths), 'docs'));
  const written = texts.map(({ path, contents }) =>
    put(path, path.slice(1), Buffer.from(contents), { group: 'docs', hashed: false, policy: null, shared: false }),
  );
  const home = made.find(({ path }) => path === '/docs')!;
  return [...pictures, found, ...built, ...made, { ...home, path: '/docs/' }, ...written];
}

/**
 * Bundles scripts and style sheets of a page and copies the rest; `paths` has their new paths by
 * the original reference.
 */
async function buildAssets(at: string, references: readonly string[], group: SiteFile['group']) {
  const bundled = references.filter((reference) => /\.(ts|css)$/.test(reference));
  const result = await bundle(
    bundled.map((reference) => join(at, reference)),
    { root: ROOT, packageFiles: packagePaths },
  );
  const paths = new Map<string, string>();
  const built = Object.entries(result.metafile.outputs).map(([output, { entryPoint }]) => {
    const absolute = resolve(ROOT, output);
    const contents = result.outputFiles.find((file) => file.path === absolute)!.contents;
    const file = `assets/${basename(output)}`;
    if (entryPoint !== undefined) paths.set(`./${relative(at, resolve(ROOT, entryPoint))}`, `/${file}`);
    return put(`/${file}`, file, contents, { group, hashed: true, policy: null, shared: false });
  });
  for (const reference of references) {
    if (paths.has(reference)) continue;
    const copied = asset(basename(reference), readFileSync(join(at, reference)), group);
    paths.set(reference, copied.path);
    built.push(copied);
  }
  return { built, paths };
}

/** HTML with its references replaced by the new names. */
function linked(html: string, paths: ReadonlyMap<string, string>): string {
  return html.replace(REFERENCE, (_, attribute, reference) => `${attribute}="${paths.get(reference)}"`);
}

function page(path: string, file: string, html: string, group: SiteFile['group']): SiteFile {
  return put(path, file, Buffer.from(html), { group, hashed: false, policy: CONTENT_SECURITY_POLICY, shared: false });
}

/** Writes a file under a name with a hash of its contents. */
function asset(name: string, contents: Uint8Array, group: SiteFile['group']): SiteFile {
  const extension = extname(name);
  const file = `assets/${basename(name, extension)}-${hashOf(contents)}${extension}`;
  return put(`/${file}`, file, contents, { group, hashed: true, policy: null, shared: false });
}

function put(
  path: string,
  file: string,
  contents: Uint8Array,
  options: Pick<SiteFile, 'group' | 'hashed' | 'policy' | 'shared'>,
): SiteFile {
  const type = TYPES[extname(file)];
  if (type === undefined) throw new Error(`${file} is of no known type, expected ${Object.keys(TYPES).join(', ')}`);
  mkdirSync(dirname(join(TARGET, file)), { recursive: true });
  writeCompressed(join(TARGET, file), contents);
  return { path, file, type, ...options };
}

function unique(all: readonly SiteFile[]): SiteFile[] {
  return [...new Map(all.map((file) => [file.path, file])).values()];
}

/** Removes files left by an earlier build. */
function removeOthers(): void {
  const kept = new Set([...files, ...PACKAGE_SCRIPTS].map(({ file }) => file));
  for (const found of readdirSync(TARGET, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    const name = relative(TARGET, path).replaceAll('\\', '/');
    if (found.isFile() && !kept.has(name.replace(/\.(br|gz)$/, '')) && !name.endsWith('.d.ts')) rmSync(path);
  }
}
