import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Programs and threads that are started often: each is written to `dist/` as one file, rather than
 * as the hundreds of modules that it consists of, whose loading takes half of a start's processor
 * time. Sources without their ending.
 */
export const PROGRAMS = [
  'src/main',
  'src/service/server/main',
  'src/service/http/worker',
  'src/billing/credits/main',
  'src/billing/credits/admin/main',
  'src/lists/match/main',
  'src/lists/match/run/worker',
  'build-index/main',
  'build-index/compile/threads/thread',
];

/**
 * Packages that are bundled into the programs: those in pure JavaScript that are needed to start,
 * since resolving their files took half of a start. Others, which have native code or files of
 * their own, or are imported on demand, stay where they are installed.
 */
const HELD = [
  'commander',
  'csv-parse',
  'fastest-levenshtein',
  'flatbuffers',
  'flatbush',
  'ipaddr.js',
  'kdbush',
  'kysely',
  'pbf',
  'pino',
  'prom-client',
  'robust-predicates',
  'saxes',
  'tldts',
  'yauzl',
];

/** A `require` for packages in CommonJS. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/**
 * Bundles the programs, from the sources below `root`, in place of the compiler's output. What is
 * imported on demand stays a file of its own.
 */
export async function bundlePrograms(root: string): Promise<void> {
  await Promise.all(PROGRAMS.map((program) => bundleProgram(root, program)));
}

async function bundleProgram(root: string, program: string): Promise<void> {
  const folder = dirname(program);
  const target = join(root, 'dist', folder);
  const part = new RegExp(`^${basename(program)}\\.[A-Z0-9]{8}\\.js(?:\\.map)?$`);
  const before = readdirSync(target).filter((name) => part.test(name));
  const { metafile } = await build({
    entryPoints: [join(root, `${program}.ts`)],
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: REQUIRE },
    splitting: true,
    chunkNames: `${basename(program)}.[hash]`,
    sourcemap: true,
    logLevel: 'warning',
    metafile: true,
    plugins: [packagesInPlace(), modulesInPlace(join(root, folder))],
  });
  const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of before) if (!written.has(name)) rmSync(join(target, name));
}

/**
 * Leaves imports of packages as they are, except those that are {@link HELD} and what these import.
 */
function packagesInPlace(): Plugin {
  return {
    name: 'packages-in-place',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
        HELD.includes(path) || /[\\/]node_modules[\\/]/.test(importer) ? undefined : { path, external: true },
      );
    },
  };
}

/** Lets modules find files beside their original place, rather than beside the bundle. */
function modulesInPlace(folder: string): Plugin {
  return {
    name: 'modules-in-place',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!source.includes('import.meta.url')) return undefined;
        const place = `./${relative(folder, path).replace(/\.ts$/, '.js')}`;
        const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
        return { contents: source.replaceAll('import.meta.url', url), loader: 'ts' };
      });
    },
  };
}
