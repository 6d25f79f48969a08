import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from './support/description.ts';
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

const AUTOCOMPLETE = '/v1/address/autocomplete';
const VALIDATE = '/v1/address/validate';
const ENRICH = '/v1/address/enrich';
const REVERSE = '/v1/address/reverse';
const POSTCODE = '/v1/address/lookup/postcode';
const SUBURB = '/v1/address/lookup/suburb';

describe('the parameters of an operation', () => {
  it('§3.1: have the defaults of the contract if nothing is sent', async () => {
    expect(await client.accepted(AUTOCOMPLETE, 'q=a')).toEqual({
      q: 'a',
      state: null,
      limit: 5,
      near: null,
      debug: false,
    });
    expect(await client.accepted(VALIDATE, 'q=a')).toEqual({ q: 'a', debug: false });
    expect(await client.accepted(ENRICH, 'id=a')).toEqual({ id: 'a', debug: false });
    expect(await client.accepted(REVERSE, 'lat=-37&lon=145')).toEqual({
      lat: -37,
      lon: 145,
      radius: 100,
      limit: 5,
      debug: false,
    });
    expect(await client.accepted(POSTCODE, 'postcode=0872')).toEqual({ postcode: '0872', limit: 10, debug: false });
    expect(await client.accepted(SUBURB, 'suburb=a')).toEqual({ suburb: 'a', state: null, limit: 10, debug: false });
  });

  it('have every value that is sent, in any order', async () => {
    expect(await client.accepted(AUTOCOMPLETE, 'debug=true&lon=145&lat=-37.5&limit=20&state=vic&q=a')).toEqual({
      q: 'a',
      state: 'VIC',
      limit: 20,
      near: { lat: -37.5, lon: 145 },
      debug: true,
    });
    expect(await client.accepted(REVERSE, 'limit=1&radius=50000&lon=-180&lat=90&debug=false')).toEqual({
      lat: 90,
      lon: -180,
      radius: 50000,
      limit: 1,
      debug: false,
    });
  });

  it('§1.4: do not include unknown names, empty pairs, and names in another case', async () => {
    for (const noise of [
      'x=1',
      '&&&',
      '=',
      '=5',
      'Q=b',
      'x=%zz',
      '%zz=1',
      '%ff=1',
      'q%00=1',
      'limits=99',
      'constructor=1',
      '__proto__=1',
    ]) {
      expect(await client.accepted(VALIDATE, `${noise}&q=a&${noise}`), noise).toEqual({ q: 'a', debug: false });
    }
  });
});

describe('lengths', () => {
  const limits: [path: string, name: string, max: number][] = [
    [AUTOCOMPLETE, 'q', 200],
    [VALIDATE, 'q', 500],
    [ENRICH, 'id', 64],
    [SUBURB, 'suburb', 100],
  ];

  it.each(limits)('§1.5: %s %s counts Unicode characters after decoding', async (path, name, max) => {
    for (const unit of ['a', 'é', '日', '😀', ' ']) {
      const encode = (n: number) => encodeURIComponent(unit.repeat(n));
      await client.accepted(path, `${name}=${encode(1)}`);
      await client.accepted(path, `${name}=${encode(max)}`);
      expect(await client.refused(path, `${name}=${encode(max + 1)}`)).toEqual({
        [name]: [`must have 1 to ${max} characters, not ${max + 1}`],
      });
    }
    for (const empty of [`${name}=`, name, `${name}&x=1`]) {
      expect(await client.refused(path, empty)).toEqual({ [name]: [`must have 1 to ${max} characters, not 0`] });
    }
    expect(await client.refused(path, '')).toEqual({ [name]: ['is required'] });
    expect(await client.refused(path, 'x=1')).toEqual({ [name]: ['is required'] });
  });
});

