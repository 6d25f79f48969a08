import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The rooms whose modules `npm run build` has compiled. */
const ROOMS = ['src/', 'build-index/', 'bench/'].map((room) => join(ROOT, room));

/**
 * Takes the modules that tests import as they are compiled in `dist/`, rather than transformed for
 * the test runner: they load in a third of the time, and run as fast as in the programs. For
 * `npm test`, which compiles first.
 */
export function compiledModules(): Plugin {
  return {
    name: 'compiled-modules',
    enforce: 'pre',
    resolveId(specifier, importer) {
      if (importer === undefined || !specifier.startsWith('.') || !specifier.endsWith('.ts')) return null;
      const source = join(dirname(importer), specifier);
      if (!ROOMS.some((room) => source.startsWith(room))) return null;
      const compiled = join(ROOT, 'dist', source.slice(ROOT.length).replace(/\.ts$/, '.js'));
      return existsSync(compiled) ? { id: compiled, external: true } : null;
    },
  };
}
