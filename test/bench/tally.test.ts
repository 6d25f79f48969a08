import { describe, expect, it } from 'vitest';
import type { Answer, Quality } from '../../bench/address/accuracy/asker.ts';
import type { Expectation } from '../../bench/address/accuracy/question.ts';
import { verdicts } from '../../bench/address/accuracy/report.ts';
import { type Counts, count, isRight, noCounts } from '../../bench/address/accuracy/tally.ts';

const answer = (text: string, serviceMatchScore: number): Answer => ({
  id: text,
  addressLabel: text,
  localityName: null,
  state: null,
  postcode: null,
  serviceMatchScore,
  serviceMatchQuality: qualityOf(serviceMatchScore),
  text,
});
const question = (expectation: Expectation, ...accept: string[]) => ({ q: 'q', expect: expectation, accept });

function qualityOf(score: number): Quality {
  return score >= 67 ? 'high' : score >= 34 ? 'medium' : score >= 1 ? 'low' : 'none';
}

function counted(expectation: Expectation, accept: string[], match: Answer | null): Counts {
  const counts = noCounts();
  count(counts, { question: question(expectation, ...accept), match, first: match, inFive: false });
  return counts;
}

describe('what counts as right', () => {
  it('is an accepted record, whatever its score, where a record is asked for', () => {
    expect(isRight(question('record', 'A', 'B'), answer('B', 20))).toBe(true);
    expect(isRight(question('record', 'A'), answer('C', 100))).toBe(false);
    expect(isRight(question('record', 'A'), null)).toBe(false);
  });

  it('is one of those that fit, and not high, where several do', () => {
    expect(isRight(question('ambiguous', 'A', 'B'), answer('A', 66))).toBe(true);
    expect(isRight(question('ambiguous', 'A', 'B'), answer('A', 67))).toBe(false);
    expect(isRight(question('ambiguous', 'A', 'B'), answer('C', 66))).toBe(false);
  });

  it('is nothing high where the address does not exist, and its building where that is known', () => {
    expect(isRight(question('absent'), null)).toBe(true);
    expect(isRight(question('absent'), answer('A', 66))).toBe(true);
    expect(isRight(question('absent'), answer('A', 90))).toBe(false);
    expect(isRight(question('absent', 'A'), null)).toBe(false);
    expect(isRight(question('absent', 'A'), answer('A', 66))).toBe(true);
  });

  it('is low or nothing for noise', () => {
    expect(isRight(question('nothing'), null)).toBe(true);
    expect(isRight(question('nothing'), answer('A', 33))).toBe(true);
    expect(isRight(question('nothing'), answer('A', 34))).toBe(false);
  });

  it('makes a high answer wrong where none may be high, even if it is one that fits', () => {
    expect(counted('record', ['A'], answer('A', 90))).toMatchObject({ high: 1, highRight: 1, ninety: 1, poor: 0 });
    expect(counted('record', ['A'], answer('B', 90))).toMatchObject({ high: 1, highRight: 0 });
    expect(counted('ambiguous', ['A', 'B'], answer('A', 90))).toMatchObject({
      high: 1,
      highRight: 0,
      listHighRight: 0,
    });
    expect(counted('absent', ['A'], answer('A', 90))).toMatchObject({ high: 1, highRight: 0 });
    expect(counted('nothing', [], null)).toMatchObject({ asked: 1, high: 0, poor: 1, right: 1 });
  });
});

describe('verdicts', () => {
  it('hold autocomplete to the share that validate has to reach', () => {
    const counts = { ...noCounts(), asked: 1000, right: 995, first: 994, high: 2 };
    expect(verdicts({ right: 0.995, mostHigh: 0.001 }, counts)).toEqual([
      { what: 'right', goal: 0.995, reached: 0.995, passed: true },
      { what: 'mostHigh', goal: 0.001, reached: 0.002, passed: false },
      { what: 'first', goal: 0.995, reached: 0.994, passed: false },
    ]);
  });
});
