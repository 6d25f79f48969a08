import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders by how long their files take: browsers, services and builds of releases come before what only computes. */
const FOLDERS = [
  'pages',
  'billing/credits',
  'billing/accounts',
  'service/release',
  'lists',
  'service/http',
  'service/server',
  'build-index',
  'address/operations',
  'billing/ledger',
];

/**
 * The order of the files: those that take longest first, so that no process is left with one of them when the others have ended. A clone that has
 * run them before knows how long each took; a fresh one goes by their folders.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    if (files.every((file) => this.#hasRun(file))) return sorted;
    return sorted.sort((a, b) => this.#rank(a) - this.#rank(b));
  }

  #path({ moduleId }: TestSpecification): string {
    return relative(this.ctx.config.root, moduleId);
  }

  #hasRun(file: TestSpecification): boolean {
    return this.ctx.cache.getFileTestResults(`${file.project.name}:${this.#path(file)}`) !== undefined;
  }

  #rank(file: TestSpecification): number {
    const path = this.#path(file);
    const rank = FOLDERS.findIndex((folder) => path.startsWith(`test/${folder}/`));
    return rank < 0 ? FOLDERS.length : rank;
  }
}
