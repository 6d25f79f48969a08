import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ExampleAddress, exampleAddress } from '../../../address/index/example-address.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import type { KeyEntry } from '../../admission/key-file.ts';
import { ROUTES } from '../routes.ts';
import { exampleQueries } from './example-queries.ts';
import { type Explain, explainFor } from './explain.ts';
import { type Page, type Pages, pageOf } from './page.ts';
import type { PageSettings } from './settings.ts';
import { tilesOf } from './tiles/tiles.ts';

/** What the application serves besides its routes. */
export interface Site {
  readonly pages: Pages;
  /** Null if nobody may ask: without a development key or a playground. */
  readonly explain: Explain | null;
}

/**
 * The built pages, with what their scripts fetch: the release, the playground's settings, and the
 * tiles of its map.
 */
export function siteOf(
  index: AddressIndex,
  files: ReadonlyMap<string, Page>,
  settings: PageSettings,
  keys: readonly KeyEntry[],
): Site {
  const { release, addresses } = index.manifest;
  const playground = settings.choice === 'all';
  const docs = new Map(files);
  if (settings.choice !== 'none') docs.set('/docs/site.json', plainJson({ release, addresses, playground }));
  if (!playground) return { pages: docs, explain: null };
  const development = keys.filter((key) => key.development === true);
  const explain = development.length === 0 ? null : explainFor(index, development);
  const { tiles } = settings;
  const example = exampleAddress(index);
  const settingsJson = async () =>
    JSON.stringify({
      release,
      addresses,
      tiles,
      explain: explain !== null,
      example,
      calls: example === null ? {} : callsAbout(example),
      examples: await exampleQueries(index),
    });
  const made: Readonly<Record<string, () => Promise<Page>>> = {
    '/playground/settings.json': async () => jsonPage(Buffer.from(await settingsJson())),
  };
  const tilesAt = tilesOf(index);
  const ready = new Map<string, Page | Promise<Page>>(docs);
  return {
    explain,
    pages: {
      get(path) {
        const page = ready.get(path);
        if (page !== undefined) return page;
        const make = Object.hasOwn(made, path) ? made[path] : undefined;
        if (make === undefined) return tilesAt(path);
        const promised = make();
        ready.set(path, promised);
        void promised.then(
          (page) => ready.set(path, page),
          () => ready.delete(path),
        );
        return promised;
      },
    },
  };
}

/** The initial values of each call's form, by `operationId`; for a batch, one query per line. */
function callsAbout(address: ExampleAddress): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const calls = ROUTES.flatMap(({ row }) => {
    const queries = row.queries(address);
    const first = row.parameters.names[0]!;
    const lines = queries.map((query) => query[first]).join('\n');
    return [
      [row.client.method, queries[0]!] as const,
      ...(row.batch === undefined ? [] : [[`${row.name}Batch`, { [first]: lines }] as const]),
    ];
  });
  return Object.fromEntries(calls);
}

/** A page of a few bytes of JSON. */
function plainJson(value: object): Page {
  const bodies = { plain: Buffer.from(JSON.stringify(value)), gzip: null, brotli: null };
  return pageOf('application/json', bodies, { 'Cache-Control': 'no-cache' });
}

const compress = promisify(gzip);

/** A page of JSON, compressed in the background. */
async function jsonPage(plain: Uint8Array): Promise<Page> {
  const bodies = { plain, gzip: await compress(plain, { level: 5 }), brotli: null };
  return pageOf('application/json', bodies, { 'Cache-Control': 'no-cache' });
}
