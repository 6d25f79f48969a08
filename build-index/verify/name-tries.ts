import {
  BY_ALIAS,
  BY_VARIANT,
  bestLength,
  endOfChildren,
  FEW_POSTINGS,
  firstChild,
  keyEnds,
  letterOf,
  lettersOf,
  type NameTrie,
  NODE_WORDS,
  nameTries,
  POSTING_MASK,
  wordAt,
} from '../../src/index/name-trie.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { POSTING_ROW } from '../../src/index/posting-row.ts';
import { searchKey } from '../../src/index/search-key.ts';
import { textOf } from '../../src/index/text.ts';
import { at, type Check } from './check.ts';
import { compareStrings, fragment } from './text-order.ts';
import { localityWeights, streetWeights } from './weights.ts';

/** In `streetEntry` and `localityEntry`: the name has no search key. */
const NONE = 0xffff_ffff;

type Kind = 'street' | 'locality';

/** The shape of both tries: nodes lead to their children and their entries, entries to what they name. */
export const TRIE_SHAPE_CHECKS: readonly Check[] = (['street', 'locality'] as const).flatMap((kind) => [
  check(`${kind}TrieNode`, 'children stand together, behind their parent and what is before it', (index) => {
    const { node: nodes } = nameTries(index)[kind];
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
      if (first !== next) return at(node, `children from ${first} on`, `from ${next} on`);
      if (first >= nodeCount(nodes)) return at(node, `children from ${first} on`, `below ${nodeCount(nodes)}`);
      next = endOfChildren(nodes, node);
      path.push({ node: first, end: next });
    }
    return next === nodeCount(nodes) ? null : `it has ${next} nodes, expected ${nodeCount(nodes)}`;
  }),
  check(`${kind}Key`, 'keys are made of A–Z, 0–9 and spaces, and ascend', (index) => {
    const { key, keyStart } = nameTries(index)[kind];
    return keyFault(key, keyStart);
  }),
  check(`${kind}EntryPosting`, `every entry has ${kind} ordinals, ascending`, (index) => {
    const { start, posting } = nameTries(index)[kind];
    const limit = count(index, kind);
    for (let entry = 0; entry + 1 < start.length; entry++) {
      if (start[entry] === start[entry + 1]) return `entry ${entry} has 0 postings, expected at least 1`;
      for (let i = start[entry]; i < start[entry + 1]; i++) {
        const ordinal = posting[i] & POSTING_MASK;
        if (ordinal >= limit) return at(i, ordinal, `below ${limit}`);
        if (i > start[entry] && ordinal <= (posting[i - 1] & POSTING_MASK))
          return at(i, ordinal, `above ${posting[i - 1] & POSTING_MASK}`);
      }
    }
    return null;
  }),
  check(`${kind}BestNode`, 'nodes ascend', (index) => {
    const { bestNode, node: nodes } = nameTries(index)[kind];
    for (let i = 0; i < bestNode.length; i++)
      if (bestNode[i] >= nodeCount(nodes) || (i > 0 && bestNode[i] <= bestNode[i - 1]))
        return at(i, bestNode[i], `above ${i > 0 ? bestNode[i - 1] : -1}, and below ${nodeCount(nodes)}`);
    return null;
  }),
]);

/** The content of both tries: nodes spell the keys, names are found by their key, the best lists hold the best. */
export const TRIE_CONTENT_CHECKS: readonly Check[] = (['street', 'locality'] as const).flatMap((kind) => [
  check(`${kind}TrieNode`, 'letters spell the keys', (index) => spellingFault(nameTries(index)[kind])),
  check(`${kind}TrieNode`, 'every node has the letters of its children', (index) =>
    lettersFault(nameTries(index)[kind]),
  ),
  check(`${kind}TrieLow`, 'children part the entries of their node', (index) => partFault(nameTries(index)[kind])),
  check(`${kind}EntryRanked`, `it has the postings of each entry by weight`, (index) => {
    const { start, posting, ranked } = nameTries(index)[kind];
    const weights = weightsOf(index, kind);
    for (let entry = 0; entry + 1 < start.length; entry++) {
      const expected = posting.slice(start[entry], start[entry + 1]).sort((a, b) => byWeight(weights, a, b));
      for (let i = 0; i < expected.length; i++) {
        const row = (start[entry] + i) * POSTING_ROW;
        if (ranked[row] !== expected[i]) return at(row, ranked[row], expected[i]);
      }
    }
    return null;
  }),
  check(`${kind}Entry`, `every ${kind} is found by its official name`, (index) => entryFault(index, kind)),
  check(`${kind}BestNode`, 'every node with more postings than a best list holds has one', (index) => {
    const { low, high, start, bestNode } = nameTries(index)[kind];
    let next = 0;
    for (let node = 0; node < low.length; node++) {
      if (start[high[node]] - start[low[node]] <= FEW_POSTINGS) continue;
      if (bestNode[next] !== node) return at(next, bestNode[next], node);
      next++;
    }
    return next === bestNode.length ? null : at(next, bestNode[next], 'the end');
  }),
  check(`${kind}Best`, 'every best list has the postings of most weight', (index) => bestFault(index, kind)),
]);

