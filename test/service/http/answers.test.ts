import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconciliationCalls } from '../../../src/service/http/openapi/reconciliation-paths.ts';
import { BATCHES, ROUTES } from '../../../src/service/http/routes.ts';
import { VERSION } from '../../../src/system/version.ts';
import { assertDescribed, operations } from './support/description.ts';
import { FAKE_IDS } from './support/fake-operations.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';
import { bytes, head, headerOf, RawConnection, type RawResponse, request, requestBytes } from './support/raw-http.ts';

const key = { 'X-Api-Key': KEYS.good };

/** A request that each operation answers with 200. */
const ADDRESS = {
  id: FAKE_IDS.known,
  label: '1 SMITH ST',
  locality: 'HAMPTON',
  state: 'VIC',
  postcode: '3188',
  lat: -37.8,
  lon: 144.9,
};
const GOOD = Object.fromEntries(
  ROUTES.map(({ row, path }) => [path, new URLSearchParams(row.queries(ADDRESS)[0]).toString()]),
);

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer();
});
afterAll(() => server.close());

/** The error of a body, without the request id, which is held against the header. */
function errorOf(response: RawResponse) {
  const { request_id, ...error } = JSON.parse(response.body.toString()).error;
  expect(request_id).toBe(headerOf(response, 'x-request-id'));
  return error;
}

async function get(target: string, headers: Record<string, string> = key): Promise<RawResponse> {
  const response = await request(server.port, target, headers);
  assertDescribed(target.split('?')[0], response);
  return response;
}

describe.each(Object.entries(GOOD))('%s', (path, query) => {
  it('§2.1: answers 200 with JSON, and exactly the headers of the description', async () => {
    const response = await get(`${path}?${query}`);
    expect(response.status).toBe(200);
    expect(headerOf(response, 'content-type')).toBe('application/json');
    expect(JSON.parse(response.body.toString()).debug).toBeUndefined();
  });

  it('§1.9: shows diagnostics with debug=true, none with debug=false, and refuses other spellings', async () => {
    expect(JSON.parse((await get(`${path}?${query}&debug=true`)).body.toString()).debug.scoringVersion).toBe(
      'address-match-v1',
    );
    expect(JSON.parse((await get(`${path}?${query}&debug=false`)).body.toString()).debug).toBeUndefined();
    for (const odd of ['TRUE', 'True', '1', '', 'true%20', '+true', 'yes']) {
      const response = await get(`${path}?${query}&debug=${odd}`);
      expect(response.status, odd).toBe(400);
      expect(Object.keys(errorOf(response).details)).toEqual(['debug']);
    }
  });

  it('§1.2: answers HEAD as GET, without the body', async () => {
    for (const target of [`${path}?${query}`, path]) {
      const full = await get(target);
      const bare = await request(server.port, target, key, 'HEAD');
      assertDescribed(path, bare, true);
      expect(bare.status).toBe(full.status);
      expect(bare.body.length).toBe(0);
      expect(headerOf(bare, 'content-length')).toBe(headerOf(full, 'content-length'));
      expect(bare.headers.map(([name]) => name).sort()).toEqual(full.headers.map(([name]) => name).sort());
    }
  });

  it('§1.3: is 404 with another method, in another spelling, or with more path', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'get', 'Head', 'PURGE']) {
      const response = await request(server.port, `${path}?${query}`, key, method);
      assertDescribed(path, response);
      expect(errorOf(response)).toEqual({
        code: 'NOT_FOUND',
        message: `Route not found: ${method} ${path}`,
        status: 404,
      });
    }
    for (const other of [
      `${path}/`,
      `${path}/x`,
      `/${path}`,
      path.toUpperCase(),
      path.replace('/v1', ''),
      `${path}%20`,
    ]) {
      const response = await get(`${other}?${query}`, {});
      expect(errorOf(response).message).toBe(`Route not found: GET ${other}`);
    }
  });

  it('§7.2: refuses a missing, an unknown and an unentitled key, in this order before it looks at parameters', async () => {
    for (const target of [`${path}?${query}`, path, `${path}?debug=TRUE&q=%zz`]) {
      expect(errorOf(await get(target, {}))).toEqual({
        code: 'MISSING_API_KEY',
        message: 'Missing X-Api-Key header',
        status: 401,
      });
      expect(errorOf(await get(target, { 'X-Api-Key': 'unknown' }))).toEqual({
        code: 'INVALID_API_KEY',
        message: 'Invalid API key',
        status: 401,
      });
      expect(errorOf(await get(target, { 'X-Api-Key': KEYS.other }))).toEqual({
        code: 'PRODUCT_NOT_ALLOWED',
        message: 'Product not included in your plan',
        status: 403,
        details: { product: 'address', allowed: ['weather', 'tides'] },
      });
    }
  });

  it('§1.10: refuses a request with a body', async () => {
    const bodies = ['Content-Length: 3\r\n\r\nabc', 'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'];
    for (const body of bodies) {
      const refused = await requestBytes(
        server.port,
        `GET ${path}?${query} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEYS.good}\r\n${body}`,
      );
      assertDescribed(path, refused);
      expect(errorOf(refused)).toEqual({
        code: 'INVALID_PARAMETERS',
        message: 'Invalid query parameters',
        status: 400,
        details: { body: ['must be empty'] },
      });
    }
    const empty = await requestBytes(server.port, head(`${path}?${query}`, { ...key, 'Content-Length': '0' }));
    expect(empty.status).toBe(200);
  });

  it('may be stored by no cache, names the attribution, and a 401 says how to authenticate', async () => {
    for (const [sent, status] of [
      [key, 200],
      [{}, 401],
      [{ 'X-Api-Key': 'wrong' }, 401],
    ] as const) {
      const response = await get(`${path}?${query}`, sent);
      expect(response.status).toBe(status);
      expect(headerOf(response, 'cache-control')).toBe('private, no-store');
      expect(headerOf(response, 'link')).toBe('</attribution>; rel="license"');
      expect(headerOf(response, 'www-authenticate')).toBe(status === 401 ? 'ApiKey realm="Letterbox"' : undefined);
    }
  });
});

