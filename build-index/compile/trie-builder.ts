import {
  BY_ALIAS,
  BY_VARIANT,
  bestLength,
  endOfChildren,
  FEW_POSTINGS,
  firstChild,
  lettersOf,
  type NameTrie,
  NODE_LIMIT,
  NODE_WORDS,
  nodeWord,
  POSTING_MASK,
  wordAt,
} from '../../src/address/index/name-trie.ts';

/** The columns of a trie, with its lists by weight as postings alone, and its keys. */
type BuiltTrie = Omit<NameTrie, 'deletions'> & { readonly keys: readonly string[] };

/** Collects names and builds the columns of a NameTrie. */
export class TrieBuilder {
  readonly #postings = new Map<string, number[]>();

  /** Adds a thing under a key. An empty key is passed over. */
  add(key: string, ordinal: number, alias: boolean, variant: boolean): void {
    if (key === '') return;
    const posting = (ordinal | (alias ? BY_ALIAS : 0) | (variant ? BY_VARIANT : 0)) >>> 0;
    const known = this.#postings.get(key);
    if (known === undefined) this.#postings.set(key, [posting]);
    else known.push(posting);
  }

  /** The trie, its keys in byte order. `weight` says how well known a thing is; ties go to the lower ordinal. */
  build(weight: (ordinal: number) => number): BuiltTrie {
    const keys = [...this.#postings.keys()].sort(compare);
    const lists = keys.map((key) => distinct(this.#postings.get(key) ?? []));
    const start = new Uint32Array(keys.length + 1);
    lists.forEach((list, i) => {
      start[i + 1] = start[i] + list.length;
    });
    const posting = new Uint32Array(start[keys.length]);
    const ranked = new Uint32Array(start[keys.length]);
    const byWeight = (a: number, b: number) =>
      weight(b & POSTING_MASK) - weight(a & POSTING_MASK) || (a & POSTING_MASK) - (b & POSTING_MASK);
    lists.forEach((list, i) => {
      posting.set(list, start[i]);
      ranked.set(list.sort(byWeight), start[i]);
    });
    const nodes = layOut(keys);
    const keyStart = new Uint32Array(keys.length + 1);
    keys.forEach((key, i) => {
      keyStart[i + 1] = keyStart[i] + key.length;
    });
    return {
      ...nodes,
      start,
      posting,
      ranked,
      ...bestLists(nodes, start, ranked, byWeight),
      keyStart,
      key: Buffer.from(keys.join(''), 'latin1'),
      keys,
    };
  }
}

type Nodes = Pick<NameTrie, 'node' | 'low' | 'high'>;

function layOut(keys: readonly string[]): Nodes {
  const words = [0];
  const letters = [0];
  const low = [0];
  const high = [keys.length];
  const addBelow = (node: number, depth: number): void => {
    let i = low[node];
    const ends = i < high[node] && keys[i].length === depth;
    if (ends) i++;
    const first = words.length;
    const below: number[] = [];
    while (i < high[node]) {
      const letter = keys[i].charCodeAt(depth);
      const from = i;
      while (i < high[node] && keys[i].charCodeAt(depth) === letter) i++;
      words.push(0);
      letters.push(0);
      below.push(letter);
      low.push(from);
      high.push(i);
    }
    const end = words.length;
    const letter = depth === 0 ? 0 : keys[low[node]].charCodeAt(depth - 1);
    words[node] = nodeWord(letter, ends, first < end ? first : 0);
    letters[node] = lettersOf(below);
    for (let child = first; child < end; child++) addBelow(child, depth + 1);
  };
  addBelow(0, 0);
  if (words.length > NODE_LIMIT)
    throw new Error(`the names need ${words.length} nodes, expected at most ${NODE_LIMIT}`);
  return {
    node: Uint32Array.from({ length: words.length * NODE_WORDS }, (_, i) =>
      i % NODE_WORDS === 0 ? words[i / NODE_WORDS] : letters[(i - 1) / NODE_WORDS],
    ),
    low: Uint32Array.from(low),
    high: Uint32Array.from(high),
  };
}

/**
 * The best postings below every node that has more than FEW_POSTINGS of them, the last nodes first
 * so that parents merge children.
 */
function bestLists(
  { node: nodes, low, high }: Nodes,
  start: Uint32Array,
  ranked: Uint32Array,
  byWeight: (a: number, b: number) => number,
): Pick<NameTrie, 'bestNode' | 'bestStart' | 'best'> {
  const longest = bestLength(ranked.length);
  const lists = new Map<number, number[]>();
  for (let node = low.length - 1; node >= 0; node--) {
    if (start[high[node]] - start[low[node]] <= FEW_POSTINGS) continue;
    const first = firstChild(wordAt(nodes, node));
    const end = endOfChildren(nodes, node);
    const ownEnd = first === 0 ? high[node] : low[first];
    const candidates: number[] = [];
    for (let entry = low[node]; entry < ownEnd; entry++)
      for (const posting of ranked.subarray(start[entry], start[entry + 1])) candidates.push(posting);
    for (let child = first; child < end; child++)
      for (const posting of lists.get(child) ?? ranked.subarray(start[low[child]], start[high[child]]))
        candidates.push(posting);
    candidates.sort((a, b) => byWeight(a, b) || a - b);
    lists.set(node, topDistinct(candidates, longest));
  }
  const bestNode = Uint32Array.from(lists.keys()).sort();
  const best: number[] = [];
  const bestStart = new Uint32Array(bestNode.length + 1);
  bestNode.forEach((node, i) => {
    const length = bestLength(start[high[node]] - start[low[node]]);
    for (const posting of (lists.get(node) ?? []).slice(0, length)) best.push(posting);
    bestStart[i + 1] = best.length;
  });
  return { bestNode, bestStart, best: Uint32Array.from(best) };
}

/**
 * The first postings, at most `most`, each thing only once: by its official name rather than an
 * alias or another spelling.
 */
function topDistinct(postings: readonly number[], most: number): number[] {
  const seen = new Set<number>();
  const top: number[] = [];
  for (const posting of postings) {
    const ordinal = posting & POSTING_MASK;
    if (seen.has(ordinal)) continue;
    seen.add(ordinal);
    if (top.push(posting) === most) break;
  }
  return top;
}

/** Sorted by ordinal; of a thing that occurs twice, the official name is kept. */
function distinct(postings: readonly number[]): number[] {
  const best = new Map<number, number>();
  for (const posting of postings) {
    const ordinal = posting & POSTING_MASK;
    const known = best.get(ordinal);
    if (known === undefined || posting < known) best.set(ordinal, posting);
  }
  return [...best].sort(([a], [b]) => a - b).map(([, posting]) => posting);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
