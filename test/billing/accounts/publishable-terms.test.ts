import { expect, test } from 'vitest';
import { publishableTerms, type WantedTerms } from '../../../src/billing/accounts/publishable-terms.ts';
import {
  DEFAULT_CLIENT_RATE,
  DEFAULT_OPERATIONS,
  MAX_CLIENT_RATE,
  MAX_ORIGINS,
} from '../../../src/service/admission/publishable/terms.ts';

const origin = (i: number) => `https://shop${i}.example.com`;
const origins = (count: number) => Array.from({ length: count }, (_, i) => origin(i));
const termsOf = (wanted: WantedTerms) => {
  const made = publishableTerms(wanted);
  return 'terms' in made ? made.terms : made.problems;
};

test('terms have defaults, list each origin and operation once, and may have any values within the limits', () => {
  expect(termsOf({ origins: [origin(1), origin(2), origin(1)] })).toEqual({
    origins: [origin(1), origin(2)],
    operations: DEFAULT_OPERATIONS,
    client: { perSecond: DEFAULT_CLIENT_RATE.perSecond, size: DEFAULT_CLIENT_RATE.size },
  });
  expect(
    termsOf({
      origins: origins(MAX_ORIGINS),
      operations: ['validate', 'validate'],
      clientPerSecond: 1,
      clientBurst: MAX_CLIENT_RATE,
    }),
  ).toEqual({
    origins: origins(MAX_ORIGINS),
    operations: ['validate'],
    client: { perSecond: 1, size: MAX_CLIENT_RATE },
  });
});

test('terms beyond the limits are refused, naming the field and what is expected', () => {
  for (const [wanted, field, problem] of [
    [{ origins: [] }, 'origins', `must be 1 to ${MAX_ORIGINS}, not 0`],
    [{ origins: origins(MAX_ORIGINS + 1) }, 'origins', `must be 1 to ${MAX_ORIGINS}, not ${MAX_ORIGINS + 1}`],
    [{ origins: ['https://*.com.au'] }, 'origins', 'https://*.com.au: '],
    [{ origins: ['https://*.github.io'] }, 'origins', 'everybody who has a name below github.io'],
    [{ operations: [] }, 'operations', 'must be some of autocomplete, validate'],
    [{ operations: ['validate', 'all'] }, 'operations', 'must be some of'],
    [{ clientPerSecond: 0 }, 'clientPerSecond', `must be a whole number from 1 to ${MAX_CLIENT_RATE}`],
    [{ clientPerSecond: 1.5 }, 'clientPerSecond', 'must be a whole number'],
    [{ clientBurst: MAX_CLIENT_RATE + 1 }, 'clientBurst', 'must be a whole number'],
  ] as const) {
    const problems = termsOf({ origins: origins(1), ...wanted }) as Record<string, string[]>;
    expect(Object.keys(problems)).toEqual([field]);
    expect(problems[field].join()).toContain(problem);
  }
});
