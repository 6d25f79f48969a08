import { type BuildResult, build, type Plugin } from 'esbuild';

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
    plugins: neighbour === null ? [] : [besides(neighbour)],
  });
  return outputFiles[0].contents;
}

/** Replaces imports of one module by imports of the file that it becomes. */
function besides({ from, to }: { readonly from: string; readonly to: string }): Plugin {
  return {
    name: 'besides',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\.?\// }, ({ path }) => (path === from ? { path: to, external: true } : undefined)),
  };
}
