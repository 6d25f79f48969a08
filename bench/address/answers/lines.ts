import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from '../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { questions } from '../../lists/match/questions.ts';

import { readUniverse } from '../accuracy/universe/read-universe.ts';
import { lineOf } from '../search/inputs.ts';
import type { AskedLine } from './asked.ts';
import { readWays } from './ways.ts';

/** Where cases are kept that are no part of the project: lines of JSON with `q` or `input`. */
export const CASES = join(import.meta.dirname, '../../../../../shared/cases');

/** Lines made of each line for a rule. */
const OF_A_LINE = 70;

const UNKNOWN = { text: '' };

/** `count` lines of the classes of `bench:accuracy`, from each in turn, for addresses of an unpacked release. */
export function* classLines(release: string, count: number, seed: number): Generator<AskedLine> {
  for (const { q, accept } of questions(readUniverse(release), count, seed))
    yield { source: 'class', q, truth: { text: accept[0] ?? '' } };
}

/** The lines of WAYS.md for each rule for numbers, and each with other numbers and names, those of a random record. */
export function* ruleLines(index: AddressIndex, seed: number): Generator<AskedLine> {
  const random = new Random(seed, 'bench:answers, rules');
  for (const { typed } of readWays().ways) {
    const example = typed.replace('…', '');
    yield { source: 'rule', q: example, truth: UNKNOWN };
    for (let i = 1; i < OF_A_LINE; i++) {
      const line = lineOf(index, random.below(index.manifest.addresses));
      const names = line.split(/[ ,]+/).filter((word) => /^[A-Z]{4,}$/.test(word));
      const q = example
        .replace(/\d+/g, (digits) => (random.chance(0.3) ? digits : String(random.below(10 ** digits.length))))
        .replace(/\b[A-Z][a-z]{3,}\b/g, (word) => (random.chance(0.5) ? word : (names.shift() ?? word)));
      yield { source: 'rule', q, truth: UNKNOWN };
    }
  }
}

/** The lines of all `.jsonl` files in a folder and its folders; none where it is absent. */
export function* caseLines(folder: string): Generator<AskedLine> {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line.trim() === '') continue;
      const { q, input } = JSON.parse(line) as { readonly q?: unknown; readonly input?: unknown };
      const asked = q ?? input;
      if (typeof asked === 'string') yield { source: 'case', q: asked, truth: UNKNOWN };
    }
  }
}
