import { idOf } from '../../address/index/id-hash.ts';
import type { AddressIndex } from '../../address/index/open.ts';
import type { Operations } from '../../address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../address/operations/json-bytes.ts';
import { hashOfKey } from '../admission/api-key.ts';
import { ROUTES } from './routes.ts';

/** The part of an Enrich document that queries are made from. */
interface Document {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
}

const decoder = new TextDecoder();

/**
 * Answers queries of every operation about `count` addresses from all over an index, so that the
 * code is compiled, and the pages that queries share are in memory, before a caller asks; hashes a
 * key for the same reason. At first this takes some milliseconds for each address. A query for
 * which an address lacks something is refused, which does no harm.
 */
export function warmUp(index: AddressIndex, operations: Operations, count: number): void {
  // The first hash sets OpenSSL up, which takes 2 ms.
  hashOfKey('');
  const out = new JsonBytes();
  const records = index.manifest.addresses;
  for (let i = 0; i < count && i < records; i++) {
    out.reset();
    const id = idOf(index, Math.floor((i * records) / count));
    if (!operations.enrich({ id, debug: false }, out)) continue;
    const { addressLabel, localityName, state, postcode, location } = JSON.parse(
      decoder.decode(out.view()),
    ) as Document;
    const address = {
      id,
      label: addressLabel ?? '',
      locality: localityName ?? '',
      state: state ?? '',
      postcode: postcode ?? '',
      ...(location ?? { lat: Number.NaN, lon: Number.NaN }),
    };
    for (const { row, answer } of ROUTES)
      for (const query of row.queries(address)) {
        out.reset();
        answer(operations, new URLSearchParams(query).toString(), out);
      }
  }
}
