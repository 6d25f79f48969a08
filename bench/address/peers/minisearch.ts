import MiniSearch, { type SearchOptions } from 'minisearch';
import { type Material, type Peer, RESULTS, type Words } from './peer.ts';
import { isCorrectable } from './spelling.ts';

/**
 * MiniSearch: all words, the last one as a prefix while it is typed, BM25; if nothing is found,
 * with fuzzy words, and then any of the words.
 */
export function openMiniSearch({ lines, wordsOf }: Material): Peer {
  const engine = new MiniSearch<{ id: number; words: string }>({
    fields: ['words'],
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  for (let i = 0; i < lines.length; i++) engine.add({ id: i, words: wordsOf(lines[i]) });
  const find = ({ words, open }: Words): number[] => {
    const query = words.join(' ');
    const prefix = (_: string, i: number, terms: readonly string[]) => open && i === terms.length - 1;
    const fuzzy = (word: string) => (isCorrectable(word) ? 0.25 : false);
    const attempts: SearchOptions[] = [
      { combineWith: 'AND', prefix },
      { combineWith: 'AND', prefix, fuzzy },
      { prefix, fuzzy },
    ];
    for (const attempt of attempts) {
      const found = engine.search(query, attempt);
      if (found.length > 0) return found.slice(0, RESULTS).map(({ id }) => id as number);
    }
    return [];
  };
  return { complete: find, match: find, diskBytes: null, processes: () => [], close: () => {} };
}
