import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Admit, BatchPart } from '../../../src/service/admission/admit.ts';
import {
  creditsOf,
  newWorkerCounts,
  OPERATION_LABELS,
  workerCountsIn,
} from '../../../src/service/telemetry/worker-counts.ts';
import { description, problemsOf } from '../http/support/description.ts';
import { FAKE_IDS, fakeOperations } from '../http/support/fake-operations.ts';
import { type FakeServer, KEYS, startFakeServer } from '../http/support/fake-server.ts';
import { head, headerOf, RawConnection, type RawResponse } from '../http/support/raw-http.ts';

/** What admission was asked, with which key, and the credits that there are. */
let asked: { readonly key: string | null; readonly part: BatchPart | undefined; readonly operation: number }[] = [];
let credits = Number.POSITIVE_INFINITY;

const COSTS = [1, 1, 3];
const admit: Admit = (key, _product, operation, _caller, part) => {
  asked.push({ key, part, operation });
  const refused = { admitted: false, message: 'refused', details: null, headers: [] } as const;
  if (key !== KEYS.good) return { ...refused, status: 401, code: 'INVALID_API_KEY' };
  if (credits < COSTS[operation]) return { ...refused, status: 429, code: 'QUOTA_EXCEEDED' };
  if (part !== 'head') credits -= COSTS[operation];
  return { admitted: true, account: 'acme', settle: () => [['X-RateLimit-Product', 'address']] };
};

/** Texts that match nothing, and that match without certainty. */
const NOWHERE = 'nowhere';
const MEDIUM = 'perhaps';
const address = { addressLabel: '1 A STREET', localityName: 'B', state: 'QLD' as const, postcode: '4000' };
const scoreOf = (score: number) => ({ serviceMatchScore: score, serviceMatchQuality: 'medium' });
const operations: typeof fakeOperations = {
  ...fakeOperations,
  validate(parameters, out) {
    const { q } = parameters;
    const quality = q.startsWith(MEDIUM) ? 'medium' : q === NOWHERE ? 'none' : 'high';
    const score = { high: 100, medium: 60, none: 0 }[quality];
    const match = quality === 'none' ? null : { id: `for ${q}`, ...address };
    const alternatives =
      quality === 'medium' ? [40, 50].map((n) => ({ ...address, id: `other ${n}`, ...scoreOf(n) })) : [];
    out.utf8(JSON.stringify({ match, serviceMatchScore: score, serviceMatchQuality: quality, alternatives }));
    return quality;
  },
  autocomplete({ limit }, out) {
    const suggestion = (i: number) => ({
      id: `other ${i}`,
      ...address,
      serviceMatchScore: 40 + 10 * i,
      serviceMatchQuality: 'low',
    });
    const suggestions = Array.from({ length: Math.min(limit, 4) }, (_, i) => suggestion(i));
    out.utf8(JSON.stringify({ suggestions, total: suggestions.length }));
    return 'low';
  },
};

const counts = workerCountsIn(newWorkerCounts());
let server: FakeServer;
let keyless: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({ admit, operations, counts });
  keyless = await startFakeServer({
    admit,
    operations,
    keyless: () => ({ admitted: true, account: 'development', settle: () => [] }),
  });
});
afterAll(() => {
  server.close();
  keyless.close();
});
beforeEach(() => {
  asked = [];
  credits = Number.POSITIVE_INFINITY;
});

