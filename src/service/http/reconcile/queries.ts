import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { ADDRESS_PARTS, ADDRESS_TYPE } from '../../../address/operations/table/reconciliation.ts';
import { checkedText, Problem, STATES } from '../../../address/operations/table/rules.ts';
import { type ErrorAnswer, invalidParameters } from '../errors.ts';
import type { Ask } from '../routes.ts';
import { enriched, oneLine, type ScoredAddress, validated } from './answers.ts';

/** The default and the most candidates of a query. */
const CANDIDATES = 5;
const MOST_CANDIDATES = 6;

/** The longest text that is looked up, in characters, as in validate. */
const LONGEST = 500;

/** A G-NAF id, and nothing else. */
const ID = /^GA(?:NSW|VIC|QLD|SA_|WA_|TAS|NT_|ACT|OT_)\d{1,12}$/;

/** A query that was read. */
interface Query {
  readonly text: string;
  readonly limit: number;
  /** Whether its types include addresses. */
  readonly isOfAddresses: boolean;
}

/** Reads a reconciliation query; an invalid one is answered with its problem. */
export function readQuery(value: unknown): Ask {
  const query = queryOf(value);
  if (query instanceof Problem) {
    const problem = invalidParameters({ queries: [query.message] });
    return () => problem;
  }
  return (operations, out) => {
    out.utf8(JSON.stringify({ result: candidatesOf(operations, query) }));
    return null satisfies ErrorAnswer | null;
  };
}

function queryOf(value: unknown): Query | Problem {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Problem('must be an object');
  const { query = '', limit = CANDIDATES, type = [], properties = [] } = value as Readonly<Record<string, unknown>>;
  if (typeof query !== 'string') return new Problem('has a "query" that is no text');
  if (!Array.isArray(properties)) return new Problem('has "properties" that are no array');
  if (typeof limit !== 'number' || !(limit >= 1)) return new Problem('has a "limit" that is no number from 1');
  const parts = new Map<string, string>();
  for (const property of properties as readonly unknown[]) {
    const { pid, v } = (typeof property === 'object' && property !== null ? property : {}) as Record<string, unknown>;
    if (typeof pid !== 'string') return new Problem('has a property without a "pid"');
    if (PARTS.has(pid)) parts.set(pid, textOf(v));
  }
  const text = checkedText(lineOf(query, parts), true);
  if (text instanceof Problem) return text;
  const length = [...text].length;
  if (length === 0) return new Problem('has neither a "query" nor a property with a value');
  if (length > LONGEST) return new Problem(`must have 1 to ${LONGEST} characters with its properties, not ${length}`);
  const types = (Array.isArray(type) ? type : [type]) as readonly unknown[];
  const isOfAddresses = types.length === 0 || types.some((each) => each === ADDRESS_TYPE.id || each === '');
  return { text, limit: Math.min(MOST_CANDIDATES, Math.floor(limit)), isOfAddresses };
}

const PARTS = new Set(ADDRESS_PARTS.map(({ id }) => id));

/** The text of a property's value: lists are joined, and an entity is its name. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(' ');
  if (typeof value === 'object' && value !== null) return textOf((value as { readonly name?: unknown }).name);
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/**
 * A query and its parts as one line, in the order of an address; without a part for the street, the
 * query takes its place.
 */
function lineOf(query: string, parts: ReadonlyMap<string, string>): string {
  const text = query.trim();
  const of = (...names: readonly string[]) => names.map((name) => parts.get(name) ?? '').filter(Boolean);
  const street = parts.has('street') ? [of('number', 'street').join(' ')] : [[...of('number'), text].join(' ')];
  const first = parts.has('street') && text !== '' ? [text] : [];
  const place = of('suburb', 'state', 'postcode')
    .filter((part) => !endsWith(text, part))
    .join(' ');
  return [...first, ...of('building', 'unit', 'level'), ...street, place]
    .map((each) => each.trim())
    .filter(Boolean)
    .join(', ');
}

/** Whether a text ends with a part of a place, perhaps followed by a state or a postcode. */
function endsWith(text: string, part: string): boolean {
  const written = part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?:^|[\\s,])${written}(?:[\\s,]+(?:\\d{4}|${STATES.join('|')}))*[\\s.]*$`, 'i').test(text);
}

interface ReconciliationCandidate {
  readonly id: string;
  readonly name: string;
  readonly type: readonly (typeof ADDRESS_TYPE)[];
  readonly score: number;
  readonly match: boolean;
}

/**
 * The addresses that a query may mean, best first. Only the first can be a match, which a form
 * would accept without asking.
 */
function candidatesOf(operations: Operations, { text, limit, isOfAddresses }: Query): ReconciliationCandidate[] {
  if (!isOfAddresses) return [];
  const known = ID.test(text) ? enriched(operations, text) : null;
  if (known !== null) return [candidate({ ...known, serviceMatchScore: 100, serviceMatchQuality: 'high' }, 100, true)];
  const [best, ...others] = validated(operations, text);
  if (best === undefined) return [];
  const isMatch = best.serviceMatchQuality === 'high';
  const first = candidate(best, best.serviceMatchScore, isMatch);
  // No other may score higher than the match of validate.
  const scored = others.map((each) => candidate(each, Math.min(each.serviceMatchScore, best.serviceMatchScore), false));
  return [first, ...scored.sort((a, b) => b.score - a.score)].slice(0, limit);
}

function candidate(address: ScoredAddress, score: number, match: boolean): ReconciliationCandidate {
  return { id: address.id, name: oneLine(address), type: [ADDRESS_TYPE], score, match };
}