describe('enrich', () => {
  it('§3.6: is 404 with the id in the message when there is no such address', async () => {
    expect(errorOf(await get(`/v1/address/enrich?id=${FAKE_IDS.missing}`))).toEqual({
      code: 'NOT_FOUND',
      message: `Address not found: ${FAKE_IDS.missing}`,
      status: 404,
    });
  });

  it('sends a document of a megabyte completely', async () => {
    const response = await get(`/v1/address/enrich?id=${FAKE_IDS.tower}`);
    expect(response.body.length).toBeGreaterThan(500_000);
    expect(JSON.parse(response.body.toString()).secondaries).toHaveLength(20_000);
  });
});

describe('a failure inside an operation', () => {
  it('§6.7: is 500 without a word of the reason, and logged under the request id without the query or the key', async () => {
    const id = `${FAKE_IDS.failing}-12-smith-street`;
    const response = await get(`/v1/address/enrich?id=${id}`);
    const error = errorOf(response);
    expect(error).toEqual({ code: 'INTERNAL_ERROR', message: 'Internal server error', status: 500 });
    const line = server.logged.find((line) => line.request_id === headerOf(response, 'x-request-id'))!;
    expect(line).toMatchObject({ level: 50, operation: 'enrich', error: 'RangeError' });
    expect(line.stack).toContain('fake-operations.ts');
    const all = JSON.stringify(server.logged);
    expect(all).not.toContain('smith');
    expect(all).not.toContain(KEYS.good);
    expect((await get(`/v1/address/enrich?id=${FAKE_IDS.known}`)).status).toBe(200);
  });

  it('is 500 also when admission fails', async () => {
    const failing = await startFakeServer({
      admit: () => {
        throw new Error('no counters');
      },
    });
    const response = await request(failing.port, '/v1/address/enrich?id=a', key);
    assertDescribed('/v1/address/enrich', response);
    expect(errorOf(response).code).toBe('INTERNAL_ERROR');
    failing.close();
  });
});

