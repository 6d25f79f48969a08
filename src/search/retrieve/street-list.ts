/** Streets that were found, as postings (name-trie.ts): `posting[0]` to `posting[count - 1]`. */
export interface StreetList {
  count: number;
  posting: Uint32Array;
}

/** An empty list. */
export function streetList(): StreetList {
  return { count: 0, posting: new Uint32Array(256) };
}

/** Adds a posting. */
export function addPosting(list: StreetList, posting: number): void {
  if (list.count === list.posting.length) {
    const longer = new Uint32Array(2 * list.count);
    longer.set(list.posting);
    list.posting = longer;
  }
  list.posting[list.count++] = posting;
}
