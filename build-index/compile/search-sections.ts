import { nameLetters } from '../../src/address/index/letters.ts';
import { NO_ENTRY } from '../../src/address/index/name-trie.ts';
import { STREET_NUMBER } from '../../src/address/index/number-kinds.ts';
import { searchKey } from '../../src/address/index/search-key.ts';
import { LARGEST_STREETS } from '../../src/address/index/sections.ts';
import { RANGE_ROW } from '../../src/address/index/street-record.ts';
import { NO_STREET } from './addresses.ts';
import { deletionIndexOf } from './deletion-index.ts';
import { csr } from './locality-sections.ts';
import { localityNameVariants, streetNameVariants } from './name-variants.ts';
import type { Order } from './order.ts';
import { localityRowFacts, postingRows } from './posting-rows.ts';
import { localityStreetStart } from './street-sections.ts';
import type { Streets } from './streets.ts';
import type { Texts } from './texts.ts';
import { TrieBuilder } from './trie-builder.ts';

/**
 * The trie sections over street names: official names, STREET_LOCALITY_ALIAS, and other spellings
 * of both. The lists by weight hold postings alone.
 */
export function streetTrieSections(
  order: Order,
  streets: Streets,
  texts: Texts,
  streetCount: Uint32Array,
  localityCount: Uint32Array,
) {
  const builder = new TrieBuilder();
  const keys = new Map<number, { readonly key: string; readonly variants: readonly string[] }>();
  const keysOf = (text: number) => {
    let known = keys.get(text);
    if (known === undefined) {
      const name = texts.get(text);
      known = { key: searchKey(name), variants: streetNameVariants(name) };
      keys.set(text, known);
    }
    return known;
  };
  const official = new Array<string>(order.streetPid.length).fill('');
  order.streetPid.forEach((pid, street) => {
    if (pid === NO_STREET) return;
    const { key, variants } = keysOf(streets.name[pid]);
    official[street] = key;
    builder.add(key, street, false, false);
    for (const variant of variants) builder.add(variant, street, false, true);
    for (const alias of streets.aliases.get(pid) ?? []) {
      const aliasKeys = keysOf(alias.name);
      builder.add(aliasKeys.key, street, true, false);
      for (const variant of aliasKeys.variants) builder.add(variant, street, true, true);
    }
  });
  const weight = (street: number) =>
    localityCount[order.streetLocality[street]] * 65536 + Math.min(65535, streetCount[street]);
  const trie = builder.build(weight);
  const near = deletionIndexOf(trie);
  const entryOf = new Map(trie.keys.map((key, entry) => [key, entry]));
  return {
    streetTrieNode: trie.node,
    streetTrieLow: trie.low,
    streetTrieHigh: trie.high,
    streetEntryStart: trie.start,
    streetEntryPosting: trie.posting,
    streetEntryRanked: trie.ranked,
    streetBestNode: trie.bestNode,
    streetBestStart: trie.bestStart,
    streetBest: trie.best,
    streetKeyStart: trie.keyStart,
    streetKey: trie.key,
    streetNearStart: near.start,
    streetNear: near.entry,
    streetEntry: Uint32Array.from(official, (key) => entryOf.get(key) ?? NO_ENTRY),
    streetLetters: Uint32Array.from(official, lettersOfKey),
  };
}

function lettersOfKey(key: string): number {
  return key === '' ? 0 : nameLetters(Buffer.from(key, 'latin1'), 0, key.length);
}

/** The trie sections over locality names: official names, LOCALITY_ALIAS, and other spellings of both. */
export function localityTrieSections(order: Order, localityCount: Uint32Array) {
  const builder = new TrieBuilder();
  order.localities.forEach(({ name, aliases }, locality) => {
    builder.add(searchKey(name), locality, false, false);
    for (const variant of localityNameVariants(name)) builder.add(variant, locality, false, true);
    for (const alias of aliases) {
      builder.add(searchKey(alias), locality, true, false);
      for (const variant of localityNameVariants(alias)) builder.add(variant, locality, true, true);
    }
  });
  const trie = builder.build((locality) => localityCount[locality]);
  const facts = localityRowFacts(order.localities, localityStreetStart(order), localityCount);
  const near = deletionIndexOf(trie);
  const entryOf = new Map(trie.keys.map((key, entry) => [key, entry]));
  return {
    localityTrieNode: trie.node,
    localityTrieLow: trie.low,
    localityTrieHigh: trie.high,
    localityEntryStart: trie.start,
    localityEntryPosting: trie.posting,
    localityEntryRanked: postingRows(trie.ranked, facts),
    localityBestNode: trie.bestNode,
    localityBestStart: trie.bestStart,
    localityBest: postingRows(trie.best, facts),
    localityKeyStart: trie.keyStart,
    localityKey: trie.key,
    localityNearStart: near.start,
    localityNear: near.entry,
    localityEntry: Uint32Array.from(order.localities, ({ name }) => entryOf.get(searchKey(name)) ?? NO_ENTRY),
    localityLetters: Uint32Array.from(order.localities, ({ name }) => lettersOfKey(searchKey(name))),
  };
}

/** The section `localityBySize`: the localities of each state, the largest first. */
export function localitySizeSection({ localities }: Order, localityCount: Uint32Array): Uint32Array {
  const state = (locality: number) => localities[locality].state;
  return Uint32Array.from(localities, (_, i) => i).sort(
    (a, b) => state(a) - state(b) || localityCount[b] - localityCount[a] || a - b,
  );
}

/** The sections `localityLargest…`: the named streets of each locality with most principals. */
export function largestStreetSections(order: Order, streets: Streets, streetCount: Uint32Array) {
  const lists = order.localities.map((): number[] => []);
  order.streetPid.forEach((pid, street) => {
    if (pid !== NO_STREET && streets.name[pid] !== 0) lists[order.streetLocality[street]].push(street);
  });
  const largest = csr(
    lists.map((list) => list.sort((a, b) => streetCount[b] - streetCount[a] || a - b).slice(0, LARGEST_STREETS)),
  );
  return { localityLargestStart: largest.start, localityLargest: largest.values };
}

/** The sections `streetRange…`: every distinct number range with its first address, street by street. */
export function rangeSections(
  order: Order,
  addressNumber: Uint32Array,
  numberFirst: Uint32Array,
  numberLast: Uint32Array,
  numberKind: Uint8Array,
) {
  const start = new Uint32Array(order.streetPid.length + 1);
  const ranges: number[] = [];
  for (let street = 0; street < order.streetPid.length; street++) {
    let last = -1;
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      const number = addressNumber[ordinal];
      if (number === last) continue;
      last = number;
      if (numberKind[number] === STREET_NUMBER && numberLast[number] > numberFirst[number])
        ranges.push(ordinal, numberFirst[number], numberLast[number]);
    }
    start[street + 1] = ranges.length / RANGE_ROW;
  }
  return { streetRangeStart: start, streetRange: Uint32Array.from(ranges) };
}
