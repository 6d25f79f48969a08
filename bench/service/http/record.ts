import { Random } from '../../../build-index/generate/random.ts';
import { idOf } from '../../../src/address/index/id-hash.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { KnownAddress } from '../../../src/address/operations/table/operation.ts';
import { ROUTES, type Route } from '../../../src/service/http/routes.ts';

/** By path: request targets, and the body that answers each. */
export type RecordedAnswers = Record<string, { readonly target: string; readonly body: string }[]>;

/** The fields that requests are made from. */
interface Sampled {
  readonly id: string;
  readonly addressLabel: string;
  readonly localityName: string;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
}

/**
 * Requests of every operation about `count` random addresses of an index, and their answers: for
 * autocomplete a beginning of the address, for validate the whole of it, for reverse a point within
 * some 50 m of it, for localities a beginning of its locality's name, for streets that locality,
 * and for any other the first query of its row in the operation table.
 */
export function recordAnswers(index: AddressIndex, count: number, seed: number): RecordedAnswers {
  const random = new Random(seed, 'requests');
  const next = () => random.fraction();
  const operations = bindOperations(index);
  const out = new JsonBytes();
  const records = index.columns.addressHead.length;
  const answers: RecordedAnswers = Object.fromEntries(ROUTES.map(({ path }) => [path, []]));
  const queries: Readonly<Partial<Record<Route['operation'], (sampled: Sampled) => Record<string, string>>>> = {
    autocomplete: ({ addressLabel, localityName }) => {
      const whole = `${addressLabel} ${localityName}`.toLowerCase();
      return { q: whole.slice(0, 3 + Math.floor(next() * (whole.length - 2))) };
    },
    validate: ({ addressLabel, localityName, state, postcode }) => ({
      q: `${addressLabel}, ${localityName} ${state} ${postcode}`,
    }),
    reverse: ({ location }) => ({
      lat: (location!.lat + (next() - 0.5) / 1000).toFixed(7),
      lon: (location!.lon + (next() - 0.5) / 1000).toFixed(7),
    }),
    lookupPostcode: ({ postcode }) => ({ postcode: postcode! }),
    lookupSuburb: ({ localityName }) => ({ suburb: localityName }),
    lookupLocality: ({ localityName }) => ({ q: localityName.slice(0, 1 + Math.floor(next() * localityName.length)) }),
    lookupStreet: ({ localityName }) => ({ locality: localityName }),
  };
  for (let recorded = 0; recorded < count; ) {
    out.reset();
    const id = idOf(index, Math.floor(next() * records));
    if (!operations.enrich({ id, debug: false }, out)) continue;
    const sampled = JSON.parse(Buffer.from(out.view()).toString()) as Sampled;
    if (sampled.addressLabel === null || sampled.postcode === null || sampled.location === null) continue;
    for (const route of ROUTES) {
      const query = new URLSearchParams(
        queries[route.operation]?.(sampled) ?? route.row.queries(knownAddress(sampled))[0],
      ).toString();
      out.reset();
      const refusal = route.answer(operations, query, out);
      if (refusal !== null) throw new Error(`${route.path}?${query} is answered by ${refusal.code}`);
      answers[route.path].push({ target: `${route.path}?${query}`, body: Buffer.from(out.view()).toString() });
    }
    recorded++;
  }
  return answers;
}

function knownAddress({ id, addressLabel, localityName, state, postcode, location }: Sampled): KnownAddress {
  const { lat, lon } = location!;
  return { id, label: addressLabel, locality: localityName, state: state!, postcode: postcode!, lat, lon };
}