describe('numbers', () => {
  const odd = [
    ...[
      '',
      '+',
      '-',
      '.',
      ' 1',
      '1 ',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e',
      'e1',
      '1e+',
      '1e1.5',
      '1e999',
      '1ee1',
      '0x10',
      '0b1',
      '1_0',
      '1,0',
      '1.',
      '.5',
    ],
    ...[
      '--1',
      '1-',
      '1..0',
      '1.0.0',
      'one',
      'null',
      '\u0661',
      '\uff11',
      `1${'0'.repeat(400)}`,
      `-1${'0'.repeat(400)}`,
      '1n',
      "1'",
    ],
  ];

  it.each([
    [
      REVERSE,
      'lat',
      'lon=1',
      ['-90', '90', '0', '-0', '-37.8136276', '89.999999999999999', '007.5', '-1e-05', `1.${'0'.repeat(500)}`],
    ],
    [REVERSE, 'lon', 'lat=1', ['-180', '180', '144.9630576', '-0.0']],
    [REVERSE, 'radius', 'lat=1&lon=1', ['1', '50000', '100.5', '1.0']],
    [AUTOCOMPLETE, 'lat', 'q=a&lon=1', ['-90', '90', '0.5']],
    [AUTOCOMPLETE, 'lon', 'q=a&lat=1', ['-180', '180', '0.5']],
    [AUTOCOMPLETE, 'limit', 'q=a', ['1', '20', '05']],
    [REVERSE, 'limit', 'lat=1&lon=1', ['1', '20']],
    [POSTCODE, 'limit', 'postcode=3000', ['1', '50']],
    [SUBURB, 'limit', 'suburb=a', ['1', '20']],
  ])('%s %s are decimals within their range', async (path, name, rest, good) => {
    const exponents = name === 'limit' ? [] : ['1e0', '0.5E+1', '25e-1'];
    for (const text of [...good, ...exponents]) {
      const parameters = (await client.accepted(path, `${rest}&${name}=${encodeURIComponent(text)}`)) as Record<
        string,
        unknown
      >;
      const near = (parameters.near ?? parameters) as Record<string, unknown>;
      expect(near[name] ?? parameters[name]).toBe(Number(text) + 0);
    }
    const schema = operations[path].parameters!.find((parameter) => parameter.name === name)!.schema;
    const past = [Number(schema.minimum) - 1, Number(schema.maximum) + 1, Number(schema.maximum) + 0.5].map(String);
    const fraction = schema.type === 'integer' ? ['1.5', '1.0', '1e0', '-1'] : [];
    for (const text of [...odd, ...past, ...fraction]) {
      const details = await client.refused(path, `${rest}&${name}=${encodeURIComponent(text)}`);
      expect(Object.keys(details), JSON.stringify(text)).toEqual([name]);
      expect(details[name]).toHaveLength(1);
    }
  });

  it('are refused with what was expected and what was found, cut to a readable length', async () => {
    expect(await client.refused(AUTOCOMPLETE, 'q=a&limit=99')).toEqual({
      limit: ['must be an integer from 1 to 20, not "99"'],
    });
    const [message] = (await client.refused(AUTOCOMPLETE, `q=a&limit=${'%F0%9F%98%80'.repeat(1000)}`)).limit;
    expect(message).toBe(`must be an integer from 1 to 20, not "${'😀'.repeat(40)}…"`);
  });
});

describe('the point that autocomplete prefers', () => {
  it('§12.1: needs both coordinates', async () => {
    expect(await client.refused(AUTOCOMPLETE, 'q=a&lat=1')).toEqual({
      lat: ['must be given together with lon'],
      lon: ['must be given together with lat'],
    });
    expect(Object.keys(await client.refused(AUTOCOMPLETE, 'lon=x'))).toEqual(['lon', 'q', 'lat']);
  });
});

describe('state', () => {
  it('§1.8: is one of eight, in any case', async () => {
    for (const state of ['NSW', 'vic', 'Qld', 'sA', 'WA', 'tas', 'nT', 'Act']) {
      expect(await client.accepted(SUBURB, `suburb=a&state=${state}`)).toMatchObject({ state: state.toUpperCase() });
    }
    for (const odd of ['', 'OT', 'VICTORIA', 'N', ' NSW', 'NSW ', 'nſw', 'NSWVIC', 'ＮＳＷ']) {
      expect(Object.keys(await client.refused(SUBURB, `suburb=a&state=${encodeURIComponent(odd)}`)), odd).toEqual([
        'state',
      ]);
    }
  });
});

describe('postcode', () => {
  it('§3.9: is exactly four ASCII digits', async () => {
    for (const odd of ['', '300', '30000', '3 00', '+300', '-300', '300a', '３０００', '3000 ', '3000\u0300']) {
      expect(Object.keys(await client.refused(POSTCODE, `postcode=${encodeURIComponent(odd)}`)), odd).toEqual([
        'postcode',
      ]);
    }
  });
});

describe('every offending parameter', () => {
  it('§1.7: is named in one answer, and no other parameter is', async () => {
    const details = await client.refused(REVERSE, 'lat=x&radius=0&limit=21&debug=TRUE&state=XX&q=%zz');
    expect(Object.keys(details).sort()).toEqual(['debug', 'lat', 'limit', 'lon', 'radius']);
    expect(details.lon).toEqual(['is required']);
  });
});
