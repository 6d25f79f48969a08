import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readFolder } from './folder.ts';
import { datumIn, datumOf, releaseNameOf } from './layout.ts';
import type { Release, TableFile } from './release.ts';
import { ReleaseError } from './release-error.ts';
import { openZip } from './zip.ts';

/**
 * Finds the tables of a G-NAF release in a folder or, without unpacking it, in the official zip: by
 * name, wherever they lie, for whichever states there are. Other files are passed over. A chunk
 * that a table's `open()` gives keeps its bytes until the next one is asked for.
 *
 * @throws ReleaseError when there is nothing there, no table in it, or one table twice
 */
export async function openRelease(path: string): Promise<Release> {
  const root = resolve(path);
  const found = await stat(root).catch((error: NodeJS.ErrnoException) => {
    throw new ReleaseError(
      error.code === 'ENOENT'
        ? `${path} does not exist: expected a folder or zip with a G-NAF release`
        : `${path} cannot be read: ${error.message}`,
    );
  });
  if (found.isDirectory()) {
    const { tables, zips } = await readFolder(root);
    return {
      ...describe(path, root, tables, zips),
      path: root,
      tables,
      sources: async () => {
        const sources = [];
        for (const table of tables) sources.push(await table.source());
        return sources;
      },
      knownSources: () => tables.flatMap((table) => table.knownSource() ?? []),
      adoptSources: (sources) => {
        const hashes = new Map(sources.map((source) => [source.path, source.sha256]));
        for (const table of tables) table.adoptHash(hashes.get(table.path) ?? null);
      },
      close: async () => {},
    };
  }
  const zip = await openZip(root);
  try {
    return {
      ...describe(path, root, zip.tables, zip.zips),
      path: root,
      tables: zip.tables,
      sources: async () => [await zip.source()],
      knownSources: () => [],
      adoptSources: () => {},
      close: zip.close,
    };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

function describe(
  path: string,
  root: string,
  tables: readonly TableFile[],
  zips: readonly string[],
): Pick<Release, 'name' | 'datum'> {
  if (tables.length === 0) {
    const hint = zips.length > 0 ? `; it holds ${zips.slice(0, 3).join(', ')}: is the release in there?` : '';
    throw new ReleaseError(
      `${path} holds no G-NAF tables: expected files like Standard/VIC_ADDRESS_DETAIL_psv.psv${hint}`,
    );
  }
  for (let i = 1; i < tables.length; i++) {
    const [one, other] = [tables[i - 1]!, tables[i]!];
    if (one.table !== other.table || one.state !== other.state) continue;
    const [datum, otherDatum] = [datumIn(one.path), datumIn(other.path)];
    const variants = datum === otherDatum ? '' : `, in ${datum ?? 'no datum'} and ${otherDatum ?? 'no datum'}`;
    throw new ReleaseError(
      `${path} holds ${one.table}${one.state === null ? '' : ` of ${one.state}`} twice${variants}: ` +
        `${one.path} and ${other.path}; point at the folder or zip of one release in one datum`,
    );
  }
  const paths = tables.map((table) => table.path);
  return { name: releaseNameOf(paths, root), datum: datumOf(paths, root) };
}
