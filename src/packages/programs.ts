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
  'src/server/main',
  'src/http/worker',
  'src/credits/main',
  'src/credits/admin/main',
  'src/match/main',
  'src/match/run/worker',
  'build-index/main',
  'build-index/compile/threads/thread',
];

/**
 * Bundles the programs over what the compiler wrote for them, from the sources below `root`.
 * Packages stay packages, and what is imported when it is needed stays a file of its own.
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
    packages: 'external',
    splitting: true,
    chunkNames: `${basename(program)}.[hash]`,
    sourcemap: true,
    logLevel: 'warning',
    metafile: true,
    plugins: [modulesInPlace(join(root, folder))],
  });
  const written = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
  for (const name of before) if (!written.has(name)) rmSync(join(target, name));
}

/** Lets modules that look for files beside them look where they would stand, rather than beside the bundle. */
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
