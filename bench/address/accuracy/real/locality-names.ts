import type { AddressIndex } from '../../../../src/address/index/open.ts';
import { enrich } from '../../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';

/** Other names that may be given for a locality. */
export interface LocalityNames {
  readonly aliases: readonly string[];
  readonly neighbours: readonly string[];
}

/** Reads the names of a record's locality from its enriched document. */
export function localityReader(index: AddressIndex): (answer: { readonly id: string }) => LocalityNames {
  const out = new JsonBytes();
  const decoder = new TextDecoder();
  return ({ id }) => {
    out.reset();
    if (!enrich(index, { id, debug: false }, out)) return { aliases: [], neighbours: [] };
    return (JSON.parse(decoder.decode(out.view())) as { locality: LocalityNames }).locality;
  };
}
