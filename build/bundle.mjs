import { readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

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
 * Bundles a program or a thread into one file of `dist/`, in place of what the compiler makes of it: loading the hundreds of modules that
 * it consists of takes half of a start's processor time. What is imported on demand stays a file of its own.
 * @param {string} root the folder of package.json
 * @param {string} program its source, below the root and without the ending
 * @returns what it was made of, and the files it was written to, by their paths below the root
 */
export async function bundle(root, program) {
  const folder = dirname(program);
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`${program}.ts`],
    outdir: join('dist', folder),
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
  const outputs = Object.keys(metafile.outputs);
  removeOthers(join(root, 'dist', folder), basename(program), new Set(outputs.map((path) => basename(path))));
  return { inputs: Object.keys(metafile.inputs), outputs };
}

/**
 * Removes the parts of a program that an earlier bundle left.
 * @param {string} folder
 * @param {string} name
 * @param {ReadonlySet<string>} kept
 */
function removeOthers(folder, name, kept) {
  const part = new RegExp(`^${name}\\.[A-Z0-9]{8}\\.js(?:\\.map)?$`);
  for (const file of readdirSync(folder)) if (part.test(file) && !kept.has(file)) rmSync(join(folder, file));
}

/**
 * Leaves imports of packages as they are, except those that are {@link HELD} and what these import.
 * @returns {import('esbuild').Plugin}
 */
function packagesInPlace() {
  return {
    name: 'packages-in-place',
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) =>
        kind === 'entry-point' || HELD.includes(path) || /[\\/]node_modules[\\/]/.test(importer)
          ? undefined
          : { path, external: true },
      );
    },
  };
}

/**
 * Lets modules find files beside their original place, rather than beside the bundle.
 * @param {string} folder
 * @returns {import('esbuild').Plugin}
 */
function modulesInPlace(folder) {
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
