import { array, count, object, ref } from '../../../../system/schema.ts';
import { addressFields, formatted } from '../address-schemas.ts';
import { debug as debugField, match } from '../answer-schemas.ts';
import { identity } from '../example-record.ts';
import { type Included, include } from '../include.ts';
import { operation } from '../operation.ts';
import { assembled, debug, limit, state } from '../parameters.ts';
import type { State } from '../rules.ts';
import { brokenText, optionalDecimal } from '../rules.ts';

/** The names that `include` takes. */
export const INCLUDE = ['formatted', 'abbreviated'] as const;

/** The most that `limit` may be. */
export const MOST_SUGGESTIONS = 20;

/** Checked parameters of autocomplete: `q` 1–200 characters, `limit` 1–20. */
export interface AutocompleteParameters {
  readonly q: string;
  readonly state: State | null;
  readonly limit: number;
  /** Prefer addresses near this point (WGS84 degrees) among equally good matches. */
  readonly near: { readonly lat: number; readonly lon: number } | null;
  readonly include?: Included<(typeof INCLUDE)[number]>;
  readonly debug: boolean;
}

const PAIR =
  'Give both `lat` and `lon`, or neither: one without the other is `400 INVALID_PARAMETERS`. ' +
  'Among equally good matches, addresses near this point are preferred.';

interface Values extends Omit<AutocompleteParameters, 'near'> {
  readonly lat: number | null;
  readonly lon: number | null;
}

/** §3.1 */
export const AUTOCOMPLETE = operation({
  name: 'autocomplete',
  path: '/v1/address/autocomplete',
  cost: 1,
  returns: 'match',
  parameters: assembled<Values, AutocompleteParameters>(
    {
      q: brokenText(1, 200, {
        description:
          'The address as far as it is typed. The last word is a prefix unless a space or comma follows it. Line breaks and tabs are spaces.',
        example: '2 perth st sunn',
      }),
      state,
      limit: limit(MOST_SUGGESTIONS, 5, 'suggestions'),
      lat: optionalDecimal(-90, 90, { description: `Latitude in WGS84 degrees. ${PAIR}`, example: -27.58 }),
      lon: optionalDecimal(-180, 180, { description: `Longitude in WGS84 degrees. ${PAIR}`, example: 153.0607 }),
      include: include(INCLUDE, 'formatted'),
      debug,
    },
    { pair: ['lat', 'lon'] },
    ({ q, state, limit, lat, lon, include, debug }) => ({
      q,
      state,
      limit,
      near: lat === null || lon === null ? null : { lat, lon },
      include,
      debug,
    }),
  ),
  summary: 'Suggest addresses for partial text',
  description: 'Suggests addresses for a text as it is typed, best first.',
  schema: 'AutocompleteAnswer',
  schemas: {
    Suggestion: object('A suggested address.', { ...addressFields, ...match, formatted, debug: debugField }, [
      'formatted',
      'debug',
    ]),
    AutocompleteAnswer: object(
      'Suggested addresses.',
      {
        suggestions: array(ref('Suggestion'), 'Best first; empty when nothing matches.'),
        total: count('The number of suggestions in this answer.'),
        debug: debugField,
      },
      ['debug'],
    ),
  },
  example: { suggestions: [{ ...identity, serviceMatchScore: 99, serviceMatchQuality: 'high' }], total: 1 },
  client: { method: 'autocomplete', types: 'Autocomplete' },
  tool: {
    name: 'autocomplete_address',
    title: 'Suggest Australian addresses',
    description:
      'List addresses that begin like an incomplete text, best first. For a text that looks whole, use validate_address instead.',
    inputs: {
      q: { name: 'text', words: 'as far as it is known; the last word may be cut off' },
      lat: null,
      lon: null,
      include: null,
    },
  },
  queries({ label, locality, state, postcode }) {
    const whole = `${label} ${locality} ${state} ${postcode}`.toLowerCase();
    const queries = [{ q: `${label} ${locality.slice(0, 4)}`.toLowerCase() }];
    for (let typed = 4; typed < whole.length; typed += 6) queries.push({ q: whole.slice(0, typed) });
    return queries;
  },
});
