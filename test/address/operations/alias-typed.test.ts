import { beforeAll, describe, expect, it } from 'vitest';
import { streetOf } from '../../../src/address/index/address.ts';
import { beginningOf } from '../../../src/address/index/beginnings.ts';
import { findId } from '../../../src/address/index/id-hash.ts';
import { COMPONENTS, componentsOf } from '../../../src/address/operations/components.ts';
import { linkOf } from '../../../src/address/operations/standard-record.ts';
import type { Verdict } from '../../../src/address/operations/table/verdict.ts';
import { problemsOf, resolve } from '../../service/http/support/description.ts';
import { generatedIndex, sampleIndex } from '../../support/shared-releases.ts';
import { type Calls, openCalls } from './calls.ts';

interface Head {
  readonly id: string;
  readonly addressLabel: string;
  readonly localityName: string;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly formatted: { readonly full: string; readonly alias: string | null };
}
interface Enriched extends Head {
  readonly parents: { readonly principal: { readonly id: string } | null };
}
interface Validated {
  readonly match: Head | null;
  readonly serviceMatchQuality: string;
  readonly serviceMatchScore: number;
  readonly verdict: Verdict;
}

/** An alias record, and the line by which it is asked for. */
interface Typed {
  readonly alias: Enriched;
  readonly line: string;
}

describe.each([
  ['the sample', () => sampleIndex()],
  ['a generated release', () => generatedIndex(80_000, 5)],
])('an alias that was typed, in %s', (_, fileOf) => {
  let calls: Calls;
  let typed: Typed[];
  beforeAll(() => {
    calls = openCalls(fileOf());
    const { aliasAddress } = calls.index.columns;
    const step = Math.max(1, Math.floor(aliasAddress.length / 300));
    typed = Array.from(aliasAddress)
      .filter((_, i) => i % step === 0)
      .map((ordinal) => {
        const { id } = linkOf(calls.index, ordinal);
        const alias = calls.get<Enriched>('enrich', { id, include: 'formatted,parents' });
        return { alias, line: alias.formatted.full };
      });
  });

  const validate = (q: string) => calls.get<Validated>('validate', { q, include: 'formatted,verdict' });
  const partsOf = (id: string) => {
    const at = findId(calls.index, id);
    return componentsOf(calls.index, at, streetOf(calls.index, at));
  };

  it('is named where its principal is the answer, with the components that differ', () => {
    let named = 0;
    for (const { alias, line } of typed) {
      const answer = validate(line);
      const { match, verdict, serviceMatchQuality } = answer;
      expect(problemsOf(resolve('#/components/schemas/ValidateAnswer') as object, answer)).toBeNull();
      if (match === null || match.id !== alias.parents.principal?.id || verdict.alias === null) continue;
      if (verdict.alias.id !== alias.id) continue;
      named++;
      expect(verdict.alias).toEqual({ id: alias.id, addressLabel: alias.addressLabel });
      expect(match.formatted.alias).toBe(alias.formatted.full);
      expect(verdict.action === 'accept').toBe(serviceMatchQuality === 'high');
      const [its, principals] = [partsOf(alias.id), partsOf(match.id)];
      for (const part of COMPONENTS) {
        const told = verdict.components[part];
        if (told?.verdict === 'alias') expect(its[part]).not.toBe(principals[part]);
        else if (told?.given && its[part] !== principals[part] && serviceMatchQuality === 'high')
          expect([part, line, told.verdict]).toEqual([part, line, expect.stringMatching(/^(confirmed|other_name)$/)]);
      }
    }
    expect(named).toBeGreaterThan(typed.length / 3);
  });

  it('is never named where the principal was typed', () => {
    for (const { alias } of typed) {
      const id = alias.parents.principal?.id ?? '';
      const { formatted } = calls.get<Enriched>('enrich', { id, include: 'formatted' });
      expect(formatted.alias).toBeNull();
      const { match, serviceMatchScore, verdict } = validate(formatted.full);
      if (match?.id !== id || serviceMatchScore < 100 || verdict.alias === null) continue;
      // Only by a record that is written as the principal is.
      expect(partsOf(verdict.alias.id)).toMatchObject({ number: partsOf(id).number, street: partsOf(id).street });
    }
  });

  it('changes nothing where it is not asked for, and autocomplete names it too', () => {
    let named = 0;
    for (const { alias, line } of typed.filter((_, i) => i % 5 === 0)) {
      const plain = calls.get<{ suggestions: Head[] }>('autocomplete', { q: line });
      const { suggestions } = calls.get<{ suggestions: Head[] }>('autocomplete', { q: line, include: 'formatted' });
      expect(suggestions.map(({ formatted: _, ...rest }) => rest)).toEqual(plain.suggestions);
      if (suggestions.some(({ formatted }) => formatted.alias === alias.formatted.full)) named++;
    }
    expect(named).toBeGreaterThan(typed.length / 20);
  });

  it('is the same in an answer to a beginning that the index has, with `debug` or without', () => {
    let begun = 0;
    for (const { line } of typed)
      for (let end = 1; end <= 12; end++) {
        const q = line.slice(0, end);
        if (beginningOf(calls.index, q) < 0) continue;
        begun++;
        const asked = { q, include: 'formatted' };
        const { suggestions } = calls.get<{ suggestions: Head[] }>('autocomplete', asked);
        const searched = calls.get<{ suggestions: (Head & { debug: unknown })[] }>('autocomplete', {
          ...asked,
          debug: true,
        });
        expect(searched.suggestions.map(({ debug: _, ...rest }) => rest)).toEqual(suggestions);
      }
    expect(begun).toBeGreaterThan(0);
  });
});
