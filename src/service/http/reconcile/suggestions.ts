import type { Operations } from '../../../address/operations/call/bind-operations.ts';
import { ADDRESS_PARTS, ADDRESS_TYPE } from '../../../address/operations/table/reconciliation.ts';
import { enriched, oneLine, suggested } from './answers.ts';
import { EXTENSION_FIELDS } from './fields.ts';

/** The number of addresses suggested at once, and the most including those skipped. */
const SUGGESTIONS = 10;
const MOST_SUGGESTED = 20;

/** Addresses that an id or the beginning of an address may mean, without the first `skip`. */
export function suggestEntities(operations: Operations, prefix: string, skip: number) {
  if (prefix === '') return { result: [] };
  const known = prefix.startsWith('GA') && prefix.length <= LONGEST_ID ? enriched(operations, prefix) : null;
  const found = known === null ? suggested(operations, prefix, Math.min(MOST_SUGGESTED, SUGGESTIONS + skip)) : [known];
  return {
    result: found.slice(skip).map((address) => ({ id: address.id, name: oneLine(address), notable: [ADDRESS_TYPE] })),
  };
}

const LONGEST_ID = 64;

/**
 * The parts of an address and the fields of a document with a word that begins with `prefix`,
 * without the first `skip`.
 */
export function suggestProperties(prefix: string, skip: number) {
  const parts = ADDRESS_PARTS.map(({ id, name }) => ({ id, name, description: 'A part of the address to look for' }));
  const fields = EXTENSION_FIELDS.map(({ path, name, description }) => ({ id: path, name, description }));
  const wanted = prefix.trim().toLowerCase();
  const begins = (text: string) => ` ${text.toLowerCase().replaceAll('.', ' ')}`.includes(` ${wanted}`);
  return { result: [...parts, ...fields].filter(({ id, name }) => begins(name) || begins(id)).slice(skip) };
}

/** The one type, if it begins with `prefix`. */
export function suggestTypes(prefix: string, skip: number) {
  const isMeant = ADDRESS_TYPE.name.toLowerCase().startsWith(prefix.trim().toLowerCase());
  return { result: isMeant && skip === 0 ? [ADDRESS_TYPE] : [] };
}

/** The first fields that columns can be extended by. */
export function proposeProperties(limit: number) {
  const properties = EXTENSION_FIELDS.slice(0, limit).map(({ path, name }) => ({ id: path, name }));
  return { type: ADDRESS_TYPE.id, limit, properties };
}