const PATH = `/reconcile/${KEYS.good}`;
const urlOf = (path: string, { port } = server) => `http://127.0.0.1:${port}${path}`;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** An answer, which is to be one that the interface description has. */
async function answered(response: Response, method: 'get' | 'post'): Promise<Answered> {
  const { status, headers, url } = response;
  const body = (await response.json()) as Record<string, unknown>;
  const path = new URL(url).pathname.replace(
    /^\/reconcile(?:\/[^/]*(?=$|\/(?!entity|type|property|propose)))?/,
    '/reconcile/{key}',
  );
  const described = (description.paths as unknown as Record<string, Record<string, Described>>)[path]?.[method];
  const isPosted = method === 'get' && /[?&](?:queries|extend)=/.test(url);
  if (status === 200 && described !== undefined && !isPosted)
    expect(problemsOf(described.responses[200].content['application/json'].schema, body)).toBeNull();
  return { status, headers, body };
}
interface Described {
  readonly responses: Readonly<Record<number, { readonly content: Readonly<Record<string, { schema: object }>> }>>;
}

const posted = async (form: Record<string, unknown>, path = PATH, of = server) => {
  const body = new URLSearchParams(
    Object.entries(form).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  );
  return answered(await fetch(urlOf(path, of), { method: 'POST', body }), 'post');
};
const got = async (path: string, headers: Record<string, string> = {}, of = server) =>
  answered(await fetch(urlOf(path, of), { headers }), 'get');

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly match: boolean;
}
const resultOf = ({ body }: Answered, name: string) => (body[name] as { readonly result: readonly Candidate[] }).result;

describe('§14.1: the manifest', () => {
  it('says where everything is, at the address by which it was asked for', async () => {
    const { status, body, headers } = await got(PATH);
    expect(status).toBe(200);
    expect(body).toMatchObject({ versions: expect.arrayContaining(['0.2']), defaultTypes: [{ id: 'address' }] });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(asked).toEqual([{ key: KEYS.good, part: 'head', operation: 1 }]);
    const { suggest, extend, preview } = body as unknown as Manifest;
    for (const { service_url, service_path } of [...Object.values(suggest), extend.propose_properties])
      expect((await fetch(`${service_url}${service_path}?prefix=1`)).status, service_path).toBe(200);
    expect((await fetch(preview.url.replace('{{id}}', FAKE_IDS.known))).status).toBe(200);
  });

  it('has https where a proxy says so, and the host that was asked for', async () => {
    const connection = new RawConnection(server.port);
    connection.send(head(PATH, { Host: 'addresses.example.com', 'X-Forwarded-Proto': 'https' }));
    const { body } = (await connection.next())!;
    connection.end();
    const { preview } = JSON.parse(body.toString()) as Manifest;
    expect(preview.url).toBe(`https://addresses.example.com${PATH}/preview?id={{id}}`);
  });
});
interface Manifest {
  readonly suggest: Readonly<Record<string, { readonly service_url: string; readonly service_path: string }>>;
  readonly extend: { readonly propose_properties: { readonly service_url: string; readonly service_path: string } };
  readonly preview: { readonly url: string };
}

