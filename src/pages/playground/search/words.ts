/** Names of components, in words for people. Others are shown with spaces for underscores. */

const COMPONENTS: Readonly<Record<string, string>> = {
  building: 'building name',
  lot: 'lot number',
  street_number: 'number',
  street_name: 'street',
  street_type: 'street type',
  street_suffix: 'direction',
  locality: 'suburb',
};

const GRADES: Readonly<Record<string, string>> = {
  exact: 'as typed',
  prefix: 'begins so',
  fuzzy: 'nearly',
  none: 'different',
};

const CAPS: Readonly<Record<string, string>> = {
  street_number_mismatch: 'another number',
  street_number_in_range: 'within a range of numbers',
  range_mismatch: 'another end of the range',
  unit_mismatch: 'no such unit',
  unit_type: 'a unit of another kind',
  level_mismatch: 'another level',
  unit_missing: 'no unit given',
  postcode_mismatch: 'another postcode',
  state_mismatch: 'another state',
  postcode_and_state_mismatch: 'another postcode and state',
  locality_neighbour: 'the suburb next door',
  place_name: 'the suburb called otherwise',
  locality_mismatch: 'another suburb',
  ambiguous: 'another address fits as well',
  unmatched_words: 'words that fit nothing',
  no_street_number: 'no number given',
  not_an_address: 'not a street address',
};

const ROLES: Readonly<Record<string, string>> = {
  type: 'street type',
  suffix: 'direction',
  locality: 'suburb',
  other: 'other',
  unexplained: 'fits nothing',
};

function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}

/** A component of a score: `street_number` is a number. */
export function componentWord(name: string): string {
  return COMPONENTS[name] ?? spaced(name);
}

/** How well a component is met. */
export function gradeWord(grade: string): string {
  return GRADES[grade] ?? spaced(grade);
}

/** Why a score is capped, and at what: `another suburb: at most 33`. */
export function capWords(name: string, most: number): string {
  return `${CAPS[name] ?? spaced(name)}: at most ${most}`;
}

/** The role of a word of the query. */
export function roleWord(role: string): string {
  return ROLES[role] ?? spaced(role);
}

/** A number of things: `1 address`, `3 addresses`. */
export function counted(n: number, one: string, several = `${one}s`): string {
  return `${n.toLocaleString('en-AU')} ${n === 1 ? one : several}`;
}
