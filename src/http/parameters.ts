import type {
  AutocompleteParameters,
  EnrichParameters,
  PostcodeParameters,
  ReverseParameters,
  SuburbParameters,
  ValidateParameters,
} from '../operations/parameters.ts';
import {
  brokenText,
  defaultDecimal,
  digits,
  flag,
  integer,
  optionalDecimal,
  optionalState,
  type Rule,
  requiredDecimal,
  text,
} from './parameter-rules.ts';
import { decodeText, Problem } from './query-text.ts';

/** Why a request is `INVALID_PARAMETERS`: for each offending parameter what is wrong with it. */
export class InvalidParameters {
  readonly details: Record<string, string[]> = {};

  add(name: string, message: string): this {
    const messages = this.details[name];
    if (messages === undefined) this.details[name] = [message];
    else messages.push(message);
    return this;
  }
}

/** The parameters of one operation: the rules they are read by, and how the read values become what the operation takes. */
export interface ParameterTable<P> {
  readonly rules: Readonly<Record<string, Rule<unknown>>>;
  readonly names: readonly string[];
  readonly absent: Readonly<Record<string, unknown>>;
  /** Two names of which both or neither are given. */
  readonly pair: readonly [string, string] | null;
  readonly assemble: (values: Record<string, unknown>) => P;
}

type Rules<V> = { readonly [K in keyof V]: Rule<V[K]> };

/** A table whose values are the operation's parameters as they are. */
function table<P extends object>(rules: Rules<P>): ParameterTable<P> {
  return assembled<P, P>(rules, null, (values) => values);
}

/** A table whose values are put together: `pair` names two that go together. */
function assembled<V extends object, P>(
  rules: Rules<V>,
  pair: readonly [keyof V & string, keyof V & string] | null,
  assemble: (values: V) => P,
): ParameterTable<P> {
  const all: Readonly<Record<string, Rule<unknown>>> = { ...rules };
  const names = Object.keys(all);
  const absent = Object.fromEntries(names.map((name) => [name, all[name].absent]));
  return { rules: all, names, absent, pair, assemble: (values) => assemble(values as V) };
}

const debug = flag({
  description: 'Adds diagnostics to the answer. They are for support only and must not be used for business decisions.',
  example: 'false',
});

const limit = (max: number, absent: number, of: string, example = absent) =>
  integer(1, max, absent, { description: `The most ${of} to return.`, example });

const state = optionalState({
  description:
    'Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.',
  example: 'QLD',
});

const PAIR =
  'Give both `lat` and `lon`, or neither: one without the other is `400 INVALID_PARAMETERS`. ' +
  'Among equally good matches, addresses near this point are preferred.';

interface AutocompleteValues extends Omit<AutocompleteParameters, 'near'> {
  readonly lat: number | null;
  readonly lon: number | null;
}

/** `GET /v1/address/autocomplete` */
export const AUTOCOMPLETE = assembled<AutocompleteValues, AutocompleteParameters>(
  {
    q: brokenText(1, 200, {
      description:
        'The address as far as it is typed. The last word is a prefix unless a space or comma follows it. Line breaks and tabs are spaces.',
      example: '2 perth st sunn',
    }),
    state,
    limit: limit(20, 5, 'suggestions'),
    lat: optionalDecimal(-90, 90, { description: `Latitude in WGS84 degrees. ${PAIR}`, example: -27.58 }),
    lon: optionalDecimal(-180, 180, { description: `Longitude in WGS84 degrees. ${PAIR}`, example: 153.0607 }),
    debug,
  },
  ['lat', 'lon'],
  ({ q, state, limit, lat, lon, debug }) => ({
    q,
    state,
    limit,
    near: lat === null || lon === null ? null : { lat, lon },
    debug,
  }),
);

/** `GET /v1/address/validate` */
export const VALIDATE = table<ValidateParameters>({
  q: brokenText(1, 500, {
    description: 'The address to check, as one text. Line breaks and tabs are spaces.',
    example: '2 Perth Street, Sunnybank QLD 4109',
  }),
  debug,
});

