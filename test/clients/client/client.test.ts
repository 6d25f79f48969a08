import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  type BatchResult,
  type Client,
  type ClientOptions,
  ConnectionError,
  createClient,
  type EnrichBatchResult,
  isApiError,
  type LetterboxError,
} from '../../../src/clients/client/client.ts';
import { pause } from '../../../src/clients/client/retry.ts';
import { FAKE_IDS } from '../../service/http/support/fake-operations.ts';
import { KEYS, startFakeServer } from '../../service/http/support/fake-server.ts';
import { SAMPLE, type SampleService, startSampleService } from './sample-service.ts';

let service: SampleService;
beforeAll(async () => {
  service = await startSampleService();
});
afterAll(() => service.stop());

/** A client that waits for nothing, and what it has sent and waited for. */
function recorded(apiKey: string | undefined, options: Partial<ClientOptions> = {}) {
  const requests: string[] = [];
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: service.url,
    ...(apiKey !== undefined && { apiKey }),
    fetch: (url, init) => {
      requests.push(String(url));
      return fetch(url, init);
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
    ...options,
  });
  return { client, requests, pauses };
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (answer) => expect.unreachable(`answered ${JSON.stringify(answer)}`),
    (failure) => failure,
  );
}

const CALLS: Readonly<
  Record<
    Exclude<keyof Client, 'validateBatch' | 'enrichBatch' | 'changesBatch'>,
    (client: Client) => Promise<{ data: unknown; requestId: string }>
  >
> = {
  autocomplete: (client) =>
    client.autocomplete({ q: '2 perth st & sunn+', limit: 3, lat: SAMPLE.lat, lon: SAMPLE.lon }),
  validate: (client) => client.validate({ q: SAMPLE.line, debug: true }),
  enrich: (client) => client.enrich({ id: SAMPLE.id }),
  reverseGeocode: (client) => client.reverseGeocode({ lat: SAMPLE.lat, lon: SAMPLE.lon, radius: 50 }),
  lookupPostcode: (client) => client.lookupPostcode({ postcode: '0872' }),
  lookupSuburb: (client) => client.lookupSuburb({ suburb: 'sunnybank', state: 'QLD' }),
  lookupLocality: (client) => client.lookupLocality({ q: 'sunn', limit: 2 }),
  lookupStreet: (client) => client.lookupStreet({ locality: 'sunnybank', q: undefined }),
  changes: (client) => client.changes({ id: SAMPLE.id, since: '2026.08' }),
};

describe('An answer', () => {
  it.each(Object.entries(CALLS))(
    'of %s is that of the service, with its request id and credits',
    async (_name, call) => {
      const { client, requests } = recorded(service.keys.payg);
      const answer = await call(client);
      expect(answer).toMatchObject({
        requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/),
        credits: { product: 'address', over: false, paymentOverdue: false },
      });
      const raw = await fetch(requests[0], { headers: { 'X-Api-Key': 'demo' } });
      expect(answer.data).toEqual(await raw.json());
    },
  );

  it('finds the sample address by each way that leads to it', async () => {
    const { client } = recorded('demo');
    const { data: typed } = await client.autocomplete({ q: '2 perth st sunn', debug: undefined });
    const { data: whole } = await client.validate({ q: SAMPLE.line });
    const { data: near } = await client.reverseGeocode({ lat: SAMPLE.lat, lon: SAMPLE.lon });
    const found = [typed.suggestions[0].id, whole.match?.id, near.results[0].id];
    expect(found).toEqual([SAMPLE.id, SAMPLE.id, SAMPLE.id]);
    const { data: document } = await client.enrich({ id: found[0]! });
    expect(document).toMatchObject({ addressLabel: SAMPLE.label, components: { streetName: 'PERTH' } });
  });

  it('tells the included credits and what remains of them', async () => {
    const { credits } = await recorded(service.keys.five).client.validate({ q: SAMPLE.line });
    expect(credits).toMatchObject({ limit: 5, remaining: 4 });
    expect(new Date(credits!.resetsAt).getTime()).toBeGreaterThan(Date.now());
  });
});

/** What a program makes of a result. That this compiles is the point: `status` alone tells a result from an error. */
function told(result: BatchResult | EnrichBatchResult): string {
  if (result.status !== 200) return result.error.code;
  return 'match' in result.result ? String(result.result.serviceMatchScore) : result.result.id;
}

