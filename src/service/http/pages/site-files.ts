import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Page, pageOf } from './page.ts';
import type { PageSettings } from './settings.ts';

/** A file of the site as the build lists it in `files.json` (src/pages/build/site.ts). */
interface SiteFile {
  readonly path: string;
  readonly file: string;
  readonly type: string;
  readonly group: string;
  readonly hashed: boolean;
  readonly policy: Readonly<Record<string, string>> | null;
  readonly shared: boolean;
}

/** The built pages of src/pages. */
const BUILT = new URL('../../../../web/', import.meta.url);

/**
 * Reads the built pages into memory.
 * @throws Error with a sentence, if the build is missing or incomplete
 */
export function readSiteFiles({ choice, tiles }: PageSettings, folder: URL = BUILT): ReadonlyMap<string, Page> {
  const tileOrigin = tiles === null ? null : new URL(tiles).origin;
  if (choice === 'none') return new Map();
  const list = new URL('files.json', folder);
  if (!existsSync(list)) {
    throw new Error(
      `The pages are not built: there is no ${fileURLToPath(list)}. Run npm run build, or start with --pages none.`,
    );
  }
  const files = JSON.parse(readFileSync(list, 'utf8')) as SiteFile[];
  // The console's pages are served beside its own API.
  const served = files.filter(({ group }) => group !== 'console' && (choice === 'all' || group !== 'playground'));
  return new Map(served.map((file) => [file.path, readSiteFile(file, folder, tileOrigin)]));
}

function readSiteFile(file: SiteFile, folder: URL, tileOrigin: string | null): Page {
  const read = (suffix: string) => {
    const url = new URL(file.file + suffix, folder);
    return suffix !== '' && !existsSync(url) ? null : readFileSync(url);
  };
  const bodies = { plain: read('')!, gzip: read('.gz'), brotli: read('.br') };
  const others = tileOrigin === null || file.group !== 'playground' ? '' : ` ${tileOrigin}`;
  const headers: Record<string, string> = { 'Cache-Control': cacheControl(file) };
  if (file.policy !== null) {
    headers['Content-Security-Policy'] = policyText(file.policy, others);
    headers['Cross-Origin-Opener-Policy'] = 'same-origin';
  }
  headers['Cross-Origin-Resource-Policy'] = file.shared ? 'cross-origin' : 'same-origin';
  if (file.shared) headers['Access-Control-Allow-Origin'] = '*';
  return pageOf(file.type, bodies, headers);
}

/**
 * Files with hashed names never change; those that other sites load may be an hour old; the rest is
 * revalidated.
 */
function cacheControl({ hashed, shared }: SiteFile): string {
  if (hashed) return 'public, max-age=31536000, immutable';
  return shared ? 'public, max-age=3600' : 'no-cache';
}

/** The directives that let the map fetch tiles. */
const TILE_DIRECTIVES = ['img-src', 'connect-src'];

function policyText(policy: Readonly<Record<string, string>>, others: string): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}${TILE_DIRECTIVES.includes(directive) ? others : ''}`)
    .join('; ');
}
