import FlexSearch from 'flexsearch';
import { type Material, type Peer, RESULTS, type Words } from './peer.ts';

/**
 * FlexSearch: an index of word beginnings (`forward`), all words required; if no line has all of
 * them, its own suggestions, which is how it tolerates mistakes.
 */
export function openFlexSearch({ lines, wordsOf }: Material): Peer {
  const engine = new FlexSearch.Index({ tokenize: 'forward', encode: (text: string) => text.split(' ') });
  for (let i = 0; i < lines.length; i++) engine.add(i, wordsOf(lines[i]));
  const find = ({ words }: Words): number[] => {
    const query = words.join(' ');
    const found = engine.search(query, { limit: RESULTS });
    const answer = found.length > 0 ? found : engine.search(query, { limit: RESULTS, suggest: true });
    return (answer as readonly (number | string)[]).map(Number);
  };
  return { complete: find, match: find, diskBytes: null, processes: () => [], close: () => {} };
}
