import { readFileSync } from 'node:fs';
import { openIndex } from '../../../src/address/index/open.ts';
import { COSTS } from '../../../src/address/search/query/costs.ts';
import { parseAnswers } from '../../address/search/answers/answer-file.ts';
import { answer } from '../../address/search/answers/ask-section.ts';
import { ORDER } from '../../address/search/cost-order.ts';
import { firstOf, PAIRS, pairTitle } from '../../address/search/cost-pairs.ts';
import { searchesOn } from '../../address/search/sample.ts';

/** What the checks go by: the index of the answers and that of the pairs. */
export interface Material {
  readonly answersFile: string;
  readonly answersIndex: string;
  readonly pairsIndex: string;
  /**
   * When the queries of answers.txt are asked: where neither the order nor a pair is broken, to the end or to the first
   * class that is answered in another way; or never.
   */
  readonly asks: 'unnoticed' | 'until moved' | 'never';
}

/** What the tests of the search see with the costs as they are in this process. */
export interface Seen {
  /** Of the order that the costs keep, and of the pairs of addresses, those that do not hold: by their titles. */
  readonly broken: readonly string[];
  /** The answer to each query of answers.txt, with the class it is of. */
  readonly answers: readonly { readonly section: string; readonly q: string; readonly answer: string }[];
}

/** Runs the checks: the order of the costs, the pairs of addresses, and where these hold every query of answers.txt. */
export function see({ answersFile, answersIndex, pairsIndex, asks }: Material): Seen {
  const sum = (costs: readonly (keyof typeof COSTS)[]) => costs.reduce((all, cost) => all + COSTS[cost], 0);
  const order = ORDER.filter(([less, more]) => sum(less) >= sum(more)).map(
    ([less, more]) => `order: ${less.join(' + ')} < ${more.join(' + ')}`,
  );
  const made = searchesOn(openIndex(pairsIndex));
  const pairs = PAIRS.filter((pair) => firstOf(made, pair) !== pair.first).map((pair) => `pair: ${pairTitle(pair)}`);
  const broken = [...order, ...pairs];
  if (asks === 'never' || broken.length > 0) return { broken, answers: [] };
  const searches = searchesOn(openIndex(answersIndex));
  const answers: Seen['answers'][number][] = [];
  for (const section of parseAnswers(readFileSync(answersFile, 'utf8')).sections) {
    const { lines } = answer(searches, section);
    answers.push(...lines.map((line) => ({ section: `${section.name} | ${section.asked}`, ...line })));
    if (asks === 'until moved' && lines.some((line, i) => line.answer !== section.lines[i].answer)) break;
  }
  return { broken, answers };
}
