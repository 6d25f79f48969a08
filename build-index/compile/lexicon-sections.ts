import { MEANING, type Meaning, meaningOf } from '../../src/address/index/lexicon.ts';
import { searchKey } from '../../src/address/index/search-key.ts';
import { PHRASES } from '../../src/address/vocabulary/phrases.ts';
import { STATES } from '../../src/address/vocabulary/states.ts';
import { STREET_SUFFIX_WORDS, STREET_TYPE_WORDS } from '../../src/address/vocabulary/street-types.ts';
import { FLAT_TYPES, LEVEL_TYPE_WORDS } from '../../src/address/vocabulary/unit-types.ts';
import { rowFor, wordsIn } from '../../src/address/vocabulary/words.ts';
import type { CodeTable, CodeTables } from './code-table.ts';
import { firstWordsOf } from './first-words.ts';

/** The sections `lexicon…`: the authority tables' codes and names, and what people write for them. */
export function lexiconSections(codes: CodeTables) {
  const meanings = new Map<string, Set<number>>();
  const add = (word: string, meaning: Meaning, code: number) => {
    const key = searchKey(word);
    if (key === '') return;
    const known = meanings.get(key) ?? new Set();
    meanings.set(key, known.add(meaningOf(meaning, code)));
  };
  const addTable = (table: CodeTable, meaning: Meaning, wordsOf: (label: string) => string | undefined) => {
    for (let number = 1; number < table.count; number++)
      for (const word of [table.code(number), table.nameOf(number), ...wordsIn(wordsOf(table.label(number)) ?? '')])
        add(word, meaning, number);
  };
  addTable(codes.streetType, MEANING.streetType, (label) => rowFor(STREET_TYPE_WORDS, label));
  addTable(codes.streetSuffix, MEANING.streetSuffix, (label) => rowFor(STREET_SUFFIX_WORDS, label));
  addTable(codes.flatType, MEANING.flatType, (label) => rowFor(FLAT_TYPES, label)?.words);
  addTable(codes.levelType, MEANING.levelType, (label) => rowFor(LEVEL_TYPE_WORDS, label));
  STATES.forEach(({ code, words, capital }, state) => {
    for (const word of [code, ...wordsIn(words)]) add(word, MEANING.state, state);
    if (capital !== undefined) add(capital, MEANING.capital, state);
  });
  for (const { meaning, words, code = 0, step = 0 } of PHRASES)
    for (const [i, word] of wordsIn(words).entries()) add(word, MEANING[meaning], code + i * step);
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
