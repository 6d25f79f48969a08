import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOMINATIM_SEARCH } from '../../../src/address/operations/table/dialects.ts';
import { PART_NAMES } from '../../../src/address/operations/table/rows/validate.ts';
import { TABLE } from '../../../src/address/operations/table/table.ts';
import type { Schema } from '../../../src/system/schema.ts';
import { description, operations, type ParameterDescription, problemsOf, resolve } from './support/description.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { QueryClient } from './support/query-client.ts';

/** Where callers read what to do about each code. */
const ERRORS_GUIDE = new URL('../../../src/pages/docs/guides/errors.md', import.meta.url);

let server: FakeServer;
let client: QueryClient;
beforeAll(async () => {
  server = await startFakeServer();
  client = new QueryClient(server.port);
});
afterAll(() => {
  client.end();
  server.close();
});

/** Every object of the description, at any depth. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const part of Object.values(value)) yield* objectsIn(part);
}

describe('the document', () => {
  it('§13.1: is OpenAPI 3.1, version 2.0.0, with the paths and costs of the specification', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d+$/);
    expect(description.info.version).toBe('2.0.0');
    expect(description.servers).toEqual([{ url: '/', description: 'The service.' }]);
    const costs = Object.entries(operations).map(([path, operation]) => [path, operation['x-credit-cost']]);
    const beyond = Object.fromEntries(TABLE.flatMap(({ isBeyond, path, cost }) => (isBeyond ? [[path, cost]] : [])));
    expect(Object.fromEntries(costs)).toEqual({
      '/v1/address/autocomplete': 1,
      '/v1/address/validate': 1,
      '/v1/address/enrich': 3,
      '/v1/address/reverse': 2,
      '/v1/address/lookup/postcode': 1,
      '/v1/address/lookup/suburb': 1,
      ...beyond,
      '/photon/api': 1,
      '/photon/reverse': 2,
      '/nominatim/search': 1,
      '/nominatim/reverse': 2,
      '/healthz': undefined,
      '/readyz': undefined,
      '/attribution': undefined,
      '/openapi.json': undefined,
    });
  });

  it('has no dangling reference, and no unused schema', () => {
    const references = Array.from(objectsIn(description), (object) => object.$ref).filter(
      (ref) => typeof ref === 'string',
    );
    for (const reference of references) expect(resolve(reference), reference).toBeDefined();
    for (const name of Object.keys(description.components.schemas)) {
      expect(references).toContain(`#/components/schemas/${name}`);
    }
  });

  it('has only schemas that compile strictly, and examples that are valid against them', () => {
    for (const schema of Object.values(description.components.schemas)) problemsOf(schema, null);
    let examples = 0;
    for (const { parameters = [], responses } of Object.values(operations)) {
      for (const parameter of parameters) {
        const { schema, example } = parameter;
        expect(problemsOf(schema, scalarOf(parameter, String(example))), String(example)).toBeNull();
        examples++;
      }
      for (const response of Object.values(responses)) {
        for (const { schema, example, examples: named = {} } of Object.values(response.content ?? {})) {
          const all = [...(example === undefined ? [] : [example]), ...Object.values(named).map(({ value }) => value)];
          for (const each of all) expect(problemsOf(schema, each)).toBeNull();
          examples += all.length;
        }
      }
    }
    expect(examples).toBeGreaterThan(20);
  });

  it('§1.1: asks for the key in X-Api-Key on the operations, §12.18: or a publishable one in the query string', () => {
    expect(description.components.securitySchemes).toMatchObject({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      publishableKey: { type: 'apiKey', in: 'query', name: 'key' },
    });
    for (const [path, { security }] of Object.entries(operations)) {
      const inQuery = path.endsWith('/batch') ? [] : [{ publishableKey: [] }];
      const asName = /^\/(?:photon|nominatim)\//.test(path) ? [{ keyAsName: [] }] : [];
      const isKeyed = path.startsWith('/v1/') || asName.length > 0;
      expect(security, path).toEqual(isKeyed ? [{ apiKey: [] }, ...inQuery, ...asName] : []);
    }
  });

  it('§6.1: has the statuses, codes and fixed messages of the specification, in one schema', () => {
    const messages: Record<string, Record<string, string>> = {};
    for (const [status, { content = {} }] of Object.entries(operations['/v1/address/enrich'].responses)) {
      const json = content['application/json'];
      if (json === undefined || status === '200') continue;
      expect(json.schema).toEqual({ $ref: '#/components/schemas/Error' });
      for (const [code, { value }] of Object.entries(json.examples!)) {
        const { error } = value as { error: { code: string; message: string; status: number } };
        expect(error).toMatchObject({ code, status: Number(status) });
        messages[status] = { ...messages[status], [code]: error.message };
      }
    }
    expect(messages).toEqual({
      400: { INVALID_PARAMETERS: 'Invalid query parameters' },
      401: { MISSING_API_KEY: 'Missing X-Api-Key header', INVALID_API_KEY: 'Invalid API key' },
      403: {
        PRODUCT_NOT_ALLOWED: 'Product not included in your plan',
        ORIGIN_NOT_ALLOWED: 'This publishable key is not for pages of this origin',
        OPERATION_NOT_ALLOWED: 'This publishable key is not for this operation',
      },
      404: { NOT_FOUND: expect.stringMatching(/^Address not found: /) },
      429: { RATE_LIMITED: 'Rate limit exceeded', QUOTA_EXCEEDED: expect.stringMatching(/^Credit quota exceeded: /) },
      500: { INTERNAL_ERROR: 'Internal server error' },
    });
    const codes = Object.values(messages).flatMap((byCode) => Object.keys(byCode));
    expect(description.components.schemas.ErrorCode.enum).toEqual(codes);
    const guide = readFileSync(ERRORS_GUIDE, 'utf8');
    expect(codes.filter((code) => !guide.includes(`\`${code}\``))).toEqual([]);
  });

  it('§6.5: has every header of the specification on answers, and Retry-After on 429 only', () => {
    const credits = ['Product', 'Reset', 'Limit', 'Remaining', 'Over'].map((name) => `X-RateLimit-${name}`);
    const cors = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary'];
    const drafted = ['RateLimit', 'RateLimit-Policy'];
    const always = ['X-Request-Id', 'Cache-Control', 'Link', ...cors];
    const all = ['X-Payment-Overdue', ...credits, ...drafted, ...always].sort();
    const { responses } = operations['/v1/address/enrich'];
    const headersOf = (status: number) => Object.keys(responses[status].headers!).sort();
    expect(headersOf(200)).toEqual(all);
    expect(headersOf(429)).toEqual([...all, 'Retry-After'].filter((name) => name !== 'X-RateLimit-Over').sort());
    expect(headersOf(401)).toEqual([...always, 'WWW-Authenticate'].sort());
    expect(headersOf(403)).toEqual([...always, 'X-Payment-Overdue'].sort());
  });

  it('§13.2: describes every schema and property, and leaves objects open so that properties can be added', () => {
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      expect(schema.description, name).toMatch(/\w/);
      for (const { type, properties = {}, additionalProperties } of objectsIn(schema)) {
        expect(additionalProperties, name).not.toBe(false);
        // A list of properties has one of that name too, in GeoJSON.
        if (type !== 'object') continue;
        for (const [property, { description }] of Object.entries(properties as Record<string, Schema>)) {
          expect(description, `${name}.${property}`).toMatch(/\w/);
        }
      }
    }
  });

  it('§2.4: requires every property that is always there: all but those on request, and those that the contract leaves out', () => {
    const leftOut = Object.entries(description.components.schemas).flatMap(([name, schema]) => {
      const { properties = {}, required = [] } = schema as {
        properties?: Readonly<Record<string, { readonly description?: string }>>;
        required?: readonly string[];
      };
      return Object.entries(properties).flatMap(([property, { description: words = '' }]) => {
        const onRequest = words.startsWith('Only with `');
        if (onRequest) expect(required, `${name}.${property}`).not.toContain(property);
        return onRequest || required.includes(property) ? [] : [`${name}.${property}`];
      });
    });
    const sidecar = ['Health', 'Ready', 'NotReady'].flatMap((name) =>
      ['sidecar', 'ledger', 'drained_at', 'accounts_set_aside', 'counters_quarantined', 'clock_off_ms'].map(
        (property) => `${name}.${property}`,
      ),
    );
    expect(leftOut.sort()).toEqual(
      [
        'EndedIdDetails.successor',
        'QuotaExceededDetails.key',
        'QuotaExceededDetails.cap',
        ...['matchedComponents', 'reason', 'scoreCaps', 'searchScore'].map((property) => `DebugInfo.${property}`),
        ...['ErrorInfo.details', 'Locality.bounds', 'SuburbAnswer.bounds', 'SuburbAnswer.state'],
        ...sidecar,
        ...['Column.type', 'Extension.error', 'Result.error', 'Suggestion.description', 'Suggestion.notable'].map(
          (property) => `Reconciliation${property}`,
        ),
      ].sort(),
    );
  });
});

/** Texts near the border between what a schema accepts and what it does not. */
function textsFor({ schema }: ParameterDescription): fc.Arbitrary<string> {
  const numbers = [schema.minimum, schema.maximum, schema.default].filter((value) => typeof value === 'number');
  const near = numbers.flatMap((value) => [value - 1, value, value + 1, value + 0.25]).map(String);
  const lengths = [schema.maxLength, 4, 1].filter((value) => typeof value === 'number');
  const long = lengths.flatMap((length) =>
    ['7', 'x', '😀'].flatMap((unit) => [unit.repeat(length), unit.repeat(length + 1)]),
  );
  const words = [
    'true',
    'false',
    'TRUE',
    'NSW',
    'act',
    'Vic',
    'OT',
    'nſw',
    '0872',
    '３０００',
    '',
    '-0',
    '1e1',
    '1E-2',
    '-1e-05',
    '1e%2B1',
    '1e400',
    '1e',
    'e1',
    '.5',
    '5.',
    '\u0085',
    'a\nb',
  ];
  const { items = {} } = schema as { items?: { enum?: readonly string[] } };
  const lists = (items.enum ?? []).flatMap((name) => [name, `${name},${name}`, `${name},`, name.toUpperCase()]);
  return fc.oneof(
    fc.constantFrom(...near, ...long, ...words, ...lists, (items.enum ?? []).join()),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 4 }).filter((text) => !/\p{Surrogate}/u.test(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -200, max: 200 }).map(String),
    fc.integer({ min: -10, max: 60 }).map(String),
  );
}