describe('§14.2: the key', () => {
  it('is that of the path, or of the header where the path has none', async () => {
    expect((await got('/reconcile', { 'X-Api-Key': KEYS.good })).status).toBe(200);
    expect((await got('/reconcile')).body).toMatchObject({ error: { status: 401 } });
    expect((await got('/reconcile/wrong', { 'X-Api-Key': KEYS.good })).status).toBe(401);
    expect((await posted({ queries: { a: { query: '1' } } }, '/reconcile/wrong')).status).toBe(401);
    expect((await got('/reconcile/suggest/type?prefix=a', { 'X-Api-Key': KEYS.good })).status).toBe(200);
  });

  it('is not asked for by a development service, but of pages elsewhere', async () => {
    const origins = { '': 200, 'http://localhost:3333': 200, 'http://127.0.0.1:3333': 200, 'http://[::1]:3333': 200 };
    const foreign = { 'https://evil.example': 403, null: 403, 'http://127.0.0.1.evil.example': 403 };
    for (const [origin, status] of Object.entries({ ...origins, ...foreign })) {
      const { body, ...answer } = await got('/reconcile', origin === '' ? {} : { Origin: origin }, keyless);
      expect([origin, answer.status]).toEqual([origin, status]);
      if (status === 403) expect(body).toMatchObject({ error: { code: 'ORIGIN_NOT_ALLOWED' } });
    }
    expect(resultOf(await posted({ queries: { a: { query: '1' } } }, '/reconcile', keyless), 'a')).toHaveLength(1);
    expect((await got('/reconcile/wrong', {}, keyless)).status).toBe(401);
  });

  it('may be sent by a page of any origin, which its browser asks about first', async () => {
    const headers = { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' };
    const response = await fetch(urlOf(PATH), { method: 'OPTIONS', headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('POST');
  });
});

describe('§14.3: reconciliation queries', () => {
  it('are answered by their names: what is certain as a match, what is not with what else may be meant', async () => {
    const answer = await posted({
      queries: { q0: { query: '1 a st' }, 'q"1': { query: `${MEDIUM} b`, limit: 3 }, q2: { query: NOWHERE } },
    });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body)).toEqual(['q0', 'q"1', 'q2']);
    const type = [{ id: 'address', name: 'Address' }];
    const name = '1 A STREET, B QLD 4000';
    expect(resultOf(answer, 'q0')).toEqual([{ id: 'for 1 a st', name, type, score: 100, match: true }]);
    const doubtful = resultOf(answer, 'q"1');
    expect(doubtful.map(({ id, score, match }) => [id, score, match])).toEqual([
      [`for ${MEDIUM} b`, 60, false],
      ['other 50', 50, false],
      ['other 40', 40, false],
    ]);
    expect(resultOf(answer, 'q2')).toEqual([]);
    expect(creditsOf(counts, OPERATION_LABELS.indexOf('reconcile'))).toBe(3);
    expect(asked.map(({ part }) => part)).toEqual(['head', 'query', 'query', 'query']);
  });

  it('take parts of the address from other columns, once each', async () => {
    const read = async (query: object) => resultOf(await posted({ queries: { a: query } }), 'a')[0].id.slice(4);
    const place = [
      { pid: 'postcode', v: 4109 },
      { pid: 'state', v: 'QLD' },
      { pid: 'suburb', v: { id: 'x', name: 'Sunnybank' } },
      { pid: 'unknown', v: 'left out' },
    ];
    expect(await read({ query: '2 Perth St', properties: place })).toBe('2 Perth St, Sunnybank QLD 4109');
    expect(await read({ query: '2 Perth St, SUNNYBANK  4109', properties: place })).toBe(
      '2 Perth St, SUNNYBANK  4109, QLD',
    );
    const parts = [
      { pid: 'street', v: 'Perth St' },
      { pid: 'number', v: [2] },
      { pid: 'unit', v: 'Unit 3' },
    ];
    expect(await read({ properties: [...place, ...parts] })).toBe('Unit 3, 2 Perth St, Sunnybank QLD 4109');
    expect(await read({ query: 'Acme', properties: [...place, ...parts] })).toBe(
      'Acme, Unit 3, 2 Perth St, Sunnybank QLD 4109',
    );
  });

  it('that are an id are the address of the id', async () => {
    const answer = await posted({ queries: { a: { query: 'GAQLD438583692' } } });
    expect(resultOf(answer, 'a')).toMatchObject([{ id: 'GAQLD438583692', score: 100, match: true }]);
  });

  it('for another type find nothing, those for any type do', async () => {
    const queries = { a: { query: '1', type: 'person' }, b: { query: '1', type: ['x', 'address'] }, c: { query: '1' } };
    const answer = await posted({ queries });
    expect(['a', 'b', 'c'].map((name) => resultOf(answer, name).length)).toEqual([0, 1, 1]);
  });

  it.each([
    ['nothing to look for', { query: '' }],
    ['a query that is no text', { query: 7 }],
    ['too long a text', { query: 'a'.repeat(501) }],
    ['a limit of none', { query: '1', limit: 0 }],
    ['properties that are no array', { query: '1', properties: {} }],
    ['a property without a name', { query: '1', properties: [{ v: 1 }] }],
    ['a control character', { query: '1\u0007' }],
    ['no object', 'text'],
  ])('with %s have an error of their own', async (_name, query) => {
    const answer = await posted({ queries: { bad: query, good: { query: '1' } } });
    expect(answer.body.bad).toMatchObject({ result: [], error: { code: 'INVALID_PARAMETERS' } });
    expect(resultOf(answer, 'good')).toHaveLength(1);
  });

  it('may come in a query string', async () => {
    const queries = encodeURIComponent(JSON.stringify({ a: { query: '1 é' } }));
    expect(resultOf(await got(`${PATH}?queries=${queries}`), 'a')[0].id).toBe('for 1 é');
    expect((await got(`${PATH}?queries=%7B`)).body).toMatchObject({
      error: { details: { query: [expect.anything()] } },
    });
  });

  it('are refused before their body is read where there are no credits, and one by one where credits run out', async () => {
    credits = 0;
    const connection = new RawConnection(server.port);
    connection.send(head(PATH, { 'Content-Length': '100000' }, 'POST'));
    expect((await connection.next())!.status).toBe(429);
    connection.end();
    credits = 2;
    const queries = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, { query: name }]));
    const { status, body } = await posted({ queries });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      a: { result: [{ id: 'for a' }] },
      b: { result: [{ id: 'for b' }] },
      c: { result: [], error: { code: 'QUOTA_EXCEEDED' } },
    });
  });
});

