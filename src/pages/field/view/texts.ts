/** All texts of the field, for translation or another tone. `{…}` are placeholders. */
export interface FieldTexts {
  readonly label: string;
  readonly placeholder: string;
  /** In the list while an answer is awaited. */
  readonly searching: string;
  /** Told to screen readers when suggestions arrive. */
  readonly suggestions: string;
  readonly oneSuggestion: string;
  readonly noSuggestions: string;
  /** Told to screen readers when an address has been taken over. */
  readonly chosen: string;
  /** Asked if what was typed matches an address in part. */
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  /** Asked if the field was left with a text that has suggestions. */
  readonly offer: string;
  readonly review: string;
  /** Said if what was typed is not a known address. */
  readonly unknown: string;
  /** Said if the service cannot be reached. */
  readonly unavailable: string;
  /** Said if the service wants to be asked later. */
  readonly waiting: string;
  /** Above the units of a building. */
  readonly units: string;
  readonly noUnit: string;
  readonly wholeBuilding: string;
  readonly moreUnits: string;
  /** Asked if a browser filled in a building that has units. */
  readonly unitsAsked: string;
  readonly chooseUnit: string;
  readonly noUnits: string;
  /** Of an address that was typed by another name, which is `{address}`. */
  readonly alias: string;
  /** The last row of the list, and the texts of entry by hand. */
  readonly notListed: string;
  readonly byHand: string;
  readonly search: string;
  readonly line: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  /** The attribution that the licence of G-NAF requires. */
  readonly attribution: string;
  /**
   * The validation messages if an address is required and there is none, or a part of it is
   * missing.
   */
  readonly missing: string;
  /** Said if the page asks for a known address and this is none. */
  readonly unconfirmed: string;
  readonly incomplete: string;
}

/** The texts of a field that is given no others. */
export const ENGLISH: FieldTexts = {
  label: 'Address',
  placeholder: 'Start typing an address',
  searching: 'Searching…',
  suggestions: '{n} suggestions. Use the up and down arrows to review them.',
  oneSuggestion: '1 suggestion. Use the down arrow to review it.',
  noSuggestions: 'No suggestions yet. Keep typing.',
  chosen: '{address} selected.',
  question: 'Did you mean {address}?',
  yes: 'Yes, use it',
  no: 'No, keep mine',
  offer: 'This is not a whole address. {n} addresses begin like it.',
  review: 'Show them',
  unknown: 'We could not find this address. Check it, or leave it as it is.',
  unavailable: 'Suggestions are not available at the moment. Type the address in full.',
  waiting: 'Too many requests at the moment. Trying again in {n} s.',
  units: '{n} units at {address}. Type a number to find yours.',
  noUnit: 'No unit with this number.',
  wholeBuilding: 'No unit: the whole building',
  moreUnits: 'And {n} more. Type a number to find yours.',
  unitsAsked: '{address} has {n} units. Is yours one of them?',
  chooseUnit: 'Choose it',
  noUnits: 'No unit',
  alias: 'also {address}',
  notListed: 'My address is not listed',
  byHand: 'Enter the address by hand.',
  search: 'Search for it instead',
  line: 'Street address',
  suburb: 'Suburb',
  state: 'State',
  postcode: 'Postcode',
  attribution: 'G-NAF © Geoscape Australia',
  missing: 'Enter an address.',
  unconfirmed: 'We do not know this address. Check its number, street and suburb, and choose it from the list.',
  incomplete: 'Enter street, suburb, state and postcode.',
};

/** A text with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
