import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { description, operations, type ParameterDescription, problemsOf, resolve } from './support/description.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { QueryClient } from './support/query-client.ts';

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
  it('is OpenAPI 3.1, version 2.0.0, with the paths and costs of the specification', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d+$/);
    expect(description.info.version).toBe('2.0.0');
    const costs = Object.entries(operations).map(([path, operation]) => [path, operation['x-credit-cost']]);
    expect(Object.fromEntries(costs)).toEqual({
      '/v1/address/autocomplete': 1,
      '/v1/address/validate': 1,
      '/v1/address/enrich': 3,
      '/v1/address/reverse': 2,
      '/v1/address/lookup/postcode': 1,
      '/v1/address/lookup/suburb': 1,
      '/healthz': undefined,
      '/readyz': undefined,
      '/openapi.json': undefined,
    });
  });

  it('has no reference to nothing, and no schema that nobody refers to', () => {
    const references = Array.from(objectsIn(description), (object) => object.$ref).filter(
      (ref) => typeof ref === 'string',
    );
    for (const reference of references) expect(resolve(reference), reference).toBeDefined();
    for (const name of Object.keys(description.components.schemas)) {
      expect(references).toContain(`#/components/schemas/${name}`);
    }
  });

  it('has only schemas that compile strictly, and examples that are valid by them', () => {
    for (const schema of Object.values(description.components.schemas)) problemsOf(schema, null);
    let examples = 0;
    for (const { parameters = [], responses } of Object.values(operations)) {
      for (const { schema, example } of parameters) {
        expect(problemsOf(schema, example), String(example)).toBeNull();
        examples++;
      }
      for (const response of Object.values(responses)) {
        for (const { schema, example } of Object.values(response.content)) {
          if (example === undefined) continue;
          expect(problemsOf(schema, example)).toBeNull();
          examples++;
        }
      }
    }
    expect(examples).toBeGreaterThan(20);
  });

  it('asks for the key in X-Api-Key on the six operations, and nowhere else', () => {
    expect(description.components.securitySchemes).toEqual({
      apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    });
    for (const [path, { security }] of Object.entries(operations)) {
      expect(security, path).toEqual(path.startsWith('/v1/') ? [{ apiKey: [] }] : []);
    }
  });

  it('has the statuses, codes and fixed messages of the specification', () => {
    const messages: Record<string, Record<string, string | undefined>> = {};
    for (const [status, { content }] of Object.entries(operations['/v1/address/enrich'].responses)) {
      const schema = content['application/json']?.schema;
      if (schema === undefined || status === '200') continue;
      for (const object of objectsIn(schema)) {
        const { code, message } = object as { code?: { const?: string }; message?: { const?: string } };
        if (code?.const !== undefined) messages[status] = { ...messages[status], [code.const]: message?.const };
      }
    }
    expect(messages).toEqual({
      400: { INVALID_PARAMETERS: 'Invalid query parameters' },
      401: { MISSING_API_KEY: 'Missing X-Api-Key header', INVALID_API_KEY: 'Invalid API key' },
      403: { PRODUCT_NOT_ALLOWED: 'Product not included in your plan' },
      404: { NOT_FOUND: undefined },
      429: { RATE_LIMITED: 'Rate limit exceeded', QUOTA_EXCEEDED: undefined },
      500: { INTERNAL_ERROR: 'Internal server error' },
    });
  });

  it('has every header of the specification on answers, and Retry-After on 429 only', () => {
    const credits = ['Product', 'Reset', 'Limit', 'Remaining', 'Over'].map((name) => `X-RateLimit-${name}`);
    const all = ['X-Payment-Overdue', ...credits, 'X-Request-Id'].sort();
    const { responses } = operations['/v1/address/enrich'];
    expect(Object.keys(responses[200].headers!).sort()).toEqual(all);
    expect(Object.keys(responses[429].headers!).sort()).toEqual(['Retry-After', ...all]);
    expect(Object.keys(responses[401].headers!)).toEqual(['X-Request-Id']);
    expect(Object.keys(responses[403].headers!)).toEqual(['X-Request-Id', 'X-Payment-Overdue']);
  });

  it('closes every object of an answer, so that a field it does not know is an error', () => {
    for (const [name, schema] of Object.entries(description.components.schemas)) {
      for (const object of objectsIn(schema)) {
        if (object.type === 'object') expect(object, name).toHaveProperty('additionalProperties');
      }
    }
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
    '\u0085',
    'a\nb',
  ];
  return fc.oneof(
    fc.constantFrom(...near, ...long, ...words),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 4 }).filter((text) => !/\p{Surrogate}/u.test(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -200, max: 200 }).map(String),
    fc.integer({ min: -10, max: 60 }).map(String),
  );
}

/** A text as the value that OpenAPI has for it: a plain decimal for numbers. */
function scalarOf(schema: ParameterDescription['schema'], text: string): unknown {
  if (schema.type !== 'integer' && schema.type !== 'number') return text;
  return /^-?[0-9]+(?:\.[0-9]+)?$/.test(text) ? Number(text) : text;
}

describe('parameters', () => {
  const cases = Object.entries(operations).flatMap(([path, { parameters = [] }]) =>
    parameters.map((parameter) => [path, parameter.name, parameter] as const),
  );

  it.each(cases)('%s %s accepts and refuses what the server accepts and refuses', async (path, name, parameter) => {
    const pairs: Record<string, string> = { lat: 'lon=1', lon: 'lat=1' };
    const others = operations[path].parameters!.filter((other) => other.name !== name && other.required);
    const rest = [...others.map((other) => `${other.name}=${encodeURIComponent(other.example)}`)];
    if (path.endsWith('/autocomplete') && pairs[name] !== undefined) rest.push(pairs[name]);
    await client.accepted(path, [...rest, `${name}=${encodeURIComponent(parameter.example)}`].join('&'));
    await fc.assert(
      fc.asyncProperty(textsFor(parameter), async (text) => {
        const response = await client.get(path, [...rest, `${name}=${encodeURIComponent(text)}`].join('&'));
        const problem = problemsOf(parameter.schema, scalarOf(parameter.schema, text));
        expect(response.status, `${JSON.stringify(text)} ${problem} ${response.body}`).toBe(
          problem === null ? 200 : 400,
        );
        if (problem !== null) expect(Object.keys(JSON.parse(response.body.toString()).error.details)).toEqual([name]);
      }),
      { numRuns: 150 },
    );
  });
});