describe('admission', () => {
  const headers = [
    ['X-RateLimit-Product', 'address'],
    ['X-RateLimit-Remaining', '7'],
  ] as const;

  it('receives the status of answers and of later errors, and adds its headers', async () => {
    const settled: number[] = [];
    const settle = (status: number) => {
      settled.push(status);
      return headers;
    };
    const admitting = await startFakeServer({ admit: () => ({ admitted: true, account: 'acme', settle }) });
    const found = await request(admitting.port, `/v1/address/enrich?id=${FAKE_IDS.known}`);
    const missing = await request(admitting.port, `/v1/address/enrich?id=${FAKE_IDS.missing}`);
    const failed = await request(admitting.port, `/v1/address/enrich?id=${FAKE_IDS.failing}`);
    const refused = await request(admitting.port, '/v1/address/enrich');
    expect(settled).toEqual([200, 404, 500, 400]);
    for (const response of [found, missing, failed, refused]) {
      assertDescribed('/v1/address/enrich', response);
      expect(headerOf(response, 'x-ratelimit-product')).toBe('address');
      expect(headerOf(response, 'x-ratelimit-remaining')).toBe('7');
    }
    expect([found, missing, failed, refused].map(({ status }) => status)).toEqual([200, 404, 500, 400]);
    admitting.close();
  });

  it('receives the key as sent, the product, and the operation', async () => {
    const calls: unknown[] = [];
    const noting = await startFakeServer({
      admit: (...call) => {
        calls.push(call.slice(0, 3));
        return { admitted: true, account: 'acme', settle: () => [] };
      },
    });
    for (const [path, query] of Object.entries(GOOD)) await request(noting.port, `${path}?${query}`, key);
    const costs = Object.keys(GOOD).map((path) => operations[path]['x-credit-cost']);
    expect(calls).toEqual(
      Object.keys(GOOD).map((path) => [KEYS.good, 'address', ROUTES.find((route) => route.path === path)!.metered]),
    );
    expect(costs).toEqual(ROUTES.map(({ cost }) => cost));
    noting.close();
  });

  it('can refuse with a status, a code, details and headers of its own', async () => {
    const refusing = await startFakeServer({
      admit: () => ({
        admitted: false,
        status: 429,
        code: 'RATE_LIMITED',
        message: 'Rate limit exceeded',
        details: null,
        headers: [['Retry-After', '1']],
      }),
    });
    const response = await request(refusing.port, '/v1/address/enrich', key);
    assertDescribed('/v1/address/enrich', response);
    expect(response.status).toBe(429);
    expect(headerOf(response, 'retry-after')).toBe('1');
    refusing.close();
  });
});

describe('routes without a key', () => {
  it('report that the process is alive, and which release it serves', async () => {
    expect(JSON.parse((await get('/healthz', {})).body.toString())).toEqual({ status: 'ok', version: VERSION });
    expect(JSON.parse((await get('/readyz', {})).body.toString())).toEqual({
      status: 'ready',
      version: VERSION,
      release: '2026.02',
      asgs: '2021',
      addresses: 451,
      attribution: 'Incorporates G-NAF',
    });
    const response = await get('/attribution', {});
    assertDescribed('/attribution', response);
    expect(JSON.parse(response.body.toString())).toEqual({ attribution: 'Incorporates G-NAF' });
  });

  it('send documents with an entity tag and a date, and 304 to clients that have them', async () => {
    for (const path of ['/openapi.json', '/attribution']) {
      const full = await get(path, {});
      const tag = headerOf(full, 'etag')!;
      expect(headerOf(full, 'last-modified')).toBe('Fri, 01 May 2026 10:00:00 GMT');
      expect(headerOf(full, 'cache-control')).toBe('no-cache');
      for (const [headers, status] of [
        [{ 'If-None-Match': tag }, 304],
        [{ 'If-None-Match': `"other", W/${tag}` }, 304],
        [{ 'If-None-Match': '*' }, 304],
        [{ 'If-None-Match': '"other"' }, 200],
        [{ 'If-None-Match': '"other"', 'If-Modified-Since': 'Sat, 02 May 2026 10:00:00 GMT' }, 200],
        [{ 'If-Modified-Since': 'Fri, 01 May 2026 10:00:00 GMT' }, 304],
        [{ 'If-Modified-Since': 'Fri, 01 May 2026 09:59:59 GMT' }, 200],
        [{ 'If-Modified-Since': 'yesterday' }, 200],
      ] as const) {
        const response = await requestBytes(server.port, head(path, headers), status === 304);
        assertDescribed(path, response);
        expect(response.status, JSON.stringify(headers)).toBe(status);
        expect(headerOf(response, 'etag')).toBe(tag);
      }
    }
  });

  it('send the interface description that the tests check answers against', async () => {
    const document = JSON.parse((await get('/openapi.json', {})).body.toString());
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('2.0.0');
    expect(Object.keys(document.paths).sort()).toEqual(
      [
        ...Object.keys(operations),
        ...BATCHES.map(({ path }) => path),
        ...new Set(reconciliationCalls().map(({ path }) => path)),
      ].sort(),
    );
  });

  it('answer HEAD, and refuse bodies', async () => {
    for (const path of ['/healthz', '/readyz', '/attribution', '/openapi.json']) {
      const full = await get(path, {});
      const bare = await request(server.port, path, {}, 'HEAD');
      expect(headerOf(bare, 'content-length')).toBe(headerOf(full, 'content-length'));
      const refused = await requestBytes(server.port, `${head(path, { 'Content-Length': '1' })}x`);
      assertDescribed(path, refused);
      expect(refused.status).toBe(400);
    }
  });
});