describe('§14.3: a form', () => {
  const sent = async (body: string | Buffer): Promise<RawResponse> => {
    const connection = new RawConnection(server.port);
    connection.send(head(PATH, { 'Content-Length': String(Buffer.byteLength(body)) }, 'POST'));
    connection.send(body);
    const answer = (await connection.next())!;
    connection.end();
    return answer;
  };
  const faultOf = (answer: RawResponse): string => JSON.parse(answer.body.toString()).error.details.body[0];

  it.each([
    ['nothing', '', 'has neither'],
    ['another field', 'a=1&b=2', 'has neither'],
    ['an array', 'queries=[]', 'has [ where the { of an object is expected'],
    ['half an object', 'queries={"a":{"query":"1"}', 'ends within queries'],
    ['half an escape', 'queries={"a":{"query":"1"}}%2', 'ends within a percent-encoded byte'],
    ['an escape that is none', 'queries=%7G', 'is not percent-encoded at byte 11'],
    ['something after the object', 'queries={}x', 'has x after the object'],
    ['a comma too many', 'queries={"a":{"query":"1"},}', 'is not JSON (member 2)'],
    ['a word that is no value', 'queries={"a":nul}', 'is not JSON (member 1)'],
    ['a closing bracket too many', 'queries={"a":1]}', 'has ] where it closes nothing (member 1)'],
    ['a name twice', 'queries={"a":{"query":"1"},"a":{"query":"2"}}', 'has "a" twice'],
    ['two fields', 'queries={}&extend={}', 'has queries and then extend'],
    [
      'no UTF-8',
      Buffer.from([...Buffer.from('queries={"a'), 0xff, ...Buffer.from('":{}}')]),
      'is not UTF-8 (member 1)',
    ],
    [
      'a long member',
      `queries={"a":{"query":"${'1'.repeat(9000)}"}}`,
      'has more than 8192 bytes in one member (member 1)',
    ],
    [
      'too many queries',
      `queries={${Array.from({ length: 51 }, (_, i) => `"${i}":{}`).join(',')}}`,
      'has more than 50 queries',
    ],
    ['ids that are no array', 'extend={"ids":"a","properties":[]}', 'has "ids" that are no array'],
    ['an id that is no text', 'extend={"ids":[1],"properties":[]}', 'has an id that is no text'],
    ['an unknown property', 'extend={"ids":["a"],"properties":[{"id":"shoe"}]}', 'has "shoe" among its properties'],
  ])('with %s is 400, and charges nothing', async (_name, body, fault) => {
    const answer = await sent(body);
    expect([answer.status, faultOf(answer)]).toEqual([400, expect.stringContaining(fault)]);
    expect(headerOf(answer, 'access-control-allow-origin')).toBe('*');
    expect(asked.map(({ part }) => part)).toEqual(['head']);
  });

  it('of no queries is answered with none', async () => {
    expect(JSON.parse((await sent('queries=%7B+%7D')).body.toString())).toEqual({});
  });

  it('is read the same wherever the network cuts it, and however it is encoded', async () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((each) => each.trim() !== '' && !/\p{Cc}|\p{Surrogate}/u.test(each));
    const batch = fc.dictionary(text, text, { minKeys: 1, maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(
        batch,
        fc.boolean(),
        fc.array(fc.nat({ max: 40 }), { maxLength: 4 }),
        async (texts, raw, cuts) => {
          const queries = Object.fromEntries(Object.entries(texts).map(([name, query]) => [name, { query }]));
          const json = JSON.stringify(queries);
          const encoded = raw ? json.replace(/[%+&]/g, encodeURIComponent) : encodeURIComponent(json);
          const body = Buffer.from(`unknown=%7B&queries=${encoded}`);
          const connection = new RawConnection(server.port);
          connection.send(head(PATH, { 'Content-Length': String(body.length) }, 'POST'));
          let from = 0;
          for (const cut of [...cuts, body.length]) {
            connection.send(body.subarray(from, from + cut));
            from += cut;
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
          const answer = JSON.parse((await connection.next())!.body.toString());
          connection.end();
          const found = Object.entries(answer as Record<string, { result: Candidate[] }>);
          const expected = Object.entries(queries).map(([name, { query }]) => [name, `for ${query.trim()}`]);
          expect(found.map(([name, { result }]) => [name, result[0]?.id])).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('§14.4: what a person picks from', () => {
  it('are addresses by their beginning or id, at the cost of autocomplete', async () => {
    const { body } = await got(`${PATH}/suggest/entity?prefix=1+a`);
    expect(body.result).toMatchObject([{ id: 'other 0', name: '1 A STREET, B QLD 4000' }, {}, {}, {}]);
    const { body: rest } = await got(`${PATH}/suggest/entity?prefix=1+a&cursor=3`);
    expect(rest.result).toMatchObject([{ id: 'other 3' }]);
    const { body: known } = await got(`${PATH}/suggest/entity?prefix=GAVIC1`);
    expect(known.result).toMatchObject([{ id: 'GAVIC1' }]);
    expect((await got(`${PATH}/suggest/entity?prefix=`)).body).toEqual({ result: [] });
    expect(asked.map(({ part, operation }) => [part, operation])).toEqual(Array(4).fill([undefined, 0]));
  });

  it('are parts, fields and the type by their names, for free', async () => {
    const idsOf = async (path: string) =>
      ((await got(PATH + path)).body.result as { id: string }[]).map(({ id }) => id);
    expect(await idsOf('/suggest/property?prefix=sub')).toEqual(['suburb']);
    expect(await idsOf('/suggest/property?prefix=Mesh')).toEqual([
      'boundaries.meshBlock.code',
      'boundaries.meshBlock.category',
    ]);
    expect(await idsOf('/suggest/type?prefix=add')).toEqual(['address']);
    expect(await idsOf('/suggest/type?prefix=person')).toEqual([]);
    expect(asked.map(({ part }) => part)).toEqual(Array(4).fill('head'));
  });

  it('is a page of an address, that tells no other site where it was', async () => {
    const response = await fetch(urlOf(`${PATH}/preview?id=${encodeURIComponent('GA<b>')}`));
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('GA&lt;b&gt;');
    expect((await got(`${PATH}/preview?id=${FAKE_IDS.missing}`)).status).toBe(404);
    expect((await got(`${PATH}/preview`)).body).toMatchObject({ error: { details: { id: ['is required'] } } });
  });
});

describe('§14.5: data extension', () => {
  it('has the fields of the enriched document, by their paths or the ends of them', async () => {
    const { status, body } = await posted({
      extend: {
        ids: [FAKE_IDS.known, FAKE_IDS.missing],
        properties: [
          { id: 'lga' },
          { id: 'boundaries.meshBlock.code', settings: {} },
          { id: 'location.lat' },
          { id: 'confidence' },
        ],
      },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      meta: [
        { id: 'boundaries.lga.name', name: 'LGA name' },
        { id: 'boundaries.meshBlock.code', name: 'mesh block code' },
        { id: 'location.lat', name: 'lat' },
        { id: 'confidence', name: 'confidence' },
      ],
      rows: {
        [FAKE_IDS.known]: {
          'boundaries.lga.name': [{ str: expect.any(String) }],
          'boundaries.meshBlock.code': [{ str: expect.any(String) }],
          'location.lat': [{ float: expect.any(Number) }],
          confidence: [{ int: expect.any(Number) }],
        },
        [FAKE_IDS.missing]: { 'boundaries.lga.name': [], confidence: [] },
      },
    });
    expect(asked.map(({ part, operation }) => [part, operation])).toEqual([
      ['head', 1],
      ['query', 2],
      ['query', 2],
    ]);
  });

  it('lists the fields that it has, and has all that it lists', async () => {
    const { body } = await got(`${PATH}/extend/propose?type=address`);
    const { properties } = body as unknown as { readonly properties: readonly { readonly id: string }[] };
    expect(properties.length).toBeGreaterThan(40);
    const { body: extended } = await posted({ extend: { ids: [FAKE_IDS.known], properties } });
    expect((extended.meta as { id: string }[]).map(({ id }) => id)).toEqual(properties.map(({ id }) => id));
    expect((await got(`${PATH}/extend/propose?limit=3`)).body).toMatchObject({ limit: 3, properties: { length: 3 } });
  });

  it('has units as addresses, which can be extended themselves', async () => {
    const { body } = await posted({ extend: { ids: [FAKE_IDS.tower], properties: [{ id: 'secondaries' }] } });
    const { meta, rows } = body as unknown as { meta: object[]; rows: Record<string, { secondaries: object[] }> };
    expect(meta).toMatchObject([{ id: 'secondaries', type: { id: 'address' } }]);
    expect(rows[FAKE_IDS.tower].secondaries).toHaveLength(20_000);
    expect(rows[FAKE_IDS.tower].secondaries[7]).toEqual({ id: 'U7', name: 'UNIT 7' });
  });

  it('leaves rows empty where credits run out or something fails, and says so', async () => {
    credits = 5;
    const ids = [FAKE_IDS.known, 'GAVIC2'];
    const { body } = await posted({ extend: { ids, properties: [{ id: 'state' }] } });
    expect(body).toMatchObject({ rows: { GAVIC2: {} }, error: { code: 'QUOTA_EXCEEDED' } });
    expect((body.rows as Record<string, object>)[FAKE_IDS.known]).toHaveProperty('state');
    credits = Number.POSITIVE_INFINITY;
    const failed = await posted({ extend: { ids: [FAKE_IDS.failing], properties: [{ id: 'state' }] } });
    expect(failed.body).toMatchObject({ rows: { [FAKE_IDS.failing]: {} }, error: { code: 'INTERNAL_ERROR' } });
  });
});

describe('§14.2: logs', () => {
  it('name the part of the service, never its path', async () => {
    await got(`${PATH}/preview?id=${FAKE_IDS.failing}`);
    const [line] = server.logged.slice(-1);
    expect(line).toMatchObject({ operation: 'reconcilePreview' });
    expect(JSON.stringify(server.logged)).not.toContain(KEYS.good);
  });
});
