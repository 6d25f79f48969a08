import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeMaterial, noticedBy, seeIn } from '../perturb/searched-tree.ts';
import { distanceTo, type ImportGraph } from './related-tests.ts';
import type { TreeCopy } from './tree-copy.ts';

/** What the checks of `perturb` tell of a change that the search is made of, in some seconds. */
export interface KeptAnswers {
  /** Tests that need not run where the checks noticed nothing: they ask the same. */
  readonly tests: readonly string[];
  /** What notices the change that is in the copy now; null where nothing does. */
  notice(): Promise<string | null>;
}

const CHECKS = 'test/checks/perturb/checks.ts';
/** The checks of a change may take so many times as long as those without one, and some seconds. */
const SLOWER = 3;
const START_SECONDS = 30;

/** Makes the indexes of the checks in a copy of the tree, and asks them without a change. */
export async function keepAnswers({ root }: TreeCopy): Promise<KeptAnswers> {
  const folder = join(root, 'kept');
  mkdirSync(folder);
  const material = makeMaterial(folder, 'until moved');
  const tree = join(root, 'dist');
  const started = performance.now();
  const before = await seeIn(tree, material);
  const mostSeconds = Math.round(START_SECONDS + (SLOWER * (performance.now() - started)) / 1000);
  return {
    tests: ['test/address/search/answers/answers.test.ts', 'test/address/search/cost-pairs.test.ts'],
    async notice() {
      try {
        return noticedBy(before, await seeIn(tree, material, mostSeconds)).join('; ') || null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

/** Whether the checks run code of a file. */
export function isAsked(graph: ImportGraph, file: string): boolean {
  return distanceTo(graph.imports, CHECKS, file) < Number.POSITIVE_INFINITY;
}
