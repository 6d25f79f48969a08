import { endOf } from '../../index/address.ts';
import { postcodeOf } from '../../index/address-record.ts';
import type { AddressIndex } from '../../index/open.ts';
import { type NameParse, statesOf } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { ABSENT, EXACT, FUZZY, type Grade, NONE, PREFIX } from '../query/grades.ts';

/** Whether the postcode that was typed is of other states only, by the states that it is of (NumberCodes). */
export function isAway(postcodeStates: number, state: number): boolean {
  return postcodeStates !== 0 && (postcodeStates & (1 << state)) === 0;
}

/**
 * How a record's postcode answers the one typed: exact, another one of the locality's that it was found in, or none. A record
 * that an alias of it led to may stand in another locality, its home.
 */
export function postcodeGrade(
  index: AddressIndex,
  locality: number,
  home: number,
  ordinal: number,
  parse: NumberParse,
): Grade {
  if (parse.postcode === null) return ABSENT;
  const { localityPostcode, localityPostcodeStart } = index.columns;
  const own = postcodeOf(index, ordinal, home);
  const { value, text } = parse.postcode;
  if (parse.postcodeOpen) {
    const postcode = String(own).padStart(4, '0');
    return postcode.startsWith(text) ? PREFIX : NONE;
  }
  if (own === value) return EXACT;
  for (let i = localityPostcodeStart[locality]; i < endOf(localityPostcodeStart, locality, localityPostcode); i++)
    if (localityPostcode[i] === value) return FUZZY;
  return NONE;
}

/** Whether the last word, which may become the country's name or some states', is the country's for a record of a state (a position in STATE_ORDER). */
export function isCountryRather({ state: given, statesOpen, countryOpen }: NameParse, state: number): boolean {
  return countryOpen && given < 0 && statesOpen !== 0 && (statesOpen & (1 << state)) === 0;
}

/** How a state, a position in STATE_ORDER, answers the one that was given, or those that it may become. */
export function stateGrade(parse: NameParse, state: number): Grade {
  const states = statesOf(parse);
  if (states === 0 || isCountryRather(parse, state)) return ABSENT;
  if ((states & (1 << state)) === 0) return NONE;
  return parse.state >= 0 ? EXACT : PREFIX;
}
