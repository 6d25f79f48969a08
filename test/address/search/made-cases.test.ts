import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { writeMadeRelease } from './made-release.ts';
import { placeOf, type Searches, type Suggestion, searchesOn, type Validated } from './sample.ts';

/** A release, and what answers lines in it: `made-cases.txt` says how they are written. */
interface Section {
  readonly title: string;
  readonly addresses: readonly string[];
  readonly cases: readonly { readonly why: string; readonly line: string }[];
}

/** An answer, whichever call gave it. */
type Found = Pick<Validated, 'match' | 'serviceMatchScore' | 'serviceMatchQuality'> & {
  readonly debug?: Suggestion['debug'];
};

const CASE = /^(.*?)(…?) ([→⇒]) (.*)$/;
const ANSWER = /^(.*?)(?: \| ([^(]*?))?(?: \((.*)\))?$/;

const sections = readFileSync(join(import.meta.dirname, 'made-cases.txt'), 'utf8')
  .split(/^== /m)
  .slice(1)
  .map((text): Section => {
    const [title, ...lines] = text.split('\n').filter((line) => line !== '');
    let why = '';
    const cases = lines.flatMap((line) => {
      if (CASE.test(line)) return [{ why, line }];
      if (line.startsWith('-- ')) why = line.slice(3);
      else if (why !== '') throw new Error(`made-cases.txt: "${line}" is no case: expected … → …`);
      return [];
    });
    return {
      title,
      addresses: lines.slice(
        0,
        lines.findIndex((line) => line.startsWith('-- ')),
      ),
      cases,
    };
  });

/** What an answer is of that which is expected of it. */
function told({ match, serviceMatchScore, serviceMatchQuality, debug }: Found, expected: string): string {
  const [, label, place, grade = ''] = ANSWER.exec(expected) ?? [];
  if (match === null) return 'nothing';
  const [wanted, ...caps] = grade.split(', ');
  const [least, most = least] = wanted.split('-').map(Number);
  const isWithin = serviceMatchScore >= least && serviceMatchScore <= most;
  const score = /^\d/.test(wanted) ? (isWithin ? wanted : `${serviceMatchScore}`) : serviceMatchQuality;
  const its = debug?.scoreCaps.length === 0 ? ['no cap'] : (debug?.scoreCaps ?? caps);
  const whole = placeOf(match);
  return [
    label === 'any' ? label : match.addressLabel,
    place === undefined ? '' : ` | ${`${whole} `.startsWith(`${place} `) ? place : whole}`,
    grade === '' ? '' : ` (${[score, ...(caps.length > 0 ? its : [])].join(', ')})`,
  ].join('');
}

describe.each(sections)('$title', ({ addresses, cases }) => {
  let made: Searches;
  beforeAll(async () => {
    const folder = newFolder();
    writeMadeRelease(join(folder, 'release'), addresses);
    await compileRelease(join(folder, 'release'), join(folder, 'made.lbx'));
    made = searchesOn(openIndex(join(folder, 'made.lbx')));
  });

  it.each(cases)('$why: $line', ({ line }) => {
    const [, q, begun, arrow, answer] = CASE.exec(line) ?? [];
    const expected = answer.split('; ');
    const { suggestions } = made.autocomplete(q);
    const typed = expected.map((each, i) => {
      const head = suggestions[i];
      return head === undefined ? 'nothing' : told({ ...head, match: head }, each);
    });
    if (begun !== '' || arrow === '⇒') expect(typed).toEqual(expected);
    if (begun === '') expect(told(made.validate(q), answer)).toBe(answer);
  });
});
