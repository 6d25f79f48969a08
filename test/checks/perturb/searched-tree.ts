import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readGazetteer } from '../../../build-index/generate/gazetteer.ts';
import { generateRelease } from '../../../build-index/generate/generate-release.ts';
import { RELEASE } from '../../address/search/answers/ask-section.ts';
import { writePairs } from '../../address/search/cost-pairs.ts';
import type { Material, Seen } from './checks.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Classes of queries that are named where their answers moved. */
const NAMED = 3;

/** Makes the index of the answers and that of the pairs below a folder. */
export function makeMaterial(folder: string, asks: Material['asks']): Material {
  const [addresses, seed] = RELEASE;
  const build = (gnaf: string, name: string): string => {
    const out = join(folder, name);
    const program = join(ROOT, 'dist/build-index/main.js');
    execFileSync(process.execPath, [program, '--gnaf', gnaf, '--out', out], { stdio: 'pipe' });
    return out;
  };
  const release = join(folder, 'release');
  if (asks !== 'never')
    generateRelease({ addresses, seed, gazetteer: readGazetteer(join(ROOT, 'data/gazetteer')), out: release });
  const pairs = join(folder, 'pairs');
  mkdirSync(pairs);
  writePairs(pairs);
  return {
    answersFile: join(ROOT, 'test/address/search/answers/answers.txt'),
    answersIndex: asks === 'never' ? '' : build(release, 'answers.lbx'),
    pairsIndex: build(pairs, 'pairs.lbx'),
    asks,
  };
}

/**
 * What the checks see of the search as it is compiled in a tree: in a thread of its own, as modules are read once.
 *
 * @throws what the search throws, or an Error where it takes longer than `mostSeconds`
 */
export async function seeIn(tree: string, material: Material, mostSeconds = 600): Promise<Seen> {
  const worker = new Worker(pathToFileURL(join(tree, 'test/checks/perturb/see-worker.js')), { workerData: material });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      timer = setTimeout(() => reject(new Error(`no end in ${mostSeconds} s`)), 1000 * mostSeconds);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** The checks that a change breaks, and the classes of queries whose answers it moves. */
export function noticedBy(before: Seen, after: Seen): string[] {
  const moved = new Map<string, number>();
  after.answers.forEach(({ section, answer }, i) => {
    if (answer !== before.answers[i].answer) moved.set(section, (moved.get(section) ?? 0) + 1);
  });
  const classes = [...moved].sort(([, a], [, b]) => b - a);
  const sum = classes.reduce((all, [, count]) => all + count, 0);
  const named = classes.slice(0, NAMED).map(([section, count]) => `${count} of ${section}`);
  return [...after.broken, ...(sum === 0 ? [] : [`answers: ${sum} (${named.join(', ')})`])];
}
