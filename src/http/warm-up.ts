import { hashOfKey } from '../admission/api-key.ts';
import { idOf } from '../index/id-hash.ts';
import type { AddressIndex } from '../index/open.ts';
import { JsonBytes } from '../operations/json-bytes.ts';
import { type Operations, ROUTES } from './routes.ts';

/** What of an Enrich document queries are made of. */
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
 * Answers queries of every operation about `count` addresses from all over an index, so that the program is compiled, and the pages that queries
 * share are in memory, before a caller asks; hashes a key for the same reason. Some milliseconds for each address at first.
 */
export function warmUp(index: AddressIndex, operations: Operations, count: number): void {
  // The first hash sets OpenSSL up, which takes 2 ms.
  hashOfKey('');
  const out = new JsonBytes();
  const ask = (path: string, parameters: Record<string, string>): boolean => {
    const route = ROUTES.find((each) => each.path.endsWith(path))!;
    out.reset();
    return route.answer(operations, new URLSearchParams(parameters).toString(), out) === null;
  };
  const records = index.manifest.addresses;
  for (let i = 0; i < count && i < records; i++) {
    if (!ask('/enrich', { id: idOf(index, Math.floor((i * records) / count)) })) continue;
    const { addressLabel, localityName, state, postcode, location } = JSON.parse(
      decoder.decode(out.view()),
    ) as Document;
    const whole = `${addressLabel} ${localityName} ${state} ${postcode}`;
    ask('/validate', { q: whole });
    for (let typed = 4; typed < whole.length; typed += 6)
      ask('/autocomplete', { q: whole.slice(0, typed).toLowerCase() });
    if (location !== null) ask('/reverse', { lat: String(location.lat), lon: String(location.lon) });
    if (postcode !== null) ask('/lookup/postcode', { postcode });
    if (localityName !== null) ask('/lookup/suburb', { suburb: localityName });
  }
}
