import { endOf, lowerBound, streetOf } from '../index/address.ts';
import { firstHead, isAlias, numberIn } from '../index/address-head.ts';
import type { AddressIndex } from '../index/open.ts';
import { findOthers } from '../search/find-best.ts';
import type { Cap } from '../search/query/grades.ts';
import { type Quality, qualityOf, scoreOf } from '../search/score/score.ts';
import { suggest } from '../search/suggest.ts';
import { type Asked, lineOf } from '../search/text/parts.ts';
import { componentsOf, differences } from './components.ts';
import { writeFormatted } from './formatted.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeMatchQuality } from './match-quality.ts';
import { writeAddressHead } from './standard-record.ts';
import type { ValidateParameters } from './table/rows/validate.ts';

const MOST = 5;

const ALTERNATIVES = fragment(',"alternatives":[');

interface Alternative {
  readonly ordinal: number;
  /** The alias by which it was found; -1 for none. */
  readonly alias: number;
  readonly score: number;
}

/** A match, or none, for which alternatives are sought. */
export interface Matched {
  readonly asked: Asked;
  /** The ordinal of the match; -1 for none. */
  readonly ordinal: number;
  readonly quality: Quality;
  /** 0 without a match. */
  readonly score: number;
  readonly caps: readonly Cap[];
}

/** Writes the member `alternatives` after a comma (§12.12): other records that may be meant, best first. Allocates. */
export function writeAlternatives(
  index: AddressIndex,
  out: JsonBytes,
  matched: Matched,
  include: ValidateParameters['include'],
): void {
  const { ordinal } = matched;
  const its = ordinal < 0 ? null : componentsOf(index, ordinal, streetOf(index, ordinal));
  out.write(ALTERNATIVES);
  alternativesTo(index, matched).forEach((alternative, i) => {
    const street = streetOf(index, alternative.ordinal);
    out.ascii(i > 0 ? ',{' : '{');
    writeAddressHead(index, out, alternative.ordinal, street);
    out.ascii(',');
    writeMatchQuality(out, alternative.score, qualityOf(alternative.score));
    const differs = its === null ? [] : differences(its, componentsOf(index, alternative.ordinal, street));
    out.ascii(`,"differs":${JSON.stringify(differs)}`);
    writeFormatted(index, out, alternative.ordinal, street, include, alternative.alias);
    out.ascii('}');
  });
  out.ascii(']');
}

/**
 * What else the address may mean; unless the match is of high quality, also what autocomplete
 * suggests for it.
 */
function alternativesTo(index: AddressIndex, matched: Matched): Alternative[] {
  const { asked, ordinal, quality, score: best, caps } = matched;
  const ambiguous = caps.includes('ambiguous');
  const found = new Map<number, Alternative>();
  const add = (ordinal: number, score: number, alias = -1) => found.set(ordinal, { ordinal, score, alias });
  for (const candidate of findOthers(index, asked)) {
    if (found.size === MOST) break;
    if (candidate.ordinal === ordinal || found.has(candidate.ordinal)) continue;
    const { score } = scoreOf(candidate, { ambiguous, elsewhere: false, whole: true });
    // Beside a sure match, a poor one is no alternative.
    const isPoor = score === 0 || (quality === 'high' && qualityOf(score) === 'low');
    if (!isPoor) add(candidate.ordinal, score, candidate.alias);
  }
  if (caps.includes('unit_mismatch') || caps.includes('unit_missing'))
    for (const unit of unitsBeside(index, ordinal)) if (found.size < MOST && !found.has(unit)) add(unit, best);
  if (quality !== 'high' && found.size < MOST)
    for (const { candidate, score } of suggest(index, `${lineOf(asked)} `, { limit: MOST + 1, state: -1, near: null }))
      if (found.size < MOST && candidate.ordinal !== ordinal && !found.has(candidate.ordinal))
        add(candidate.ordinal, score, candidate.alias);
  return [...found.values()].sort((a, b) => b.score - a.score);
}

/** Other principals with the street number of a match, at most five: the units of its building. */
function unitsBeside(index: AddressIndex, ordinal: number): number[] {
  const { addressHead, streetAddressStart } = index.columns;
  const street = streetOf(index, ordinal);
  const number = numberIn(addressHead[ordinal]);
  const end = endOf(streetAddressStart, street, addressHead);
  const units: number[] = [];
  for (
    let i = lowerBound(addressHead, firstHead(number), streetAddressStart[street], end);
    i < end && units.length < MOST;
    i++
  ) {
    if (numberIn(addressHead[i]) !== number) break;
    if (i !== ordinal && !isAlias(addressHead[i])) units.push(i);
  }
  return units;
}
