/** Everything that the field says, for translation or another tone. `{…}` are filled in. */
export interface FieldTexts {
  readonly label: string;
  readonly placeholder: string;
  /** Told to screen readers when suggestions arrive. */
  readonly suggestions: string;
  readonly oneSuggestion: string;
  readonly noSuggestions: string;
  /** Told to screen readers when an address has been taken over. */
  readonly chosen: string;
  /** Asked where what was typed fits an address in part. */
  readonly question: string;
  readonly yes: string;
  readonly no: string;
  /** Said where what was typed is no address that is known. */
  readonly unknown: string;
  /** Said where the service cannot be asked. */
  readonly unavailable: string;
  /** The form's message where an address is required and there is none. */
  readonly missing: string;
}

/** The texts of a field that is given no others. */
export const ENGLISH: FieldTexts = {
  label: 'Address',
  placeholder: 'Start typing an address',
  suggestions: '{n} suggestions. Use the up and down arrows to review them.',
  oneSuggestion: '1 suggestion. Use the down arrow to review it.',
  noSuggestions: 'No suggestions yet. Keep typing.',
  chosen: '{address} selected.',
  question: 'Did you mean {address}?',
  yes: 'Yes, use it',
  no: 'No, keep mine',
  unknown: 'We could not find this address. Check it, or leave it as it is.',
  unavailable: 'Suggestions are not available at the moment. Type the address in full.',
  missing: 'Enter an address.',
};

/** A text with its places filled in. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
}
