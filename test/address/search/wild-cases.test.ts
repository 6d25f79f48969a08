import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { newFolder } from '../../support/shared-releases.ts';
import { searchesOn } from './sample.ts';

/* Lines of the kinds that bug reports and lists showed, with the right answer and why, beside the repository. */

const FOLDER = join(import.meta.dirname, '../../../../shared/cases');
const isThere = existsSync(join(FOLDER, 'cases.jsonl'));

/** A line, its right label (`*` for any of the street, null for none), and the least and most that it may score. */
interface Case {
  readonly kind: string;
  readonly q: string;
  readonly label: string | null;
  readonly locality: string | null;
  readonly least: number;
  readonly most: number;
  readonly reason: string | null;
  readonly why: string;
}

const CASES: readonly Case[] = isThere
  ? readFileSync(join(FOLDER, 'cases.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];

describe.skipIf(!isThere)('Lines from the wild (skipped where ../shared/cases is not there)', async () => {
  const index = join(newFolder(), 'cases.lbx');
  if (isThere) await compileRelease(join(FOLDER, 'release'), index);
  const made = isThere ? searchesOn(openIndex(index)) : null;

  it.each(CASES)('$kind: $q', ({ q, label, locality, least, most, reason, why }) => {
    const { match, serviceMatchScore, debug } = JSON.parse(made!.validateText(q, true));
    expect(match?.addressLabel ?? null, why).toBe(label === '*' ? (match?.addressLabel ?? 'none') : label);
    if (match !== null) expect(match.localityName, why).toBe(locality);
    expect(serviceMatchScore, why).toBeGreaterThanOrEqual(least);
    expect(serviceMatchScore, why).toBeLessThanOrEqual(most);
    if (reason !== null) expect(debug?.reason, why).toBe(reason);
  });
});
