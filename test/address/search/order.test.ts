import { describe, expect, it } from 'vitest';
import { keystrokes, lineOf, randomLines } from '../../../bench/address/search/inputs.ts';
import { mutateText } from '../../../bench/address/search/mutate-text.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { run } from '../../../src/address/search/engine.ts';
import { bestMatch } from '../../../src/address/search/find-best.ts';
import { BY_SOURCES, type Policy, TYPING_BY_SOURCES } from '../../../src/address/search/policy.ts';
import { queryOf } from '../../../src/address/search/retrieve/query.ts';
import { type Search, searchFor, sortCandidates } from '../../../src/address/search/score/candidates.ts';
import type { Source } from '../../../src/address/search/sources/source.ts';
import { cases } from '../../support/cases.ts';
import { generatedIndex } from '../../support/shared-releases.ts';

const LINES = cases(150, 20_000);

/** `18 JACARANDA STREET, EAST IPSWICH QLD 4305`: a suburb of two words, of which the first says which of several it is. */
const SIDE_OF_PLACE = /\b(NORTH|SOUTH|EAST|WEST|UPPER|LOWER|MOUNT|NEW|OLD|PORT|LAKE) (\w+),? [A-Z]{2,3} \d{4}$/i;

/** Lines behind the name of a school, which turns their suburb's around: `Ipswich East School, 18 Jacaranda Street, …`. */
function behindSchools(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, side, place] = SIDE_OF_PLACE.exec(line) ?? [];
    return side === undefined ? [] : [`${place} ${side} School, ${line}`];
  });
}

/** Lines of an index, each whole and mutated twice over, behind a school's name, and what is typed of them. */
function queriesOf(index: AddressIndex): string[] {
  const random = new Random(11, 'order');
  const lines = randomLines(index, random, LINES);
  const words = lines.flatMap((line) => line.split(' '));
  const mutate = (line: string) => mutateText(line, random.pick(lines), words, 120, random);
  const changed = lines.map(mutate);
  const schools = behindSchools(randomLines(index, random, 40 * LINES)).slice(0, LINES);
  return [
    ...lines,
    ...schools,
    ...changed,
    ...changed.map(mutate),
    ...keystrokes([...lines, ...changed], random, LINES, 60),
  ];
}

/** Searches, with a budget without end; `reorder` may change the order of sources that wait with the same bound. */
function searched(index: AddressIndex, text: string, policy: Policy, reorder: (waiting: Source[]) => void): Search {
  const search = searchFor(queryOf(index, text, { ...policy, budget: Number.POSITIVE_INFINITY }));
  const waiting: Source[] = [];
  run({ search, trace: { source: () => reorder(waiting) }, waiting, named: null, tried: null }, text);
  return search;
}

/** Gives the sources that wait with the same bound an order by chance. */
function shuffleTies(waiting: Source[], random: Random): void {
  for (let i = waiting.length - 1; i > 0; i--) {
    let ties = i;
    while (ties > 0 && waiting[ties - 1].bound === waiting[i].bound) ties--;
    const other = random.between(ties, i);
    [waiting[i], waiting[other]] = [waiting[other], waiting[i]];
  }
}

describe('The order in which sources with the same bound are opened', () => {
  const index = openIndex(generatedIndex(80_000, 5));

  it.each([
    [
      'while typing',
      TYPING_BY_SOURCES,
      (search: Search) => {
        sortCandidates(search.candidates);
        return search.candidates.slice(0, 5).map(({ ordinal, cost }) => `${lineOf(index, ordinal)} ${cost.toFixed(6)}`);
      },
    ],
    [
      'of a whole address',
      BY_SOURCES,
      (search: Search) => {
        const best = bestMatch(search);
        return best === null
          ? []
          : [`${lineOf(index, best.candidate.ordinal)} ${best.candidate.cost.toFixed(6)} ${best.score.score}`];
      },
    ],
  ] as const)('changes no answer %s', (_, policy, answerOf) => {
    const random = new Random(3, 'ties');
    const differing: string[] = [];
    for (const text of queriesOf(index)) {
      const answer = answerOf(searched(index, text, policy, () => undefined)).join('; ');
      for (let i = 0; i < 3; i++) {
        const other = answerOf(searched(index, text, policy, (waiting) => shuffleTies(waiting, random))).join('; ');
        if (other !== answer) differing.push(`${text}: ${answer} | ${other}`);
      }
    }
    expect(differing).toEqual([]);
  });
});
