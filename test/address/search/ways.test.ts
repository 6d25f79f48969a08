import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { without } from '../../../bench/address/accuracy/rules/policies.ts';
import { SearchAsker } from '../../../bench/address/accuracy/rules/search-asker.ts';
import { readWays } from '../../../bench/address/answers/ways.ts';
import { writeAuthorityCodes } from '../../../build-index/generate/authority-codes.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { NUMBER_RULES } from '../../../src/address/search/parse/numbers/rules.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';

const { ways: WAYS, addresses: ADDRESSES } = readWays();
const PLACE = 'AYR QLD 4807';

type Way = (typeof WAYS)[number];
const RULES = Object.values(NUMBER_RULES).flatMap((rules) =>
  typeof rules === 'number' ? [] : rules.map(({ name }: { readonly name: string }) => name),
);

let index: AddressIndex;

beforeAll(async () => {
  const folder = newFolder();
  writeMadeRelease(
    join(folder, 'release'),
    ADDRESSES.map((address) => (address.includes(' | ') ? address : `${address} | ${PLACE}`)),
  );
  // The vocabulary as G-NAF has it.
  writeAuthorityCodes(join(folder, 'release', 'G-NAF FEBRUARY 2026', 'Authority Code'));
  await compileRelease(join(folder, 'release'), join(folder, 'ways.lbx'));
  index = openIndex(join(folder, 'ways.lbx'));
});

/** The best answer to a line, without a rule if one is named. */
function answer({ typed }: Way, rule = '') {
  const asker = new SearchAsker(index, without({ name: rule, kind: 'rule' }));
  const isTyped = typed.endsWith('…');
  const best = isTyped ? asker.autocomplete(typed.slice(0, -1))[0] : asker.validate(typed);
  return {
    label: best?.addressLabel ?? '—',
    quality: best?.serviceMatchQuality ?? '',
    score: best?.serviceMatchScore ?? 0,
  };
}

/** A label without its number, where only the street is meant. */
const meant = (label: string, way: Way) =>
  /^[A-Z]+ [A-Z]+$/.test(way.label) ? label.replace(/^.*?(?=[A-Z]+ [A-Z]+$)/, '') : label;

describe.each(RULES)('Lines for the rule %s', (rule) => {
  const ways = WAYS.filter((way) => way.rule === rule);

  it('are three at least', () => {
    expect(ways.length).toBeGreaterThanOrEqual(3);
  });

  it.each(ways)('$typed', (way) => {
    const { label, quality } = answer(way);
    expect([meant(label, way), quality]).toEqual([way.label, way.quality]);
  });

  it('have another answer without it', () => {
    const other = ways.filter((way) => JSON.stringify(answer(way, rule)) !== JSON.stringify(answer(way)));
    expect(other).not.toEqual([]);
  });
});
