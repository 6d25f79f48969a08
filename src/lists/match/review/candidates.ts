import type { AddressIndex } from '../../../address/index/open.ts';
import { type Found, findOthers } from '../../../address/search/find-best.ts';
import { FUZZY, PREFIX } from '../../../address/search/query/grades.ts';
import { componentsMet, scoreOf } from '../../../address/search/score/score.ts';
import { suggest } from '../../../address/search/suggest.ts';
import { addressAt, oneLine } from '../lookup/address.ts';
import type { Match } from '../lookup/match-query.ts';

/** An address that may be meant. */
export interface Choice {
  readonly id: string;
  readonly address: string;
  /** 0–100. */
  readonly score: number;
  /** How it differs from the list's address, in words; empty where it does not. */
  readonly differs: string;
}

/** The most addresses that a row is to be decided among. */
export const CHOICES = 3;

/** Up to `CHOICES` addresses that a query may mean, best score first: what was matched, and what autocomplete would suggest. */
export function choicesOf(index: AddressIndex, query: string, { asked, found }: Match): Choice[] {
  const chosen = new Map<number, Choice>();
  const add = (one: Found) => {
    const { ordinal } = one.candidate;
    if (chosen.size === CHOICES || chosen.has(ordinal)) return;
    const address = addressAt(index, ordinal);
    const differs = differencesOf(one);
    chosen.set(ordinal, { id: address.id, address: oneLine(address), score: one.score.score, differs });
  };
  const alone = { ambiguous: false, elsewhere: false, whole: true };
  if (found !== null) {
    add(found);
    for (const candidate of findOthers(index, asked).slice(0, CHOICES))
      add({ candidate, score: scoreOf(candidate, alone) });
  }
  if (chosen.size < CHOICES)
    for (const { candidate, circumstances } of suggest(index, query, { limit: 2 * CHOICES, state: -1, near: null }))
      add({ candidate, score: scoreOf(candidate, { ...circumstances, whole: true }) });
  return [...chosen.values()].sort((a, b) => b.score - a.score);
}

/** What the caps say that the components do not. */
const CAP_WORDS: Readonly<Record<string, string>> = {
  street_number_in_range: 'the number lies in its range',
  range_mismatch: 'another end of the range',
  locality_neighbour: 'next to the suburb',
  ambiguous: 'others fit as well',
  unmatched_words: 'words left over',
  no_street_number: 'no street number',
  unit_missing: 'no unit',
  not_an_address: 'not a street address',
};

const RANGES: ReadonlySet<string> = new Set(['street_number_in_range', 'range_mismatch']);

const COMPONENT_WORDS: Readonly<Record<string, string>> = { locality: 'suburb' };

function differencesOf({ candidate, score: { caps } }: Found): string {
  const words = componentsMet(candidate).flatMap(([component, grade, share]) => {
    if (share >= 1 || grade === PREFIX) return [];
    const name = COMPONENT_WORDS[component] ?? component.replaceAll('_', ' ');
    if (component === 'locality' && caps.includes('locality_neighbour')) return [];
    if (component === 'street_number' && caps.some((cap) => RANGES.has(cap))) return [];
    return [grade === FUZZY || share > 0 ? `${name} spelled otherwise` : `other ${name}`];
  });
  return [...words, ...caps.flatMap((cap) => CAP_WORDS[cap] ?? [])].join('; ');
}
