import { endOf } from '../../index/address.ts';
import { postcodeOf } from '../../index/address-record.ts';
import type { AddressIndex } from '../../index/open.ts';
import { OTHER_TERRITORIES, statesOfLocality } from '../../index/territories.ts';
import { type NameParse, statesOf } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import { ABSENT, EXACT, FUZZY, type Grade, NONE, PREFIX } from '../query/grades.ts';

/** Whether the postcode typed is of other states only; `postcodeStates` are its states (NumberCodes). */
export function isAway(postcodeStates: number, state: number): boolean {
  return postcodeStates !== 0 && (postcodeStates & (1 << state)) === 0;
}

/**
 * How a record's postcode answers the one typed: EXACT, PREFIX, FUZZY for another one of the locality it was found in,
 * or NONE. A record that an alias led to may be in another locality, `home`.
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

/** Whether the last word, which begins the country's name and a state's, means the country in a record of `state`. */
export function isCountryRather({ state: given, statesOpen, countryOpen }: NameParse, state: number): boolean {
  return countryOpen && given < 0 && statesOpen !== 0 && (statesOpen & (1 << state)) === 0;
}

/**
 * How `state`, that of a locality, answers the one given, or those that the last word begins: a
 * territory is confirmed by the state that its mail goes to.
 */
export function stateGrade(index: AddressIndex, parse: NameParse, state: number, locality: number): Grade {
  const states = statesOf(parse);
  if (states === 0) return ABSENT;
  if (isCountryRather(parse, state)) return ABSENT;
  const own = state === OTHER_TERRITORIES ? statesOfLocality(index, locality) : 1 << state;
  if ((states & own) === 0) return NONE;
  return parse.state >= 0 ? EXACT : PREFIX;
}