/** Every alias of a locality is in the trie. */
export const ALIAS_NAME_CHECKS: readonly Check[] = [
  check('localityEntryPosting', 'every locality is found by its aliases', (index) => {
    const { localityAlias, localityAliasStart } = index.columns;
    const trie = nameTries(index).locality;
    for (let locality = 0; locality + 1 < localityAliasStart.length; locality++)
      for (let i = localityAliasStart[locality]; i < localityAliasStart[locality + 1]; i++) {
        const key = searchKey(textOf(index, localityAlias[i]));
        if (key !== '' && postingOf(trie, entryOf(trie, key), locality) < 0)
          return `entry ${key} leads elsewhere, expected locality ${locality} among its postings`;
      }
    return null;
  }),
];

/** What is wrong with a CSR of search keys in byte order, or null. */
export function keyFault(key: Uint8Array, keyStart: Uint32Array): string | null {
  let before = '';
  for (let i = 0; i + 1 < keyStart.length; i++) {
    const own = fragment(key, keyStart, i);
    if (!/^[A-Z0-9]+( [A-Z0-9]+)*$/.test(own)) return at(i, JSON.stringify(own), 'A–Z, 0–9 and single spaces');
    if (own <= before) return at(i, own, `a key after ${before}`);
    before = own;
  }
  return null;
}

function check(section: Check['section'], holds: string, find: (index: AddressIndex) => string | null): Check {
  return { section, holds, find };
}

function count({ columns }: AddressIndex, kind: Kind): number {
  return kind === 'street' ? columns.streetName.length : columns.localityName.length;
}

function weightsOf(index: AddressIndex, kind: Kind): Float64Array {
  return kind === 'street' ? streetWeights(index) : localityWeights(index);
}

function byWeight(weights: Float64Array, a: number, b: number): number {
  return weights[b & POSTING_MASK] - weights[a & POSTING_MASK] || (a & POSTING_MASK) - (b & POSTING_MASK);
}

/** Depth of every node, from the parents', which come first. */
function depthsOf({ node: nodes }: NameTrie): Uint16Array {
  const depth = new Uint16Array(nodeCount(nodes));
  for (let node = 0; node < nodeCount(nodes); node++) {
    const first = firstChild(wordAt(nodes, node));
    depth.fill(depth[node] + 1, first, endOfChildren(nodes, node));
  }
  return depth;
}

function spellingFault(trie: NameTrie): string | null {
  const { node: nodes, low, keyStart, key } = trie;
  const depth = depthsOf(trie);
  for (let node = 0; node < nodeCount(nodes); node++) {
    const start = keyStart[low[node]];
    const length = keyStart[low[node] + 1] - start;
    const letter = depth[node] === 0 ? 0 : key[start + depth[node] - 1];
    const ends = length === depth[node];
    if (nodeCount(nodes) > 1 && (letterOf(wordAt(nodes, node)) !== letter || keyEnds(wordAt(nodes, node)) !== ends))
      return at(node, spelled(letterOf(wordAt(nodes, node)), keyEnds(wordAt(nodes, node))), spelled(letter, ends));
  }
  return null;
}

function nodeCount(nodes: Uint32Array): number {
  return nodes.length / NODE_WORDS;
}