describe('an unknown path', () => {
  it('§1.3: is 404 with method and path, without a key', async () => {
    for (const path of [
      '/',
      '/v1',
      '/v1/address',
      '/v1/address/enrich/x',
      '/%00',
      '/a%20b',
      '/"quoted"\\',
      '/*',
      '/:a',
    ]) {
      const response = await get(path, {});
      expect(errorOf(response)).toEqual({ code: 'NOT_FOUND', message: `Route not found: GET ${path}`, status: 404 });
    }
    const bare = await request(server.port, '/nowhere', {}, 'HEAD');
    expect(bare.status).toBe(404);
    expect(bare.body.length).toBe(0);
  });

  it('may contain bytes that are not UTF-8', async () => {
    const response = await requestBytes(server.port, head('/\xff\xc3\xa9'));
    assertDescribed('/?', response);
    expect(errorOf(response).message).toBe('Route not found: GET /\ufffd\u00e9');
  });
});

describe('request ids', () => {
  it('§2.2: are new for every answer, whatever its status', async () => {
    const seen = new Set<string>();
    const connection = new RawConnection(server.port);
    const targets = [`/v1/address/enrich?id=${FAKE_IDS.known}`, '/v1/address/enrich', '/nowhere', '/healthz'];
    const hundred = Array.from({ length: 100 }, (_, i) => head(targets[i % targets.length], key)).join('');
    for (let i = 0; i < 10_000; i++) {
      if (i % 100 === 0) connection.send(hundred);
      const id = headerOf((await connection.next())!, 'x-request-id')!;
      expect(id).toMatch(/^req_[0-9a-f]{32}$/);
      seen.add(id);
    }
    connection.end();
    expect(seen.size).toBe(10_000);
  });
});

describe('the HTTP layer', () => {
  it('§1.11: takes request heads of up to 16 KiB, and refuses longer ones with 431', async () => {
    const longest = `/v1/address/validate?q=a&unknown=${'x'.repeat(16_384 - 150)}`;
    expect((await get(longest)).status).toBe(200);
    const accented = `/v1/address/validate?q=${'%C3%A9'.repeat(500)}`;
    expect(accented.length).toBeGreaterThan(3000);
    expect((await get(accented)).status).toBe(200);
    for (const length of [16_400, 40_000, 300_000]) {
      const response = await get(`/v1/address/validate?q=${'x'.repeat(length)}`);
      expect(response.status, String(length)).toBe(431);
    }
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`X-${i}`, '1']));
    expect((await get('/healthz', many)).status).toBe(431);
  });

  it('refuses malformed request lines, including raw NUL and other control bytes', async () => {
    const odd = ['\x00', '\x01', '\x1f', '\x7f'].map((c) => head(`/v1/address/validate?q=a${c}b`, key));
    for (const data of [
      ...odd,
      'hello world\r\nHost: a\r\n\r\n',
      'GET / HTTP/1.0\r\nHost: a\r\n\r\n',
      head('*'),
      head('http://a/'),
    ]) {
      const response = await requestBytes(server.port, bytes(data));
      assertDescribed('/v1/address/validate', response);
      expect([400, 505], JSON.stringify(data)).toContain(response.status);
    }
    expect((await get('/healthz', {})).status).toBe(200);
  });
});
