import type { Random } from '../../../build-index/generate/random.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { cacheAnswers } from '../../../src/service/http/cache-answers.ts';
import { idOf, lineOf } from '../../address/search/inputs.ts';

/** People who type at the same time. */
const PEOPLE = 200;

/** Keystrokes somebody still makes after the address is among the suggestions. */
const UNTIL_SEEN = 2;

/** Most characters that one types. */
const LONGEST = 60;

const CACHE_BYTES = 2 ** 26;

/** Somebody who types an address. */
interface Person {
  readonly id: string;
  readonly line: string;
  typed: number;
  /** Keystrokes until the address is chosen. */
  left: number;
}

/**
 * The requests of many people typing, one per keystroke. Each of 200 types the address of a random
 * record of the index, so that a street is typed in proportion to its addresses; chooses it two
 * keystrokes after it is suggested, or types it to the end; and is replaced by somebody else. Of
 * them, 70 % write in lower case without commas, 15 % with commas, and 15 % as on an envelope; half
 * write a unit with a slash (`5/12`), and half abbreviate street types. Nobody mistypes, and nobody
 * gives a location.
 */
export function* keystrokesOfMany(index: AddressIndex, random: Random): Generator<string> {
  // The answers show when an address is suggested; the cache only saves time.
  const { autocomplete } = cacheAnswers(bindOperations(index), CACHE_BYTES, null);
  const out = new JsonBytes();
  const decoder = new TextDecoder('latin1');
  const people = Array.from({ length: PEOPLE }, () => somebody(index, random));
  for (;;) {
    const place = random.below(PEOPLE);
    const person = people[place];
    const q = person.line.slice(0, ++person.typed);
    yield q;
    if (person.left > UNTIL_SEEN) {
      out.reset();
      autocomplete({ q, state: null, limit: 5, near: null, debug: false }, out);
      if (decoder.decode(out.view()).includes(`"${person.id}"`)) person.left = UNTIL_SEEN;
    } else person.left--;
    if (person.left === 0 || person.typed === person.line.length) people[place] = somebody(index, random);
  }
}

function somebody(index: AddressIndex, random: Random): Person {
  const record = random.below(index.manifest.addresses);
  const line = written(lineOf(index, record), random).slice(0, LONGEST);
  return { id: idOf(index, record), line, typed: 0, left: Number.POSITIVE_INFINITY };
}

const SHORT_TYPES: Readonly<Record<string, string>> = {
  STREET: 'ST',
  ROAD: 'RD',
  AVENUE: 'AVE',
  DRIVE: 'DR',
  COURT: 'CT',
  PLACE: 'PL',
  CRESCENT: 'CRES',
};

/** A line as one of these people writes it. */
function written(line: string, random: Random): string {
  let text = line;
  if (random.chance(0.5)) text = text.replace(/^(?:UNIT|FLAT|APARTMENT) (\S+), (?=\d)/, '$1/');
  if (random.chance(0.5)) text = text.replace(/ ([A-Z]+)(?=,)/, (all, type) => ` ${SHORT_TYPES[type] ?? all.slice(1)}`);
  const style = random.fraction();
  if (style < 0.7) return text.toLowerCase().replaceAll(',', '');
  return style < 0.85 ? text.toLowerCase() : text.replace(/[A-Z]+/g, (word) => word[0] + word.slice(1).toLowerCase());
}