/** A text as the value that OpenAPI has for it: a number for numbers, a list for lists; `state` is taken in either case. */
function scalarOf({ name, schema }: ParameterDescription, text: string): unknown {
  if (schema.type === 'array') return text.split(',');
  if (name === 'state') return /^[a-z]+$/i.test(text) ? text.toUpperCase() : text;
  if (schema.type === 'integer') return /^[0-9]+$/.test(text) ? Number(text) : text;
  if (schema.type !== 'number' || !/^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i.test(text)) return text;
  return Number.isFinite(Number(text)) ? Number(text) : text;
}

const isOfLine = (name: string) => NOMINATIM_SEARCH.instead?.names.includes(name) === true;
const isPart = (name: string) => PART_NAMES.some((part) => part === name);

describe('parameters', () => {
  const cases = Object.entries(operations).flatMap(([path, { parameters = [] }]) =>
    parameters.map((parameter) => [path, parameter.name, parameter] as const),
  );

  it.each(cases)('%s %s accepts and refuses what the server accepts and refuses', async (path, name, parameter) => {
    const pairs: Record<string, string> = { lat: 'lon=1', lon: 'lat=1' };
    const others = operations[path].parameters!.filter((other) => other.name !== name && other.required);
    const rest = [...others.map((other) => `${other.name}=${encodeURIComponent(other.example)}`)];
    if (path.endsWith('/validate') && name !== 'q')
      rest.push(isPart(name) ? `${name === 'unit' ? 'level' : 'unit'}=1` : 'q=a');
    if (path === '/nominatim/search' && name !== 'q')
      rest.push(isOfLine(name) ? `${name === 'city' ? 'street' : 'city'}=a` : 'q=a');
    if (/\/(?:autocomplete|api)$/.test(path) && pairs[name] !== undefined) rest.push(pairs[name]);
    await client.accepted(path, [...rest, `${name}=${encodeURIComponent(parameter.example)}`].join('&'));
    await fc.assert(
      fc.asyncProperty(textsFor(parameter), async (text) => {
        const response = await client.get(path, [...rest, `${name}=${encodeURIComponent(text)}`].join('&'));
        const problem = problemsOf(parameter.schema, scalarOf(parameter, text));
        expect(response.status, `${JSON.stringify(text)} ${problem} ${response.body}`).toBe(
          problem === null ? 200 : 400,
        );
        if (problem !== null) expect(Object.keys(JSON.parse(response.body.toString()).error.details)).toEqual([name]);
      }),
      { numRuns: 150 },
    );
  });
});
