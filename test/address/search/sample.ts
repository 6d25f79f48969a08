import { Random } from '../../../build-index/generate/random.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import { current, filesBelow, readTable } from '../../oracle/naive-tables.ts';
import { SAMPLE, sampleIndex } from '../../support/shared-releases.ts';

/** What tests read of a scored answer's `debug`. */
interface Debug {
  readonly scoringVersion: string;
  readonly queryMode: string;
  readonly matchedComponents: Readonly<Record<string, string>>;
  readonly scoreCaps: readonly string[];
  readonly searchScore?: number;
  readonly reason?: string;
}

/** The head of a record. */
export interface Head {
  readonly id: string;
  readonly addressLabel: string;
  readonly localityName: string;
  readonly state: string | null;
  readonly postcode: string | null;
}

/** What tests read of an enriched document. */
export interface Document extends Head {
  readonly addressRole: 'PRIMARY' | 'SECONDARY' | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
  readonly locality: { readonly neighbours: readonly string[]; readonly aliases: readonly string[] };
  readonly components: Readonly<Record<string, string | null>>;
  readonly aliases: readonly { readonly id: string; readonly addressLabel: string }[];
  readonly secondaries: readonly { readonly id: string }[];
}

/** A suggestion. */
export interface Suggestion extends Head {
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
  readonly debug?: Debug;
}

/** An answer of autocomplete. */
export interface Suggestions {
  readonly suggestions: readonly Suggestion[];
  readonly total: number;
  readonly debug?: Debug;
}

/** An answer of validate, always asked with `debug`. */
export interface Validated {
  readonly match: Head | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
  readonly debug: Debug;
}

/** The search operations on an index. */
export interface Searches {
  validate(q: string): Validated;
  /** The bytes of an answer, as text. */
  validateText(q: string, debug?: boolean): string;
  autocomplete(q: string, more?: Partial<AutocompleteParameters>): Suggestions;
  autocompleteText(q: string, more?: Partial<AutocompleteParameters>): string;
}

/** An index of the bundled sample release, its current principals, and its operations. */
export interface Sample extends Searches {
  readonly index: AddressIndex;
  readonly principals: readonly Document[];
}

/** Opens the index of the bundled sample release. */
export function openSample(): Sample {
  const index = openIndex(sampleIndex());
  return {
    index,
    principals: principalIds(SAMPLE.gnaf).flatMap((id) => {
      const text = written((out) => enrich(index, { id, debug: false }, out));
      return text === '' ? [] : [JSON.parse(text)];
    }),
    ...searchesOn(index),
  };
}

/** The search operations on an open index. */
export function searchesOn(index: AddressIndex): Searches {
  const searches: Searches = {
    validateText: (q, debug = false) => written((out) => validate(index, { q, debug }, out)),
    validate: (q) => JSON.parse(searches.validateText(q, true)),
    autocompleteText: (q, more = {}) =>
      written((out) => autocomplete(index, { q, state: null, limit: 5, near: null, debug: false, ...more }, out)),
    autocomplete: (q, more) => JSON.parse(searches.autocompleteText(q, more)),
  };
  return searches;
}

const bytes = new JsonBytes();

function written(write: (out: JsonBytes) => void): string {
  bytes.reset();
  write(bytes);
  return Buffer.from(bytes.view()).toString();
}

/** What a record says of its place, as people write it after the label. */
export function placeOf({ localityName, state, postcode }: Head): string {
  return [localityName, state, postcode].filter((part) => part !== null).join(' ');
}

/** A record as people write it on an envelope. Records that are in G-NAF twice have the same. */
export function fullText(record: Head): string {
  return `${record.addressLabel}, ${placeOf(record)}`;
}

/** A source of numbers from 0 to below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  const random = new Random(seed, 'test');
  return () => random.fraction();
}

/** Some of a list, chosen by a source of numbers, in the order of the list. */
export function some<T>(list: readonly T[], count: number, random: () => number): T[] {
  const keys = list.map((item, i) => ({ item, i, key: random() }));
  return keys
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .sort((a, b) => a.i - b.i)
    .map(({ item }) => item);
}

function principalIds(gnaf: string): string[] {
  return current(readTable(filesBelow(gnaf), 'ADDRESS_DETAIL'))
    .filter((row) => row.ALIAS_PRINCIPAL === 'P')
    .map((row) => row.ADDRESS_DETAIL_PID);
}
