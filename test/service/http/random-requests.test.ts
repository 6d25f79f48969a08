import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../support/cases.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { assertDescribed, operations } from './support/description.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from './support/letterbox.ts';
import { bytes, RawConnection, type RawResponse } from './support/raw-http.ts';

const KEY = 'random-requests';

/** One request, and what its response is to be held against. */
interface RandomRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Bytes as Latin-1 text; a request line may hold any but controls and the space. */
const rawText = fc
  .array(
    fc.integer({ min: 0x21, max: 0xff }).filter((byte) => byte !== 0x7f),
    { maxLength: 12 },
  )
  .map((codes) => String.fromCharCode(...codes));

const hexPair = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`);

const addressWords = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '1',
        '12A',
        'unit',
        '5/12',
        'main',
        'street',
        'st',
        'the',
        'road',
        'vic',
        '3000',
        'mount',
        "o'",
        ',',
        ' ',
        '-',
        'lot',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((words) => encodeURIComponent(words.join(' ')));

const value = fc.oneof(
  { weight: 3, arbitrary: addressWords },
  fc.constantFrom(
    '',
    'true',
    'false',
    'TRUE',
    'VIC',
    '3000',
    '0872',
    '5',
    '-37.8',
    '144.9',
    '1e309',
    'NaN',
    '%',
    '%4',
    '%00',
    '+',
    '9'.repeat(400),
  ),
  fc.double().map(String),
  fc.integer().map(String),
  rawText,
  fc.array(hexPair, { maxLength: 8 }).map((pairs) => pairs.join('')),
  fc
    .constantFrom('a', '%F0%9F%98%80', '+', '%20', '7')
    .chain((unit) => fc.integer({ min: 60, max: 600 }).map((n) => unit.repeat(n))),
);

const names = [
  ...new Set(Object.values(operations).flatMap(({ parameters = [] }) => parameters.map(({ name }) => name))),
];
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...names) },
  rawText,
  fc.constantFrom('%71', '__proto__', '', 'q[]', 'Q'),
);

const pair = fc.oneof(
  { weight: 9, arbitrary: fc.tuple(name, value).map(([name, value]) => `${name}=${value}`) },
  rawText.map((text) => text.replaceAll('?', '')),
);

/** A query that names every required parameter of a path, so that operations are reached, and some noise. */
const query = (path: string) =>
  fc
    .tuple(
      fc.tuple(
        ...(operations[path]?.parameters ?? []).map(({ name, example, required }) =>
          fc.oneof(
            { weight: required ? 8 : 1, arbitrary: fc.constant(`${name}=${encodeURIComponent(example)}`) },
            { weight: 3, arbitrary: value.map((text) => `${name}=${text}`) },
            { weight: required ? 1 : 8, arbitrary: fc.constant('') },
          ),
        ),
      ),
      fc.array(pair, { maxLength: 3 }),
    )
    .map(([own, noise]) => [...own, ...noise].filter((part) => part !== '').join('&'));

const paths = Object.keys(operations);
const target = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...paths).chain((path) => query(path).map((text) => `${path}?${text}`)) },
  fc.constantFrom(...paths, ...paths.map((path) => `${path}/`), '/', '/v1/address', '//', '/*', '/%2e%2e/'),
  rawText.map((text) => `/${text}`),
);

const headers = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant([`X-Api-Key: ${KEY}`]) },
      fc.constant([]),
      rawText.map((text) => [`X-Api-Key: ${text}`]),
      fc.constant([`X-Api-Key: ${KEY}`, 'X-Api-Key: other']),
    ),
    fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z][A-Za-z-]{0,12}$/), rawText), { maxLength: 3 }),
  )
  .map(([key, noise]) => [
    ...key,
    ...noise.filter(([name]) => !RESERVED.test(name)).map(([name, text]) => `${name}: ${text}`),
  ]);

/** Headers that would change how the connection goes on. */
const RESERVED = /^(?:host|connection|content-length|transfer-encoding|expect|upgrade|x-api-key)$/i;

/** Longer heads are answered 431 at 16 KiB, and end the connection with what waits on it. */
const LONGEST_HEAD = 16_000;

const requests: fc.Arbitrary<RandomRequest> = fc
  .record({
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant('GET') },
      { weight: 2, arbitrary: fc.constant('HEAD') },
      fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'get', 'head', 'G', 'PROPFIND', 'x-y_z'),
    ),
    target,
    headers,
    body: fc.oneof({ weight: 9, arbitrary: fc.constant('') }, rawText),
  })
  .filter((request) => toBytes(request).length - request.body.length <= LONGEST_HEAD);

function toBytes({ method, target, headers, body }: RandomRequest): string {
  const length = body === '' ? [] : [`Content-Length: ${body.length}`];
  return `${method} ${target} HTTP/1.1\r\n${['Host: a', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`;
}

/** Holds a response against the description; the status against what is plain from the request. */
function check({ method, target }: RandomRequest, response: RawResponse): void {
  const path = target.split('?')[0].replace(/^(\/(?:photon|nominatim)\/\w+)\/$/, '$1');
  const known = operations[path] !== undefined && (method === 'GET' || method === 'HEAD');
  assertDescribed(known ? path : '/elsewhere', response, method === 'HEAD');
  expect(response.status).not.toBe(500);
  if (!known) expect(response.status, `${method} ${target}`).toBe(404);
}

/** Whether a request is the last of its connection: it has a body, or a method that may have one. */
function ends({ method, body }: RandomRequest): boolean {
  return body !== '' || (method !== 'GET' && method !== 'HEAD');
}

describe('random requests', () => {
  let service: Letterbox;
  beforeAll(async () => {
    const index = sampleIndex();
    service = await runLetterbox([
      '--index',
      index,
      '--workers',
      '2',
      '--dev-key',
      KEY,
      '--slow-ms',
      '0',
      '--pages',
      'none',
    ]);
  });
  afterAll(async () => {
    expect(await stopLetterbox(service)).toBe(0);
  });

  it('get one answer each, in order and as described, on connections that stay open (6 000 requests in a full run)', async () => {
    let sent = 0;
    const statuses = new Map<number, number>();
    const batch = fc.tuple(
      fc.tuple(
        fc.array(
          requests.filter((request) => !ends(request) && request.method !== 'HEAD'),
          { minLength: 20, maxLength: 60 },
        ),
        requests,
      ),
      fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 40 }),
    );
    await fc.assert(
      fc.asyncProperty(batch, async ([[first, last], cuts]) => {
        const requests = [...first, last];
        const connection = new RawConnection(service.port);
        let rest = bytes(requests.map(toBytes).join(''));
        for (const cut of cuts) {
          connection.send(rest.subarray(0, cut));
          rest = rest.subarray(cut);
          await new Promise((resolve) => setImmediate(resolve));
        }
        connection.send(rest);
        for (const request of requests) {
          const response = await connection.next(request.method === 'HEAD');
          if (response === null) throw new Error(`no response to ${JSON.stringify(request)}`);
          check(request, response);
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          sent++;
        }
        if (ends(last)) expect(await connection.next()).toBeNull();
        connection.end();
      }),
      { numRuns: cases(60, 205) },
    );
    expect(sent).toBeGreaterThan(cases(1500, 6_000));
    expect([...statuses.keys()].sort()).toEqual([200, 400, 401, 404]);
    expect(statuses.get(200)).toBeGreaterThan(cases(150, 600));
  });

  it('that are not HTTP are refused as described or not at all, and harm nobody else', async () => {
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
    const damaged = fc.tuple(requests, noise, fc.nat(), fc.nat(40)).map(([request, noise, at, length]) => {
      const whole = toBytes(request);
      const cut = at % whole.length;
      return whole.slice(0, cut) + noise + whole.slice(cut + length);
    });
    const neighbour = new RawConnection(service.port);
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, noise), async (data) => {
        const connection = new RawConnection(service.port);
        connection.send(bytes(data));
        await new Promise((resolve) => setTimeout(resolve, 3));
        for (const [, status] of connection.unread().matchAll(/^HTTP\/1\.1 ([0-9]*)/gm)) {
          expect(['200', '400', '401', '404', '431', '505']).toContain(status);
        }
        connection.end();
        neighbour.send('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
        expect((await neighbour.next())?.status).toBe(200);
      }),
      { numRuns: cases(150, 500) },
    );
    neighbour.end();
  });

  it('leave no failure in the log, and both workers running', () => {
    for (const message of ['internal error', 'worker failed', 'worker ended'])
      expect(logged(service, message)).toEqual([]);
    expect(logged(service, 'worker listening')).toHaveLength(2);
    expect(service.stderr()).toBe('');
  });
});
