import { describe, expect, it } from 'vitest';
import {
  COSTS,
  type Cost,
  DOUBTFUL,
  EDITS_OF_SPACE,
  EQUALS,
  IMPLAUSIBLE,
  LOOSENESS,
  MISFIT,
} from '../../../src/address/search/query/costs.ts';
import { LOCALITY_COST, NUMBER_COST, UNIT_COST } from '../../../src/address/search/query/grades.ts';
import { ORDER } from './cost-order.ts';

const sum = (costs: readonly Cost[]) => costs.reduce((all, cost) => all + COSTS[cost], 0);

describe('The table of costs', () => {
  it.each(
    ORDER.map(([less, more, because]) => [`${less.join(' + ')} < ${more.join(' + ')}`, because, less, more] as const),
  )('keeps %s: %s', (_, __, less, more) => {
    expect(sum(less)).toBeLessThan(sum(more));
  });

  it('is told its place in the order, each cost', () => {
    const told = new Set(ORDER.flatMap(([less, more]) => [...less, ...more]));
    const free = Object.keys(COSTS).filter((cost) => !told.has(cost as Cost));
    expect(free).toEqual(['gapBeforeStreet', 'extraPart', 'suffixFirst', 'otherState', 'countryRather']);
  });

  it('has what a number and a locality cost by their grades', () => {
    expect(NUMBER_COST).toHaveLength(9);
    expect(UNIT_COST).toHaveLength(6);
    expect(LOCALITY_COST).toHaveLength(11);
    expect(Math.max(...NUMBER_COST)).toBe(COSTS.numberOther);
    expect(Math.max(...LOCALITY_COST)).toBe(COSTS.localityOther);
  });

  it('has thresholds between what they divide', () => {
    const tellsEqualsApart = [COSTS.aliasRecord, COSTS.digitsToCome, COSTS.postcodeOfLocality];
    expect(EQUALS).toBeGreaterThan(Math.max(...tellsEqualsApart));
    for (const flaw of [COSTS.otherName, COSTS.extraPart, COSTS.countryRather, COSTS.localityAlias])
      expect(EQUALS).toBeLessThan(flaw);
    expect(DOUBTFUL).toBeGreaterThan(COSTS.noUnit + COSTS.postcodeOfOtherState);
    expect(DOUBTFUL).toBeLessThanOrEqual(COSTS.otherType);
    expect(IMPLAUSIBLE).toBeLessThan(MISFIT.unexplained);
  });

  it('counts a space for less than an edit, and a word that is left for more than any looseness', () => {
    expect(EDITS_OF_SPACE.locality).toBeLessThan(EDITS_OF_SPACE.name);
    expect(EDITS_OF_SPACE.name).toBeLessThan(1);
    const { unmatchedWord, noStreet, noLocality, streetPrefix, localityPrefix, word } = LOOSENESS;
    expect(unmatchedWord).toBeGreaterThan(noStreet + noLocality);
    expect(streetPrefix).toBeLessThan(noStreet);
    expect(localityPrefix).toBeLessThan(noLocality);
    expect(word).toBeLessThan(0);
  });
});
