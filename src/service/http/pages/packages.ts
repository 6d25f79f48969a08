import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '../errors.ts';
import { type Page, type Pages, pageOf } from './page.ts';

/** A package as the build lists it in `files.json` (src/clients/packages/main.ts). */
interface BuiltPackage {
  readonly name: string;
  readonly version: string;
  readonly file: string;
}

const BUILT = new URL('../../../../packages/', import.meta.url);

/** `/packages/letterbox-field-2.0.0.tgz`, `/packages/letterbox-field.tgz`. */
const PATH = /^\/packages\/letterbox-([a-z]+)(?:-([0-9][0-9A-Za-z.+-]*))?\.tgz$/;

/**
 * The packages that others install (npm takes a URL), by names that never get other bytes, so that
 * a lock file may hold them to a hash. A name without a version leads to the newest; one with
 * another version says which one is here.
 */
export function readPackages(folder: URL = BUILT): Pages {
  const list = new URL('files.json', folder);
  const built = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as BuiltPackage[]) : [];
  const made = new Map(built.map((each) => [each.name, { ...each, ...pagesOf(each, folder) }]));
  return {
    get(path) {
      const [, name = '', version] = PATH.exec(path) ?? [];
      const here = made.get(name);
      if (here === undefined) return undefined;
      if (version === undefined) return here.newest;
      if (version === here.version) return here.tarball;
      return notFound(
        `letterbox-${name} ${version} is not here: this service has ${here.version}, /packages/${here.file}`,
      );
    },
  };
}

function pagesOf({ file }: BuiltPackage, folder: URL): { readonly tarball: Page; readonly newest: Page } {
  const open = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
  const page = (type: string, plain: Uint8Array, headers: Readonly<Record<string, string>>) =>
    pageOf(type, { plain, gzip: null, brotli: null }, { ...open, ...headers });
  const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };
  const here = { 'Cache-Control': 'no-cache', Location: file };
  return {
    tarball: page('application/gzip', readFileSync(new URL(file, folder)), forEver),
    newest: { ...page('text/plain; charset=utf-8', Buffer.from(`${file}\n`), here), isElsewhere: true },
  };
}
