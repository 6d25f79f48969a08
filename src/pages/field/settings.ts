import { titleCase } from '../../address/formatted/title-case.ts';
import type { AddressRecord } from './service/address-service.ts';

const LEAST_LETTERS = 2;
const SUGGESTIONS = 5;
const MOST_SUGGESTIONS = 20;

/** The settings of an element, read when needed, since attributes can change at any time. */
export interface Settings {
  /** The service, and the key for it. */
  service(): { readonly baseUrl: string; readonly apiKey: string };
  /** Milliseconds between the last keystroke and the request; null to adapt to who types. */
  debounce(): number | null;
  /** The fewest letters for a request. */
  leastLetters(): number;
  /** Whether a feature is on; it is unless set to `off`. */
  isOn(name: 'manual' | 'units' | 'verify'): boolean;
  /** Parameters of autocomplete for a text. */
  suggestParameters(text: string): Record<string, string>;
  /** A record in the letter case in which addresses are shown and filled in. */
  cased<T extends AddressRecord>(record: T): T;
}

/** Reads the settings of a field, which `option` has by the names of attributes. */
export function settingsOf(option: (name: string) => string | null): Settings {
  const attribute = (name: string): string => option(name) ?? '';
  const number = (name: string, absent: number): number => {
    const value = attribute(name);
    return value !== '' && Number(value) >= 0 ? Number(value) : absent;
  };
  return {
    service: () => ({ baseUrl: attribute('base-url').replace(/\/+$/, ''), apiKey: attribute('api-key') }),
    debounce: () => (attribute('debounce') === '' ? null : number('debounce', 0)),
    leastLetters: () => number('minlength', LEAST_LETTERS),
    isOn: (name) => attribute(name) !== 'off',
    suggestParameters(text) {
      const limit = Math.min(Math.max(1, Math.trunc(number('limit', SUGGESTIONS))), MOST_SUGGESTIONS);
      const parameters: Record<string, string> = { q: text.slice(0, 200), limit: String(limit), include: 'formatted' };
      const state = attribute('state');
      const [lat, lon] = attribute('near').split(',');
      if (state !== '') parameters.state = state;
      if (lat && lon) Object.assign(parameters, { lat: lat.trim(), lon: lon.trim() });
      return parameters;
    },
    cased(record) {
      if (attribute('casing') === 'upper') return record;
      const { addressLabel, localityName } = record;
      return {
        ...record,
        addressLabel: addressLabel && titleCase(addressLabel),
        localityName: localityName && titleCase(localityName),
      };
    },
  };
}
