import { MEANING, type Meaning, meaningOf, SIDES } from '../../src/address/index/lexicon.ts';
import { searchKey } from '../../src/address/index/search-key.ts';
import type { CodeTable, CodeTables } from './code-table.ts';
import { firstWordsOf } from './first-words.ts';
import {
  ACCESS_WORDS,
  ADDRESSEE_WORDS,
  BRACKETED_WORDS,
  CAPITAL_WORDS,
  CARDINAL_WORDS,
  COMPANY_WORDS,
  CROWN_WORDS,
  HEADING_WORDS,
  MONTH_WORDS,
  ORDINAL_WORDS,
  PLAN_ONLY_WORDS,
  PLAN_WORDS,
  POSTCODE_WORDS,
  SIDE_WORDS,
  STRUCTURE_WORDS,
  TELEPHONE_WORDS,
  TENS_WORDS,
  VENUE_WORDS,
  WITHIN_WORDS,
} from './lexicon-phrases.ts';
import {
  ABROAD_WORDS,
  CORNER_WORDS,
  COUNTRY_WORDS,
  LOT_WORDS,
  NUMBER_WORDS,
  POSTAL_WORDS,
  RURAL_WORDS,
  STATE_WORDS,
} from './lexicon-words.ts';
import { STREET_SUFFIX_WORDS, STREET_TYPE_WORDS } from './street-words.ts';
import { FLAT_TYPE_WORDS, LEVEL_TYPE_WORDS } from './unit-words.ts';

/** The sections `lexicon…`: the authority tables' codes and names, and what people write for them. */
export function lexiconSections(codes: CodeTables) {
  const meanings = new Map<string, Set<number>>();
  const add = (word: string, meaning: Meaning, code: number) => {
    const key = searchKey(word);
    if (key === '') return;
    const known = meanings.get(key) ?? new Set();
    meanings.set(key, known.add(meaningOf(meaning, code)));
  };
  const addTable = (table: CodeTable, meaning: Meaning, words: Readonly<Record<string, readonly string[]>>) => {
    for (let number = 1; number < table.count; number++) {
      const label = table.label(number);
      const others = Object.hasOwn(words, label) ? (words[label] ?? []) : [];
      for (const word of [table.code(number), table.nameOf(number), ...others]) add(word, meaning, number);
    }
  };
  addTable(codes.streetType, MEANING.streetType, STREET_TYPE_WORDS);
  addTable(codes.streetSuffix, MEANING.streetSuffix, STREET_SUFFIX_WORDS);
  addTable(codes.flatType, MEANING.flatType, FLAT_TYPE_WORDS);
  addTable(codes.levelType, MEANING.levelType, LEVEL_TYPE_WORDS);
  STATE_WORDS.forEach((words, state) => {
    for (const word of words) add(word, MEANING.state, state);
  });
  const lists: readonly (readonly [readonly string[], Meaning])[] = [
    [COUNTRY_WORDS, MEANING.country],
    [POSTAL_WORDS, MEANING.postal],
    [RURAL_WORDS, MEANING.rural],
    [CORNER_WORDS, MEANING.corner],
    [CROWN_WORDS, MEANING.crown],
    [MONTH_WORDS, MEANING.month],
    [NUMBER_WORDS, MEANING.number],
    [LOT_WORDS, MEANING.lot],
    [ABROAD_WORDS, MEANING.abroad],
    [WITHIN_WORDS, MEANING.within],
    [HEADING_WORDS, MEANING.heading],
    [ADDRESSEE_WORDS, MEANING.addressee],
    [COMPANY_WORDS, MEANING.company],
    [PLAN_WORDS, MEANING.plan],
    [TELEPHONE_WORDS, MEANING.telephone],
    [POSTCODE_WORDS, MEANING.postcode],
    [STRUCTURE_WORDS, MEANING.structure],
    [VENUE_WORDS, MEANING.venue],
    [ACCESS_WORDS, MEANING.access],
    [BRACKETED_WORDS, MEANING.bracketed],
  ];
  for (const [words, meaning] of lists) for (const word of words) add(word, meaning, 0);
  for (const word of PLAN_ONLY_WORDS) add(word, MEANING.plan, 1);
  for (const [state, word] of CAPITAL_WORDS.entries()) add(word, MEANING.capital, state);
  for (const [side, name] of SIDES.entries()) for (const word of SIDE_WORDS[name]) add(word, MEANING.side, side);
  for (const [value, word] of CARDINAL_WORDS.entries()) add(word, MEANING.cardinal, value);
  for (const [ten, word] of TENS_WORDS.entries()) add(word, MEANING.cardinal, 10 * (ten + 2));
  for (const [before, word] of ORDINAL_WORDS.entries()) add(word, MEANING.ordinal, before + 1);
  const keys = [...meanings.keys()].sort();
  const keyStart = new Uint32Array(keys.length + 1);
  const start = new Uint32Array(keys.length + 1);
  keys.forEach((key, i) => {
    keyStart[i + 1] = keyStart[i] + key.length;
    start[i + 1] = start[i] + (meanings.get(key)?.size ?? 0);
  });
  const key = Buffer.from(keys.join(''), 'latin1');
  const firstWords = firstWordsOf({ key, keyStart });
  return {
    lexiconKeyStart: keyStart,
    lexiconKey: key,
    lexiconWordStart: firstWords.start,
    lexiconWord: firstWords.entry,
    lexiconStart: start,
    lexiconMeaning: Uint32Array.from(keys.flatMap((key) => [...(meanings.get(key) ?? [])].sort((a, b) => a - b))),
  };
}
