import { bytesOf } from '../../../../src/address/index/bytes.ts';
import type { Operations } from '../../../../src/address/operations/call/bind-operations.ts';
import type { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import { CHANGES } from '../../../../src/address/operations/table/rows/changes.ts';
import { ENRICH } from '../../../../src/address/operations/table/rows/enrich.ts';
import { TABLE } from '../../../../src/address/operations/table/table.ts';

/** Ids by which the fake `enrich` is told what to do. */
export const FAKE_IDS = { known: 'GAVIC1', missing: 'GAVIC0', failing: 'FAIL', tower: 'TOWER' };

const geocode = { latitude: -27.5, longitude: 153, type: 'FRONTAGE CENTRE SETBACK', reliability: 2 };
const nothing = { addressLabel: null, localityName: null, state: null, postcode: null, confidence: null };
const record = { ...nothing, geocode, location: null, boundaries: null };
const match = { serviceMatchScore: 80, serviceMatchQuality: 'high' };
const debugInfo = (debug: boolean, queryMode: string) =>
  debug ? { debug: { scoringVersion: 'address-match-v1', queryMode } } : {};

/** What the fake operations were last called with. */
export const lastCall: { parameters: unknown } = { parameters: null };

/**
 * Operations that answer in the right shape, from the parameters alone, without an index: for tests of everything around them.
 */
export const fakeOperations: Operations = {
  ...operationsOfExamples(),
  autocomplete(parameters, out) {
    lastCall.parameters = parameters;
    const { q, state, limit, debug } = parameters;
    const suggestion = { id: q, addressLabel: q, localityName: null, state, postcode: null, ...match };
    const suggestions = Array.from({ length: limit }, () => ({ ...suggestion, ...debugInfo(debug, 'autocomplete') }));
    const answer = { suggestions, total: limit, ...debugInfo(debug, 'autocomplete') };
    write(answer, out);
    return 'high';
  },
  validate(parameters, out) {
    lastCall.parameters = parameters;
    write({ match: { ...record, id: parameters.q }, ...match, ...debugInfo(parameters.debug, 'validate') }, out);
    return 'high';
  },
  enrich(parameters, out) {
    lastCall.parameters = parameters;
    const { id, debug } = parameters;
    if (id === FAKE_IDS.missing) return false;
    if (id.startsWith(FAKE_IDS.failing)) {
      out.ascii('{"id":"half an answ');
      throw new RangeError(`no room for ${id}`);
    }
    const secondaries =
      id === FAKE_IDS.tower
        ? Array.from({ length: 20_000 }, (_, i) => ({ id: `U${i}`, addressLabel: `UNIT ${i}` }))
        : [];
    write({ ...(ENRICH.example as object), id, secondaries, ...debugInfo(debug, 'enrich') }, out);
    return true;
  },
  reverse(parameters, out) {
    lastCall.parameters = parameters;
    const { lat, lon, debug } = parameters;
    write(
      { results: [{ ...record, id: `${lat} ${lon}`, distance_m: 0 }], total: 1, ...debugInfo(debug, 'reverse') },
      out,
    );
  },
  lookupPostcode(parameters, out) {
    lastCall.parameters = parameters;
    write({ postcode: parameters.postcode, localities: [], ...debugInfo(parameters.debug, 'lookup') }, out);
  },
  lookupSuburb(parameters, out) {
    lastCall.parameters = parameters;
    const { suburb, state, debug } = parameters;
    const filter = state === null ? {} : { state };
    write({ suburb, postcodes: [], address_count: 0, ...filter, ...debugInfo(debug, 'lookup') }, out);
  },
  changes(parameters, out) {
    lastCall.parameters = parameters;
    const { id, debug } = parameters;
    if (id === FAKE_IDS.missing) return false;
    write({ ...(CHANGES.example as object), id, ...debugInfo(debug, 'lookup') }, out);
    return true;
  },
};

/** Operations that answer with the examples of their rows. */
function operationsOfExamples(): Operations {
  const all = TABLE.map(({ name, returns, example }) => {
    const answer = (parameters: { readonly debug: boolean }, out: JsonBytes) => {
      lastCall.parameters = parameters;
      write({ ...(example as object), ...debugInfo(parameters.debug, 'lookup') }, out);
      return returns === 'found' ? true : undefined;
    };
    return [name, answer] as const;
  });
  return Object.fromEntries(all) as unknown as Operations;
}

function write(answer: unknown, out: JsonBytes): void {
  const json = new TextEncoder().encode(JSON.stringify(answer));
  out.raw(bytesOf(json.buffer), 0, json.length);
}