/** `GET /v1/address/enrich` */
export const ENRICH = table<EnrichParameters>({
  id: text(1, 64, {
    description: 'The id of an address, as Autocomplete, Validate and Reverse geocode return it. An opaque string.',
    example: 'GAQLD438583692',
  }),
  debug,
});

/** `GET /v1/address/reverse` */
export const REVERSE = table<ReverseParameters>({
  lat: requiredDecimal(-90, 90, { description: 'Latitude in WGS84 degrees.', example: -27.58 }),
  lon: requiredDecimal(-180, 180, { description: 'Longitude in WGS84 degrees.', example: 153.0607 }),
  radius: defaultDecimal(1, 50000, 100, { description: 'How far to look, in metres.', example: 100 }),
  limit: limit(20, 5, 'addresses', 1),
  debug,
});

/** `GET /v1/address/lookup/postcode` */
export const POSTCODE = table<PostcodeParameters>({
  postcode: digits(4, { description: 'Four digits, leading zeroes included.', example: '0872' }),
  limit: limit(50, 10, 'localities'),
  debug,
});

/** `GET /v1/address/lookup/suburb` */
export const SUBURB = table<SuburbParameters>({
  suburb: text(1, 100, { description: 'The name of a suburb or locality.', example: 'Sunnybank' }),
  state,
  limit: limit(20, 10, 'postcodes'),
  debug,
});

/**
 * Reads the raw query string of a request. Unknown names are ignored; all that is wrong is told at once. One pass over
 * the text, whatever it holds.
 */
export function parseParameters<P>(table: ParameterTable<P>, query: string): P | InvalidParameters {
  const { names, rules } = table;
  const values: Record<string, unknown> = { ...table.absent };
  let problems: InvalidParameters | null = null;
  let seen = 0;
  let start = 0;
  let equals = -1;
  for (let i = 0; i <= query.length; i++) {
    const c = i === query.length ? AMPERSAND : query.charCodeAt(i);
    if (c === EQUALS && equals < 0) equals = i;
    if (c !== AMPERSAND) continue;
    const nameEnd = equals < 0 ? i : equals;
    const known = nameEnd === start ? -1 : findName(names, query, start, nameEnd);
    if (known >= 0) {
      const name = names[known];
      if ((seen & (1 << known)) !== 0) {
        problems = refuseOnce(problems, name, 'must be given only once');
      } else {
        seen |= 1 << known;
        const text = decodeText(query, Math.min(nameEnd + 1, i), i, rules[name].breakable);
        const value = text instanceof Problem ? text : rules[name].read(text);
        if (value instanceof Problem) problems = refuseOnce(problems, name, value.message);
        else values[name] = value;
      }
    }
    start = i + 1;
    equals = -1;
  }
  for (let known = 0; known < names.length; known++) {
    const name = names[known];
    if (rules[name].required && (seen & (1 << known)) === 0) problems = refuseOnce(problems, name, 'is required');
  }
  if (table.pair !== null) {
    const [one, other] = table.pair;
    const given = (name: string) => (seen & (1 << names.indexOf(name))) !== 0;
    if (given(one) !== given(other)) {
      problems = refuseOnce(problems, one, `must be given together with ${other}`);
      problems = refuseOnce(problems, other, `must be given together with ${one}`);
    }
  }
  return problems ?? table.assemble(values);
}

const AMPERSAND = 0x26;
const EQUALS = 0x3d;

/** The position of the name at `query[start, end)`, or -1. A name may be percent-encoded too. */
function findName(names: readonly string[], query: string, start: number, end: number): number {
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (name.length === end - start && query.startsWith(name, start)) return i;
  }
  const decoded = decodeText(query, start, end);
  if (decoded instanceof Problem || decoded.length === end - start) return -1;
  return names.indexOf(decoded);
}

function refuseOnce(problems: InvalidParameters | null, name: string, message: string): InvalidParameters {
  const all = problems ?? new InvalidParameters();
  return all.details[name]?.includes(message) ? all : all.add(name, message);
}
