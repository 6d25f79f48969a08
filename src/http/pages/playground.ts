import { gzipSync } from 'node:zlib';
import type { KeyEntry } from '../../admission/key-file.ts';
import type { UnauthorizedLimit } from '../../admission/unauthorized-limit.ts';
import { exampleAddress } from '../../index/example-address.ts';
import type { AddressIndex } from '../../index/open.ts';
import { type Explain, explainFor } from './explain.ts';
import { localitiesJson } from './localities.ts';
import { type Page, type Pages, pageOf } from './page.ts';
import type { PageSettings } from './settings.ts';
import { readSiteFiles } from './site-files.ts';

/** What the application serves besides its routes. */
export interface Site {
  readonly pages: Pages;
  /** Null where nobody may ask: no development key, or no playground. */
  readonly explain: Explain | null;
}

/** The pages, with what the playground's own files ask for: its settings, and the localities that its map draws. */
export function siteOf(
  index: AddressIndex,
  settings: PageSettings,
  keys: readonly KeyEntry[],
  unauthorized: UnauthorizedLimit,
): Site {
  const files = readSiteFiles(settings);
  if (settings.choice !== 'all') return { pages: files, explain: null };
  const development = keys.filter((key) => key.development === true);
  const explain = development.length === 0 ? null : explainFor(index, development, unauthorized);
  const { release, addresses } = index.manifest;
  const { tiles } = settings;
  const made: Readonly<Record<string, () => Page>> = {
    '/playground/settings.json': () =>
      json({ release, addresses, tiles, explain: explain !== null, example: exampleAddress(index) }),
    '/playground/localities.json': () => json(localitiesJson(index)),
  };
  const ready = new Map(files);
  return {
    explain,
    pages: {
      get(path) {
        const page = ready.get(path);
        if (page !== undefined || !Object.hasOwn(made, path)) return page;
        ready.set(path, made[path]());
        return ready.get(path);
      },
    },
  };
}

function json(value: unknown): Page {
  const plain = Buffer.from(JSON.stringify(value));
  const bodies = { plain, gzip: gzipSync(plain, { level: 5 }), brotli: null };
  return pageOf('application/json', bodies, { 'Cache-Control': 'no-cache' });
}