function lettersFault({ node: nodes }: NameTrie): string | null {
  for (let node = 0; node < nodeCount(nodes); node++) {
    const first = firstChild(wordAt(nodes, node));
    const end = endOfChildren(nodes, node);
    const children = Array.from({ length: end - first }, (_, i) => letterOf(wordAt(nodes, first + i)));
    const place = node * NODE_WORDS + 1;
    if (nodes[place] !== lettersOf(children)) return at(place, nodes[place], lettersOf(children));
  }
  return null;
}

function spelled(letter: number, ends: boolean): string {
  return `${JSON.stringify(letter === 0 ? '' : String.fromCharCode(letter))}${ends ? ' at the end of a key' : ''}`;
}

function partFault({ node: nodes, low, high, keyStart }: NameTrie): string | null {
  const entries = keyStart.length - 1;
  if (low[0] !== 0 || high[0] !== entries) return at(0, `${low[0]} to ${high[0]}`, `0 to ${entries}`);
  for (let node = 0; node < nodeCount(nodes); node++) {
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

function entryFault(index: AddressIndex, kind: Kind): string | null {
  const trie = nameTries(index)[kind];
  const { columns } = index;
  const names = kind === 'street' ? columns.streetName : columns.localityName;
  const entries = kind === 'street' ? columns.streetEntry : columns.localityEntry;
  const keys = new Map<number, number>();
  for (let ordinal = 0; ordinal < names.length; ordinal++) {
    let expected = keys.get(names[ordinal]);
    if (expected === undefined) {
      const key = searchKey(textOf(index, names[ordinal]));
      expected = key === '' ? NONE : entryOf(trie, key);
      keys.set(names[ordinal], expected);
    }
    if (entries[ordinal] !== expected) return at(ordinal, entries[ordinal], expected);
    if (expected === NONE) continue;
    const posting = postingOf(trie, expected, ordinal);
    if (posting < 0 || (trie.posting[posting] & (BY_ALIAS | BY_VARIANT)) !== 0)
      return at(ordinal, `entry ${expected}`, `one that names ${kind} ${ordinal} officially`);
  }
  return null;
}

function bestFault(index: AddressIndex, kind: Kind): string | null {
  const { low, high, start, ranked, bestNode, bestStart, best } = nameTries(index)[kind];
  const weights = weightsOf(index, kind);
  for (let i = 0; i < bestNode.length; i++) {
    const list = postingsOf(best, bestStart[i], bestStart[i + 1]);
    for (let k = 1; k < list.length; k++)
      if (byWeight(weights, list[k - 1], list[k]) >= 0)
        return at((bestStart[i] + k) * POSTING_ROW, list[k], `one of less weight than ${list[k - 1]}`);
    const missing = new Set(list);
    const ordinals = new Set(Array.from(missing, (posting) => posting & POSTING_MASK));
    const last = list[list.length - 1];
    const node = bestNode[i];
    const most = bestLength(start[high[node]] - start[low[node]]);
    for (let k = start[low[node]]; k < start[high[node]]; k++) {
      const posting = ranked[k * POSTING_ROW];
      if (list.length === most && byWeight(weights, posting, last) > 0) continue;
      missing.delete(posting);
      if (!ordinals.has(posting & POSTING_MASK))
        return `list ${i}, of node ${node}, lacks ${posting & POSTING_MASK}, expected it before ${last & POSTING_MASK}`;
    }
    for (const posting of missing) return `list ${i} has ${posting}, expected one of node ${node}`;
  }
  return null;
}

/** The postings of some rows. */
function postingsOf(rows: Uint32Array, from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, i) => rows[(from + i) * POSTING_ROW]);
}

/** The entry of a key, or -1. */
function entryOf({ key, keyStart }: NameTrie, wanted: string): number {
  let low = 0;
  let high = keyStart.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const order = compareStrings(fragment(key, keyStart, middle), wanted);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** Position in `posting` of a thing that an entry names, or -1. */
function postingOf({ start, posting }: NameTrie, entry: number, ordinal: number): number {
  if (entry < 0) return -1;
  let low = start[entry];
  let high = start[entry + 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((posting[middle] & POSTING_MASK) < ordinal) low = middle + 1;
    else high = middle;
  }
  return low < start[entry + 1] && (posting[low] & POSTING_MASK) === ordinal ? low : -1;
}
