import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError, type ClientOptions, createClient, type LetterboxError } from '../../../src/clients/client/client.ts';
import { DEFAULT_RETRY, retryPause } from '../../../src/clients/client/retry.ts';

type Answerer = (response: ServerResponse, request: IncomingMessage) => void;

const ANSWER = { match: null, serviceMatchScore: 0, serviceMatchQuality: 'none' };
const answer: Answerer = (response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(ANSWER));
};
const badGateway: Answerer = (response) => {
  response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
};
const silence: Answerer = () => {};
const halfAnAnswer: Answerer = (response) => {
  response.writeHead(200, { 'Content-Length': 1000 });
  response.write('{"match":', () => response.destroy());
};

/** What the server does with its requests, in order; the last one goes on. */
let script: Answerer[] = [];
let requests: IncomingMessage[] = [];
let connections = 0;
let server: Server;
beforeEach(async () => {
  script = [answer];
  requests = [];
  connections = 0;
  server = createServer((request, response) => {
    requests.push(request);
    (script.length > 1 ? script.shift()! : script[0])(response, request);
  });
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const port = () => (server.address() as AddressInfo).port;

function client(options: Partial<ClientOptions> = {}) {
  const pauses: number[] = [];
  const made = createClient({
    baseUrl: `http://127.0.0.1:${port()}/`,
    apiKey: 'secret',
    pause: async (milliseconds) => void pauses.push(milliseconds),
    ...options,
  });
  return { validate: made.validate, pauses };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('answered'),
    (failure) => failure as LetterboxError,
  );

describe('An attempt', () => {
  it('is repeated after a proxy’s error page, a lost connection and half an answer', async () => {
    script = [badGateway, (response) => response.destroy(), halfAnAnswer, answer];
    const { validate, pauses } = client({ retry: { retries: 3 } });
    expect((await validate({ q: 'x' })).data).toEqual(ANSWER);
    expect([requests.length, pauses.length]).toEqual([4, 3]);
  });

  it('ends when it takes too long, however far it is, and is repeated', async () => {
    const headOnly: Answerer = (response) => void response.writeHead(200, { 'Content-Length': 10 }).write('{');
    script = [silence, headOnly, answer];
    const { validate } = client({ timeoutMs: 50 });
    expect((await validate({ q: 'x' })).data).toEqual(ANSWER);
    script = [silence];
    const failure = await failureOf(validate({ q: 'x' }, { timeoutMs: 20 }));
    expect([failure.name, failure.message]).toEqual(['TimeoutError', 'No answer within 20 ms']);
  });

  it('rejects with the reason of the caller’s signal: before, during, and in a pause', async () => {
    script = [silence];
    const reason = new Error('typed on');
    const { validate } = client();
    expect(await failureOf(validate({ q: 'x' }, { signal: AbortSignal.abort(reason) }))).toBe(reason);
    expect(requests).toEqual([]);

    const stop = new AbortController();
    const asking = failureOf(validate({ q: 'x' }, { signal: stop.signal }));
    await expect.poll(() => requests.length).toBe(1);
    const lost = new Promise((resolve) => requests[0].socket.once('close', resolve));
    stop.abort(reason);
    expect(await asking).toBe(reason);
    await lost;

    script = [badGateway];
    const stopLater = new AbortController();
    const real = createClient({
      baseUrl: `http://127.0.0.1:${port()}`,
      retry: { firstPauseMs: 60_000, random: () => 0.9 },
    });
    const waiting = failureOf(real.validate({ q: 'x' }, { signal: stopLater.signal }));
    await expect.poll(() => requests.length).toBe(2);
    setTimeout(() => stopLater.abort(reason), 20);
    expect(await waiting).toBe(reason);
    expect(requests).toHaveLength(2);
  });

  it('does not follow a redirect, which would take the key along', async () => {
    script = [(response) => response.writeHead(308, { Location: 'https://elsewhere.example/' }).end()];
    const failure = await failureOf(client().validate({ q: 'x' }));
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 308 });
    expect(failure.message).toContain('https://elsewhere.example/');
    expect(requests).toHaveLength(1);
  });

  it('names what answered instead of the service', async () => {
    script = [(response) => response.setHeader('Content-Type', 'text/html').end('<p>Sign in to this Wi-Fi</p>')];
    const failure = await failureOf(client().validate({ q: 'x' }));
    expect(failure.message).toBe('Status 200 with text/html instead of an answer: <p>Sign in to this Wi-Fi</p>');
  });

  it('uses the connection of the one before, refusals included', async () => {
    const refuse: Answerer = (response) =>
      response
        .writeHead(404)
        .end(JSON.stringify({ error: { code: 'NOT_FOUND', message: 'no', status: 404, request_id: 'r' } }));
    script = [refuse, answer];
    const { validate } = client();
    await failureOf(validate({ q: 'x' }));
    for (let i = 0; i < 20; i++) await validate({ q: 'x' });
    // `fetch` of Node.js opens a second one where the first is not yet known to be free.
    expect(connections).toBeLessThanOrEqual(2);
  });

  it('sends the key and the parameters that are given, percent-encoded', async () => {
    await client().validate({ q: 'Á 1/2 & +', debug: undefined });
    expect(requests[0].headers['x-api-key']).toBe('secret');
    expect(requests[0].url).toBe('/v1/address/validate?q=%C3%81+1%2F2+%26+%2B');
  });
});

