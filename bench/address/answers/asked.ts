import { Random } from '../../../build-index/generate/random.ts';
import { IS_ALIAS } from '../../../src/address/index/address-flags.ts';
import { codesOf } from '../../../src/address/index/address-record.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE } from '../accuracy/asker.ts';

import type { RealString } from '../accuracy/real/agreement.ts';
import { answerText } from '../accuracy/universe/universe.ts';
import { idOf, lineOf } from '../search/inputs.ts';

/**
 * Where a query comes from: an address of the index, a string that somebody wrote, a class of
 * `bench:accuracy`, the example of a rule for numbers with other words and numbers, or a kept case;
 * `changed`: one of these but for one change.
 */
export const SOURCES = ['indexed', 'real', 'class', 'rule', 'case', 'changed'] as const;

type Source = (typeof SOURCES)[number];

/** A query, its operation, and what is known of the right answer. */
export interface Asked {
  readonly operation: 'autocomplete' | 'validate';
  readonly source: Source;
  readonly q: string;
  readonly truth: Truth;
}

/** The line of the right record (see `answerText`), empty where none is known, or where the right record lies. */
type Truth = { readonly text: string } | Omit<RealString, 'q'>;

/** A line to ask, whole, in parts and changed. */
export interface AskedLine {
  readonly source: Source;
  readonly q: string;
  readonly truth: Truth;
}

/** How many beginnings of one line are asked. */
const LENGTHS_OF_A_LINE = 8;
const CUTS_OF_A_LINE = 2;
const CUTS_OF_A_CHANGED_LINE = 1;

/**
 * The queries of a record: `keystrokes` beginnings of addresses in the index, a fifth of these
 * addresses whole, as many beginnings of real strings, and every real string whole; then each of
 * `lines` whole, with one change, and cut off at a letter, as it is and changed. No query occurs
 * twice. Drawn by seed.
 */
export function drawAsked(
  index: AddressIndex,
  real: readonly RealString[],
  lines: Iterable<AskedLine>,
  { keystrokes, seed }: { readonly keystrokes: number; readonly seed: number },
): Asked[] {
  const random = new Random(seed, 'bench:answers');
  const asked = new Map<string, Asked>();
  const add = (operation: Asked['operation'], source: Source, q: string, truth: Truth) => {
    const longest = operation === 'validate' ? LONGEST_VALIDATE : LONGEST_AUTOCOMPLETE;
    const key = `${operation} ${q}`;
    if (q.trim() === '' || q.length > longest || asked.has(key)) return false;
    asked.set(key, { operation, source, q, truth });
    return true;
  };
  const addBeginnings = (source: Source, line: string, truth: Truth, most: number): number => {
    const lengths = Array.from({ length: Math.min(most, LENGTHS_OF_A_LINE) }, () => random.between(1, line.length));
    return lengths.filter((length) => add('autocomplete', source, line.slice(0, length), truth)).length;
  };

  for (let typed = 0, tries = 0; typed < keystrokes && tries < keystrokes; tries++) {
    const ordinal = random.below(index.manifest.addresses);
    const text = principalText(index, ordinal);
    if (text === null) continue;
    const line = random.chance(0.7) ? lineOf(index, ordinal).toLowerCase() : lineOf(index, ordinal);
    typed += addBeginnings('indexed', line, { text }, keystrokes - typed);
    add('validate', 'indexed', line, { text });
  }
  for (const { q, ...truth } of real) add('validate', 'real', q, truth);
  for (let typed = 0, tries = 0; real.length > 0 && typed < keystrokes && tries < keystrokes; tries++) {
    const { q, ...truth } = random.pick(real);
    typed += addBeginnings('real', q, truth, keystrokes - typed);
  }
  for (const { source, q, truth } of lines) {
    const changed = changedOnce(q, random);
    add('validate', source, q, truth);
    add('autocomplete', source, q, truth);
    addBeginnings(source, q, truth, CUTS_OF_A_LINE);
    add('validate', 'changed', changed, truth);
    addBeginnings('changed', changed, truth, CUTS_OF_A_CHANGED_LINE);
  }
  return [...asked.values()];
}

/**
 * The text of a record as answers show it; null for an alias, for which its principal is answered.
 */
function principalText(index: AddressIndex, ordinal: number): string | null {
  if ((codesOf(index, ordinal) & IS_ALIAS) !== 0) return null;
  const out = new JsonBytes();
  enrich(index, { id: idOf(index, ordinal), debug: false }, out);
  const { addressLabel, localityName, state, postcode } = JSON.parse(new TextDecoder().decode(out.view()));
  return answerText(addressLabel, localityName, state, postcode);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ,/-';

/**
 * A line with one change: a letter or sign put in, left out or replaced; a word moved, said twice,
 * left out or joined to the next.
 */
function changedOnce(line: string, random: Random): string {
  const words = line.split(' ');
  const at = random.below(words.length);
  const letter = random.below(line.length);
  const edited = (dropped: number, put: string) => line.slice(0, letter) + put + line.slice(letter + dropped);
  switch (random.below(7)) {
    case 0:
      return edited(0, random.pick([...LETTERS]));
    case 1:
      return edited(1, random.pick([...LETTERS]));
    case 2:
      return edited(1, '');
    case 3: {
      const [word] = words.splice(at, 1);
      words.splice(random.below(words.length + 1), 0, word);
      return words.join(' ');
    }
    case 4:
      return [...words.slice(0, at), words[at], ...words.slice(at)].join(' ');
    case 5:
      return [...words.slice(0, at), ...words.slice(at + 1)].join(' ');
    default:
      return [...words.slice(0, at), words.slice(at, at + 2).join(''), ...words.slice(at + 2)].join(' ');
  }
}