describe('A batch', () => {
  it('§12.8: takes lists as a call does', async () => {
    const { client } = recorded(service.keys.payg);
    const { data } = await client.validateBatch([{ q: SAMPLE.line, include: ['abbreviated', 'formatted'] }]);
    const [first] = data.results;
    expect(first.status === 200 && first.result.match?.formatted?.full).toBe('2 Perth St, Sunnybank QLD 4109');
  });

  it('has the answer to each of its queries, which its status tells from an error', async () => {
    const { client } = recorded(service.keys.payg);
    const { data } = await client.validateBatch([SAMPLE.line, { q: '' }, { q: 'nowhere at all', debug: true }]);
    expect(data.results.map(({ status }) => status)).toEqual([200, 400, 200]);
    expect(data.results.map(told)).toEqual(['100', 'INVALID_PARAMETERS', '0']);
    const [first] = data.results;
    if (first.status !== 200) throw new Error(first.error.message);
    expect(first.result).toEqual((await client.validate({ q: SAMPLE.line })).data);
    const { id } = first.result.match!;
    const documents = await client.enrichBatch([id, { id: 'GANOWHERE' }]);
    expect(documents.data.results.map(told)).toEqual([id, 'NOT_FOUND']);
  });

  it('is answered as far as there are credits', async () => {
    const { client } = recorded(service.keys.batched);
    const { data } = await client.validateBatch(Array(7).fill(SAMPLE.line));
    expect(data.results.map(told)).toEqual([...Array(5).fill('100'), ...Array(2).fill('QUOTA_EXCEEDED')]);
    const failure = await failureOf(client.validateBatch([SAMPLE.line]));
    if (!isApiError(failure, 'QUOTA_EXCEEDED')) throw failure;
    expect(failure.details).toMatchObject({ used: 5, limit: 5, required: 1 });
  });
});

describe('A refusal', () => {
  it.each([
    { code: 'MISSING_API_KEY', status: 401, key: () => undefined },
    { code: 'INVALID_API_KEY', status: 401, key: () => 'lbx_live_nonsense' },
    { code: 'PRODUCT_NOT_ALLOWED', status: 403, key: () => service.keys.weather },
  ])('$code is thrown as it is, after one request', async ({ code, status, key }) => {
    const { client, requests } = recorded(key());
    const failure = await failureOf(client.validate({ q: SAMPLE.line }));
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ code, status, requestId: expect.stringMatching(/^req_/), retryAfter: null });
    expect(requests).toHaveLength(1);
  });

  it('of parameters says what is wrong with each', async () => {
    const { client, requests } = recorded('demo');
    const failure = await failureOf(client.reverseGeocode({ lat: 91, lon: Number.NaN }));
    if (!isApiError(failure, 'INVALID_PARAMETERS')) throw failure;
    expect(Object.keys(failure.details)).toEqual(['lat', 'lon']);
    expect(requests).toHaveLength(1);
  });

  it('of an id that is no address is NOT_FOUND, and charged', async () => {
    const { client, requests } = recorded(service.keys.payg);
    const failure = await failureOf(client.enrich({ id: 'GAXXX1' }));
    expect(failure).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Address not found: GAXXX1',
      credits: { product: 'address' },
    });
    expect(requests).toHaveLength(1);
  });

  it('for want of credits is never repeated', async () => {
    const { client, requests, pauses } = recorded(service.keys.five);
    await client.enrich({ id: SAMPLE.id });
    requests.length = 0;
    const failure = await failureOf(client.enrich({ id: SAMPLE.id }));
    if (!isApiError(failure, 'QUOTA_EXCEEDED')) throw failure;
    expect(failure.details).toMatchObject({ product: 'address', limit: 5, required: 3 });
    expect([requests.length, pauses]).toEqual([1, []]);
  });

  it('of a burst is repeated after the seconds that the service says, and then answered', async () => {
    const pauses: number[] = [];
    const { client, requests } = recorded(service.keys.burst, {
      retry: { random: () => 0.5 },
      pause: (milliseconds, signal) => {
        pauses.push(milliseconds);
        return pause(milliseconds, signal);
      },
    });
    await client.validate({ q: SAMPLE.line });
    await client.validate({ q: SAMPLE.line });
    expect(pauses).toEqual([1050]);
    expect(requests).toHaveLength(3);
  });

  it('of a burst that lasts longer than the client is to wait is thrown at once', async () => {
    const { client, requests, pauses } = recorded(service.keys.seldom);
    await client.validate({ q: SAMPLE.line });
    const failure = (await failureOf(client.validate({ q: SAMPLE.line }))) as ApiError;
    expect(failure).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(failure.retryAfter).toBeGreaterThan(60);
    expect([requests.length, pauses]).toEqual([2, []]);
  });
});

describe('A failure', () => {
  it('of the service is repeated as often as wanted, with growing pauses, and then thrown', async () => {
    const server = await startFakeServer();
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { client, requests, pauses } = recorded(KEYS.good, { baseUrl, retry: { retries: 4, random: () => 0.5 } });
    const failure = await failureOf(client.enrich({ id: FAKE_IDS.failing }));
    server.close();
    expect(failure).toMatchObject({ code: 'INTERNAL_ERROR', status: 500 });
    expect(requests).toHaveLength(5);
    expect(pauses).toEqual([125, 250, 500, 1000]);
  });

  it('to connect is repeated, and names the host and the reason', async () => {
    const server = await startFakeServer();
    server.close();
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const { client, requests, pauses } = recorded('demo', { baseUrl });
    const failure = (await failureOf(client.validate({ q: SAMPLE.line }))) as LetterboxError;
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure.message).toBe(`No answer from 127.0.0.1:${server.port}: ECONNREFUSED`);
    expect([requests.length, pauses.length]).toEqual([3, 2]);
  });
});
