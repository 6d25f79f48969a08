import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository; these files run from `dist/test/checks/fuzz`. */
export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Builds an index of the bundled sample, and answers its path. */
export function buildSample(out: string): string {
  const sample = join(ROOT, 'data', 'sample');
  const from = ['--gnaf', sample, '--abs', join(sample, 'abs'), '--boundaries', join(sample, 'boundaries')];
  execFileSync(process.execPath, [join(ROOT, 'dist/build-index/main.js'), ...from, '--out', out], { stdio: 'pipe' });
  return out;
}
