import type { Random } from '../../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../../src/address/index/open.ts';
import type { OperationName } from '../../../../src/address/operations/table/table.ts';
import { LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE } from '../../accuracy/asker.ts';
import type { AskedStrings } from '../asked-strings.ts';
import {
  inSessions,
  interleaved,
  KEYSTROKES_A_LINE,
  keystrokes,
  randomIds,
  randomLines,
  randomPoints,
  randomPostcodes,
  randomSuburbs,
} from '../inputs.ts';

/** Calls of one operation with the same parameters for both builds. */
export interface Asked {
  readonly name: string;
  readonly operation: OperationName;
  readonly parameters: readonly object[];
}

/**
 * The series that two builds are compared by. `real` are strings as people wrote them, and `kept` lines with what
 * lists keep beside an address; the series of either is left out where it is missing.
 */
export function askedOfBoth(
  index: AddressIndex,
  real: AskedStrings | null,
  kept: readonly string[],
  random: Random,
  count: number,
): Asked[] {
  const there = randomLines(index, random, count);
  const typed = there.slice(0, Math.ceil(count / KEYSTROKES_A_LINE));
  const sent = real?.sent.slice(0, count) ?? [];
  const shuffled = (lines: readonly string[]) => keystrokes(lines, random, count, LONGEST_AUTOCOMPLETE);
  return [
    validating('validate, lines that are there', there),
    completing('keystrokes of addresses that are there, shuffled', shuffled(typed)),
    completing('keystrokes of addresses that are there, by session', inSessions(typed, LONGEST_AUTOCOMPLETE)),
    completing('keystrokes of addresses that are there, sessions mixed', interleaved(typed, LONGEST_AUTOCOMPLETE)),
    validating('validate, real strings', sent),
    completing('keystrokes of real strings, shuffled', shuffled(sent)),
    completing('keystrokes of real strings, by session', inSessions(sent.slice(0, typed.length), LONGEST_AUTOCOMPLETE)),
    validating('validate, strings of streets mostly absent', real?.absent.slice(0, count) ?? []),
    validating('validate, lines as people keep them', kept),
    asked(
      'enrich',
      'enrich',
      randomIds(index, random, count).map((id) => ({ id, debug: false })),
    ),
    asked(
      'reverse, 100 m',
      'reverse',
      randomPoints(index, random, count).map(({ lat, lon }) => ({ lat, lon, radius: 100, limit: 5, debug: false })),
    ),
    asked(
      'postcode lookup',
      'lookupPostcode',
      randomPostcodes(index, random, count).map((postcode) => ({ postcode, limit: 10, debug: false })),
    ),
    asked(
      'suburb lookup',
      'lookupSuburb',
      randomSuburbs(index, random, count).map((suburb) => ({ suburb, state: null, limit: 10, debug: false })),
    ),
    asked(
      'locality lookup, beginnings',
      'lookupLocality',
      randomSuburbs(index, random, count).map((name) => ({
        q: name.slice(0, 1 + random.below(name.length)),
        state: null,
        limit: 5,
        debug: false,
      })),
    ),
    asked(
      'street lookup, first letters',
      'lookupStreet',
      randomSuburbs(index, random, count).map((locality) => ({
        locality,
        state: null,
        q: locality.slice(0, 1),
        limit: 10,
        debug: false,
      })),
    ),
  ].filter(({ parameters }) => parameters.length > 0);
}

function asked(name: string, operation: OperationName, parameters: readonly object[]): Asked {
  return { name, operation, parameters };
}

function validating(name: string, lines: readonly string[]): Asked {
  const fitting = lines.filter((q) => q.length <= LONGEST_VALIDATE);
  return asked(
    name,
    'validate',
    fitting.map((q) => ({ q, debug: false })),
  );
}

function completing(name: string, typed: readonly string[]): Asked {
  const parameters = typed.map((q) => ({ q, state: null, limit: 5, near: null, debug: false }));
  return asked(name, 'autocomplete', parameters);
}
