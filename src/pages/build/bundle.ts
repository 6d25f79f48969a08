import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type BuildResult, build, type Plugin, transform } from 'esbuild';
import { minify } from 'rolldown/utils';

/** Shorter files are sent as they are. */
const LEAST_BYTES = 512;
/** Shorter files are compressed as far as that goes, which would take longer ones seconds. */
const LEAST_QUICK_BYTES = 100_000;

/** A short hash of contents, for names and for detecting changes. */
export function hashOf(contents: Uint8Array | string): string {
  return createHash('sha256').update(contents).digest('base64url').slice(0, 10);
}

/**
 * Writes a file, and its compressed forms as `.br` and `.gz` beside it. A file with the same
 * contents is left as it is, since compressing takes longer than the rest of the build.
 */
export function writeCompressed(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  if (contents.length >= LEAST_BYTES) {
    const quality = contents.length < LEAST_QUICK_BYTES ? constants.BROTLI_MAX_QUALITY : 9;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
    writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }));
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  }
  writeFileSync(path, contents);
}

/** Options of a bundle. */
export interface BundleOptions {
  /** The folder of the repository. */
  readonly root: string;
  /** Served paths of files from packages, for the constant `PACKAGE_FILES`. */
  readonly packageFiles: Readonly<Record<string, string>>;
}

const COMMON = {
  bundle: true,
  minify: true,
  format: 'esm',
  charset: 'utf8',
  target: 'es2022',
  metafile: true,
  write: false,
  legalComments: 'inline',
  logLevel: 'warning',
  outdir: '/',
} as const;

/**
 * Bundles scripts and style sheets of a page, with shared chunks. Dynamic imports become files of
 * their own. Names contain a hash of the contents.
 */
export function bundle(
  entryPoints: string[],
  { root, packageFiles }: BundleOptions,
): Promise<BuildResult<{ metafile: true; write: false }>> {
  return build({
    ...COMMON,
    entryPoints,
    absWorkingDir: root,
    splitting: true,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    define: { PACKAGE_FILES: JSON.stringify(packageFiles) },
    loader: { '.svg': 'file', '.png': 'file', '.woff2': 'file' },
  });
}

/**
 * Bundles a script into one file, except `external` packages, and a `neighbour` that is installed
 * beside it.
 */
export async function bundleAlone(
  entryPoint: string,
  root: string,
  external: readonly string[] = [],
  neighbour: { readonly from: string; readonly to: string } | null = null,
): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...COMMON,
    entryPoints: [entryPoint],
    absWorkingDir: root,
    external: [...external],
    plugins: [styleText, ...(neighbour === null ? [] : [besides(neighbour)])],
  });
  // Short names again in every function: 2 % fewer bytes, gzipped.
  const { code } = await minify(entryPoint, outputFiles[0].text, { module: true });
  return Buffer.from(code);
}

/** Replaces imports of one module by imports of the file that it becomes. */
function besides({ from, to }: { readonly from: string; readonly to: string }): Plugin {
  return {
    name: 'besides',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.?\// }, ({ path }) => (path === from ? { path: to, external: true } : undefined)),
  };
}

/** Minifies the style sheets that scripts have as text: the templates of modules called `styles.ts`. */
const styleText: Plugin = {
  name: 'style text',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/styles\.ts$/ }, async ({ path }) => {
      const [before, sheet, after] = (await readFile(path, 'utf8')).split('`');
      const { code } = await transform(sheet!, { loader: 'css', minify: true });
      return { contents: `${before}${JSON.stringify(code.trim())}${after}`, loader: 'ts' };
    }),
};