describe('A client', () => {
  it.each([
    [{ baseUrl: 'addresses.example.com' }, /absolute URL/],
    [{ baseUrl: 'ftp://addresses.example.com' }, /http or https/],
    [{ baseUrl: 'https://addresses.example.com/?a=b' }, /no query/],
    [{ baseUrl: 'https://addresses.example.com', apiKey: 'a\nb' }, /visible ASCII/],
  ])('is not made with %o', (options, message) => {
    expect(() => createClient(options)).toThrow(message);
  });
});

describe('The pause before another attempt', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const refusal = (code: string, retryAfter: number | null) =>
    new ApiError({
      code,
      message: '',
      status: 429,
      requestId: '',
      details: undefined as never,
      retryAfter,
      credits: null,
    });

  it('is never shorter than Retry-After, and at most a tenth longer', () => {
    fc.assert(
      fc.property(random, fc.integer({ min: 1, max: 60 }), fc.nat(9), (jitter, seconds, attempt) => {
        const policy = { ...DEFAULT_RETRY, retries: 10, random: () => jitter };
        const pause = retryPause(refusal('RATE_LIMITED', seconds), attempt, policy)!;
        expect(pause).toBeGreaterThanOrEqual(seconds * 1000);
        expect(pause).toBeLessThanOrEqual(seconds * 1100);
      }),
    );
  });

  it('is anything below a bound that doubles up to the longest, where nothing is said', () => {
    fc.assert(
      fc.property(random, fc.nat(60), (jitter, attempt) => {
        const policy = { ...DEFAULT_RETRY, retries: 100, random: () => jitter };
        const pause = retryPause(refusal('INTERNAL_ERROR', null), attempt, policy)!;
        expect(pause).toBe(Math.floor(jitter * Math.min(8000, 250 * 2 ** attempt)));
      }),
    );
  });

  it('is none after the last attempt, and none after an answer that would be the same again', () => {
    const codes = [
      'INVALID_PARAMETERS',
      'MISSING_API_KEY',
      'INVALID_API_KEY',
      'PRODUCT_NOT_ALLOWED',
      'NOT_FOUND',
      'QUOTA_EXCEEDED',
    ];
    for (const code of codes) expect(retryPause(refusal(code, 1), 0, DEFAULT_RETRY)).toBeNull();
    expect(retryPause(refusal('RATE_LIMITED', 1), DEFAULT_RETRY.retries, DEFAULT_RETRY)).toBeNull();
  });
});
