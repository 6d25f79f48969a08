import { streetOf } from '../index/address.ts';
import { findId } from '../index/id-hash.ts';
import type { AddressIndex } from '../index/open.ts';
import { EVERY_PART, writeDocument } from './document.ts';
import { writeFormatted } from './formatted.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeDebug } from './match-quality.ts';
import { writeParents } from './parents.ts';
import type { EnrichParameters } from './table/rows/enrich.ts';

const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Writes the enriched address document of an id (§3.5); false, and nothing written, where no current
 * record has it. O(aliases + secondaries). Allocates nothing for ids that end in digits.
 */
export function enrich(index: AddressIndex, { id, include, debug }: EnrichParameters, out: JsonBytes): boolean {
  const ordinal = findId(index, id);
  if (ordinal < 0) return false;
  out.character(OPEN);
  writeDocument(index, out, ordinal, EVERY_PART);
  if (include) writeFormatted(index, out, ordinal, streetOf(index, ordinal), include);
  if (include?.includes('parents')) writeParents(index, out, ordinal);
  if (debug) writeDebug(out, 'enrich');
  out.character(CLOSE);
  return true;
}
