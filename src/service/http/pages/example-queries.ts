import { setImmediate } from 'node:timers/promises';
import { streetOf } from '../../../address/index/address.ts';
import { IS_ALIAS } from '../../../address/index/address-flags.ts';
import { codesOf } from '../../../address/index/address-record.ts';
import { readDetail } from '../../../address/index/detail.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { textOf } from '../../../address/index/text.ts';
import { autocomplete } from '../../../address/operations/autocomplete.ts';
import { JsonBytes } from '../../../address/operations/json-bytes.ts';
import { writeAddressHead } from '../../../address/operations/standard-record.ts';

/** The abilities of the search that examples show, in the order in which they are offered. */
const KINDS = ['typo', 'unit', 'range', 'building', 'suburb'] as const;

type Kind = (typeof KINDS)[number];

/** A query for a visitor to begin with. */
export interface ExampleQuery {
  readonly kind: Kind;
  readonly q: string;
}

interface Record {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string;
  readonly state: string | null;
}

/**
 * The most records to look at, in all and at a time, and the most queries to try of each kind,
 * since the page waits for them.
 */
const MOST = 20_000;
const SLICE = 50;
const MOST_TRIED = 12;

/**
 * Finds queries for addresses of an index, one of each kind that it has: with a missing letter, a
 * unit, a range of numbers, a building's name, and a wrong suburb. Each query finds its address
 * first. The thread answers requests in between.
 */
export async function exampleQueries(index: AddressIndex): Promise<ExampleQuery[]> {
  const found = new Map<Kind, string>();
  const out = new JsonBytes();
  const { length } = index.columns.addressHead;
  // In large steps over the whole country, since neighbours are alike.
  const step = strideOver(length);
  const tried = new Map<Kind, number>();
  const isDone = (kind: Kind) => found.has(kind) || (tried.get(kind) ?? 0) >= MOST_TRIED;
  let elsewhere: Record | null = null;
  for (let i = 0; i < Math.min(length, MOST) && !KINDS.every(isDone); i++) {
    if (i % SLICE === 0) await setImmediate();
    const ordinal = (Math.floor(length / 2) + i * step) % length;
    if ((codesOf(index, ordinal) & IS_ALIAS) !== 0) continue;
    const record = recordOf(index, ordinal, out);
    const building = isDone('building') ? 0 : readDetail(index, ordinal).building;
    const queries = queriesOf(record, building === 0 ? '' : textOf(index, building), elsewhere);
    for (const [kind, q] of queries) {
      if (isDone(kind)) continue;
      tried.set(kind, (tried.get(kind) ?? 0) + 1);
      if (finds(index, q, record, out)) found.set(kind, q);
    }
    if (elsewhere === null || elsewhere.state === record.state) elsewhere = record;
  }
  return KINDS.flatMap((kind) => (found.has(kind) ? [{ kind, q: found.get(kind)! }] : []));
}

function recordOf(index: AddressIndex, ordinal: number, out: JsonBytes): Record {
  out.reset();
  writeAddressHead(index, out, ordinal, streetOf(index, ordinal));
  return JSON.parse(`{${Buffer.from(out.view()).toString()}}`) as Record;
}

/** How people would type a record, for each kind that it can serve as an example of. */
function queriesOf(record: Record, building: string, elsewhere: Record | null): [Kind, string][] {
  const { localityName, state } = record;
  const label = record.addressLabel ?? '';
  const queries: [Kind, string][] = [];
  const typed = (...words: (string | null)[]) => words.filter(Boolean).join(' ').toLowerCase();
  const [, unit, line] = /^(?:UNIT|FLAT|APARTMENT) (\d+), (\d+ [^,]+)$/.exec(label) ?? [];
  if (unit !== undefined) queries.push(['unit', typed(`${unit}/${line}`, localityName)]);
  if (/^\d+-\d+ [A-Z ]+$/.test(label)) queries.push(['range', typed(label, localityName)]);
  const [, number, name = '', rest] = /^(\d+) ([A-Z]{6,})( [A-Z ]+)$/.exec(label) ?? [];
  if (number !== undefined) {
    const middle = name.length >> 1;
    queries.push(['typo', typed(`${number} ${name.slice(0, middle)}${name.slice(middle + 1)}${rest}`, localityName)]);
    if (elsewhere !== null && elsewhere.state !== state) queries.push(['suburb', typed(label, elsewhere.localityName)]);
  }
  // Names of at least two words, as people would search for.
  if (/^[A-Z']+( [A-Z']+)+$/.test(building)) queries.push(['building', typed(building, localityName)]);
  return queries;
}

/** Whether the first suggestion for a query is the record. */
function finds(index: AddressIndex, q: string, { id }: Record, out: JsonBytes): boolean {
  out.reset();
  autocomplete(index, { q, state: null, limit: 1, near: null, debug: false }, out);
  const { suggestions } = JSON.parse(Buffer.from(out.view()).toString()) as { suggestions: { id: string }[] };
  return suggestions[0]?.id === id;
}

/** A step that visits each of `length` places once, each far from the last. */
function strideOver(length: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.floor(length * 0.618));
  while (divisor(step, length) > 1) step++;
  return step;
}
