import {
  endOfChildren,
  firstChild,
  keyEnds,
  letterOf,
  type NameTrie,
  NODE_WORDS,
  nameTries,
  POSTING_MASK,
  wordAt,
} from '../../src/address/index/name-trie.ts';
import { at, type Check } from './check.ts';

/** Both tries: a walk down ends, at keys that are there, and each of these has postings. */
export const TRIE_CHECKS: readonly Check[] = (['street', 'locality'] as const).flatMap((kind): Check[] => [
  {
    section: `${kind}TrieNode`,
    holds: 'children stand together, after their parent and what is before it',
    find: (index) => shapeFault(nameTries(index)[kind]),
  },
  {
    section: `${kind}EntryPosting`,
    holds: 'every entry has postings, ascending',
    find: (index) => postingFault(nameTries(index)[kind]),
  },
]);

/** Both tries, once their shape is sound: what is below a node is what is below its children. */
export const TRIE_RANGE_CHECKS: readonly Check[] = (['street', 'locality'] as const).map((kind) => ({
  section: `${kind}TrieLow` as const,
  holds: 'children part the entries of their node',
  find: (index) => partFault(nameTries(index)[kind]),
}));

function shapeFault({ node: nodes }: NameTrie): string | null {
  const count = nodes.length / NODE_WORDS;
  let next = 1;
  const path = [{ node: 0, end: 1 }];
  for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
    if (top.node === top.end) {
      path.pop();
      continue;
    }
    const node = top.node++;
    const first = firstChild(wordAt(nodes, node));
    if (first === 0) continue;
    if (first !== next || first >= count)
      return at(node, `children from ${first} on`, `from ${next} on, below ${count}`);
    next = endOfChildren(nodes, node);
    path.push({ node: first, end: next });
  }
  return next === count ? null : `it has ${next} nodes, expected ${count}`;
}

function postingFault({ start, posting }: NameTrie): string | null {
  for (let entry = 0; entry + 1 < start.length; entry++) {
    if (start[entry] === start[entry + 1]) return `entry ${entry} has 0 postings, expected at least 1`;
    for (let i = start[entry] + 1; i < start[entry + 1]; i++) {
      const before = posting[i - 1] & POSTING_MASK;
      if ((posting[i] & POSTING_MASK) <= before) return at(i, posting[i] & POSTING_MASK, `above ${before}`);
    }
  }
  return null;
}

function partFault({ node: nodes, low, high, keyStart }: NameTrie): string | null {
  const entries = keyStart.length - 1;
  if (low[0] !== 0 || high[0] !== entries) return at(0, `${low[0]} to ${high[0]}`, `0 to ${entries}`);
  for (let node = 0; node < nodes.length / NODE_WORDS; node++) {
    let next = low[node] + (keyEnds(wordAt(nodes, node)) ? 1 : 0);
    const first = firstChild(wordAt(nodes, node));
    const end = endOfChildren(nodes, node);
    for (let child = first; child < end; child++) {
      if (low[child] !== next || high[child] <= next || high[child] > high[node])
        return at(child, `${low[child]} to ${high[child]}`, `from ${next} on, and to ${high[node]} at most`);
      if (child > first && letterOf(wordAt(nodes, child)) <= letterOf(wordAt(nodes, child - 1)))
        return at(child, `letter ${letterOf(wordAt(nodes, child))}`, `above ${letterOf(wordAt(nodes, child - 1))}`);
      next = high[child];
    }
    if (next !== high[node]) return at(node, `children's entries end at ${next}`, high[node]);
  }
  return null;
}
