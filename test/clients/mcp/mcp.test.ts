import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { TABLE } from '../../../src/address/operations/table/table.ts';
import { createClient } from '../../../src/clients/client/client.ts';
import { createMcpServer } from '../../../src/clients/mcp/server.ts';
import { FAKE_IDS } from '../../service/http/support/fake-operations.ts';
import { KEYS, startFakeServer } from '../../service/http/support/fake-server.ts';
import { head, RawConnection } from '../../service/http/support/raw-http.ts';
import { SAMPLE, type SampleService, startSampleService } from '../client/sample-service.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/clients/mcp/main.js', import.meta.url));
const ADDRESS = '2 PERTH STREET, SUNNYBANK QLD 4109';

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: unknown;
}

let service: SampleService;
let model: Client;
beforeAll(async () => {
  service = await startSampleService();
  model = await overStdio('demo');
});
afterAll(async () => {
  await model.close();
  await service.stop();
});

/** The SDK's client, connected to the program on its standard input and output. */
async function overStdio(apiKey: string, url = service.url): Promise<Client> {
  const env = { PATH: process.env.PATH ?? '', LETTERBOX_API_KEY: apiKey };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [PROGRAM, '--url', url], env }));
  return client;
}

/** The SDK's client, connected within this process to tools that call a service at `url`, without repeating anything. */
async function inProcess(apiKey: string, url = service.url): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(createClient({ baseUrl: url, apiKey, retry: { retries: 0 } }), '1');
  await server.connect(far);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Client, name: string, input: Record<string, unknown>): Promise<Called> {
  const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ text: string }];
  return { isError: isError === true, text, data: structuredContent };
}

describe('The tools', () => {
  it('are the calls, read-only, told in few words', async () => {
    const { tools } = await model.listTools();
    const ofCalls = TABLE.flatMap(({ tool, batch }) => [
      tool.name,
      ...(batch?.tool === undefined ? [] : [batch.tool.name]),
    ]);
    expect(tools.map(({ name }) => name).sort()).toEqual(ofCalls.sort());
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true });
    for (const { name, outputSchema } of tools)
      expect([name, Object.keys(outputSchema?.properties ?? {}).length]).toEqual([
        name,
        expect.toSatisfy((n: number) => n > 1),
      ]);
    expect(JSON.stringify(tools.map(({ outputSchema: _, ...told }) => told)).length).toBeLessThan(7500);
    expect(model.getInstructions()).toContain('G-NAF');
  });

  it('find an address, and say what to do with each quality of match', async () => {
    const found = await call(model, 'validate_address', { address: SAMPLE.line });
    const match = { address: ADDRESS, id: SAMPLE.id, lat: SAMPLE.lat, lon: SAMPLE.lon };
    const taken = { quality: 'high', score: 100, action: 'accept' };
    expect(found.data).toEqual({ ...taken, advice: 'This is the address.', match });
    expect(JSON.parse(found.text)).toEqual(found.data);
    const { data: other } = await call(model, 'validate_address', { address: '2 Perth St, Sunnybank VIC' });
    expect(other).toMatchObject({
      quality: 'medium',
      advice: expect.stringContaining('confirm'),
      action: 'confirm',
      because: [expect.stringContaining('state')],
      parts: { state: { given: 'VIC', found: 'QLD', verdict: 'contradicted' } },
    });
    const { data: wrong } = await call(model, 'validate_address', { address: '8 Pert Street, Sunnybank' });
    expect(wrong).toMatchObject({
      action: 'fix',
      parts: {
        number: { given: '8', found: '1', verdict: 'contradicted' },
        street: { given: 'PERT STREET', found: 'PERTH STREET', verdict: 'corrected' },
      },
    });
    const { data: none } = await call(model, 'validate_address', { address: 'PO Box 12, Sunnybank' });
    expect(none).toEqual({
      quality: 'none',
      score: 0,
      action: 'reject',
      reason: 'po_box',
      advice: expect.stringContaining('post box'),
    });
  });

  it('check many at once: each in its place, with its reason or its error, and counted by quality', async () => {
    const addresses = [SAMPLE.line, '2 Perth St, Sunnybank VIC', 'PO Box 12, Sunnybank', 'a\u0007b', SAMPLE.line];
    const { data } = await call(model, 'validate_addresses', { addresses });
    const match = { address: ADDRESS, id: SAMPLE.id, lat: SAMPLE.lat, lon: SAMPLE.lon };
    const first = { quality: 'high', score: 100, action: 'accept', match };
    expect(data).toEqual({
      results: [
        first,
        {
          quality: 'medium',
          score: 66,
          action: 'confirm',
          because: ['state mismatch'],
          match,
          parts: expect.objectContaining({ state: { given: 'VIC', found: 'QLD', verdict: 'contradicted' } }),
        },
        { quality: 'none', score: 0, action: 'reject', reason: 'po_box' },
        { error: expect.stringContaining('Invalid query parameters') },
        first,
      ],
      counts: { high: 2, medium: 1, none: 1 },
      advice: { high: 'This is the address.', medium: expect.stringContaining('confirm'), none: expect.any(String) },
    });
    const { isError, text } = await call(model, 'validate_addresses', { addresses: Array(101).fill('x') });
    expect([isError, text]).toEqual([true, expect.stringMatching(/addresses/)]);
  });

  it('lead from a few letters or a point to an id, and from the id to what is asked for alone', async () => {
    const { data: typed } = await call(model, 'autocomplete_address', { text: '2 perth st sunn', limit: 1 });
    expect(typed).toEqual({
      suggestions: [{ address: ADDRESS, id: SAMPLE.id, quality: 'high', score: expect.any(Number) }],
    });
    const point = { lat: SAMPLE.lat, lon: SAMPLE.lon };
    const { data: near } = await call(model, 'reverse_geocode', { ...point, radius_m: 1, limit: 1 });
    expect(near).toEqual({ addresses: [{ address: ADDRESS, id: SAMPLE.id, ...point, distance_m: 0 }], in_radius: 1 });
    const { data: plain } = await call(model, 'enrich_address', { id: SAMPLE.id });
    const components = { streetNumberFirst: '2', streetName: 'PERTH', streetType: 'STREET' };
    expect(plain).toEqual({
      address: ADDRESS,
      id: SAMPLE.id,
      ...point,
      components,
      parcel: '323RP882459',
      release: '2026.08',
    });
    const include = ['boundaries', 'geocodes', 'surroundings'];
    const { data: more } = await call(model, 'enrich_address', { id: SAMPLE.id, include });
    expect(more).toMatchObject({
      boundaries: { lga: { name: 'Sunnybank' }, sa1: '30101600101' },
      geocode: { type: 'FRONTAGE CENTRE SETBACK' },
      street: { classification: 'CONFIRMED' },
    });
  });

  it('tell of postcodes and suburbs, and of nothing being there', async () => {
    const { data: postcode } = await call(model, 'lookup_postcode', { postcode: '0872', limit: 1 });
    expect(postcode).toEqual({
      postcode: '0872',
      localities: [{ name: 'HERMANNSBURG', state: 'NT', address_count: 20 }],
    });
    const { data: number } = await call(model, 'lookup_postcode', { postcode: 872, limit: 1 });
    expect(number).toEqual(postcode);
    const { data: suburb } = await call(model, 'lookup_suburb', { suburb: 'Sunybank', state: 'QLD' });
    expect(suburb).toMatchObject({ suburb: 'SUNNYBANK', postcodes: ['4109'] });
    const { data: nowhere } = await call(model, 'lookup_suburb', { suburb: 'Xyzzyville' });
    expect(nowhere).toMatchObject({ address_count: 0, advice: 'No such suburb or locality was found.' });
    const { data: sea } = await call(model, 'reverse_geocode', { lat: -30, lon: 160 });
    expect(sea).toMatchObject({ addresses: [], in_radius: 0, advice: expect.stringContaining('radius_m') });
    const { data: nothing } = await call(model, 'autocomplete_address', { text: 'zzzzqqqq' });
    expect(nothing).toMatchObject({ suggestions: [], advice: expect.any(String) });
  });

  it('cut a long list off, and say how long it is', async () => {
    const server = await startFakeServer();
    onTestFinished(() => server.close());
    const client = await inProcess(KEYS.good, `http://127.0.0.1:${server.port}`);
    const { data } = await call(client, 'enrich_address', { id: FAKE_IDS.tower, include: ['units'] });
    expect(data).toMatchObject({ units_in_all: 20_000, units: expect.objectContaining({ length: 20 }) });
  });
});

describe('A refusal is an answer that says what to do:', () => {
  it.each([
    { of: 'an input outside the schema', name: 'reverse_geocode', input: { lat: 91, lon: 0 }, says: /lat/ },
    {
      of: 'an input that the service refuses',
      name: 'validate_address',
      input: { address: 'a\u0007b' },
      says: /q must not contain control/,
    },
    {
      of: 'an id that is none',
      name: 'enrich_address',
      input: { id: 'GAXXX1' },
      says: /Address not found: GAXXX1\. Ids come/,
    },
  ])('$of', async ({ name, input, says }) => {
    const { isError, text } = await call(model, name, input);
    expect([isError, text]).toEqual([true, expect.stringMatching(says)]);
  });

  it.each([
    { of: 'a wrong key', key: () => 'nonsense', says: /key is not valid/ },
    { of: 'a plan without addresses', key: () => service.keys.weather, says: /plan .* does not include addresses/ },
    { of: 'too many requests', key: () => service.keys.seldom, says: /Try again in \d+ s/ },
    { of: 'too few credits', key: () => service.keys.five, says: /Do not try again: credits return at 20/ },
  ])('$of', async ({ key, says }) => {
    const client = await inProcess(key());
    await call(client, 'enrich_address', { id: SAMPLE.id });
    const { isError, text } = await call(client, 'enrich_address', { id: SAMPLE.id });
    expect([isError, text]).toEqual([true, expect.stringMatching(says)]);
  });

  it('a failure of the service, and no service at all', async () => {
    const server = await startFakeServer();
    const client = await inProcess(KEYS.good, `http://127.0.0.1:${server.port}`);
    const failed = await call(client, 'enrich_address', { id: FAKE_IDS.failing });
    expect([failed.isError, failed.text]).toEqual([
      true,
      expect.stringMatching(/^Internal server error \(request req_/),
    ]);
    server.close();
    const lost = await call(client, 'enrich_address', { id: SAMPLE.id });
    expect([lost.isError, lost.text]).toEqual([true, expect.stringMatching(/cannot be reached: .*ECONNREFUSED/)]);
  });

  it('a call that is cancelled is cancelled at the service too', async () => {
    const silent: Server = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void silent.close());
    const client = await inProcess('any', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const closed = new Promise((resolve) => silent.once('request', (request) => request.socket.once('close', resolve)));
    const stop = new AbortController();
    silent.once('request', () => stop.abort());
    const input = { name: 'validate_address', arguments: { address: 'x' } };
    await expect(client.callTool(input, undefined, { signal: stop.signal })).rejects.toThrow();
    await closed;
  });
});

describe('Over HTTP', () => {
  let program: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const env = { PATH: process.env.PATH ?? '' };
    program = spawn(process.execPath, [PROGRAM, '--url', service.url, '--http-port', '0'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    port = await new Promise((resolve) => {
      program.stderr!.setEncoding('utf8').on('data', (text: string) => {
        const [, found] = /port (\d+), at \/mcp/.exec(text) ?? [];
        if (found !== undefined) resolve(Number(found));
      });
    });
  });
  afterAll(() => void program.kill());

  async function connected(headers: Record<string, string>): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    const url = new URL(`http://127.0.0.1:${port}/mcp`);
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as Parameters<Client['connect']>[0],
    );
    onTestFinished(() => client.close());
    return client;
  }

  it('each caller brings its own key, in either header', async () => {
    for (const headers of [{ 'X-Api-Key': 'demo' }, { Authorization: 'Bearer demo' }]) {
      const { data } = await call(await connected(headers), 'validate_address', { address: SAMPLE.line });
      expect(data).toMatchObject({ match: { id: SAMPLE.id } });
    }
    const { isError, text } = await call(await connected({}), 'validate_address', { address: SAMPLE.line });
    expect([isError, text]).toEqual([true, expect.stringContaining('LETTERBOX_API_KEY')]);
  });

  it.each([
    { of: 'a name that points here', method: 'POST', path: '/mcp', headers: { Host: 'evil.example' }, status: 403 },
    {
      of: 'a page of another origin',
      method: 'POST',
      path: '/mcp',
      headers: { Origin: 'https://evil.example' },
      status: 403,
    },
    { of: 'another path', method: 'POST', path: '/', headers: {}, status: 404 },
    { of: 'a stream of the server', method: 'GET', path: '/mcp', headers: {}, status: 405 },
    { of: 'a key that can be none', method: 'POST', path: '/mcp', headers: { 'X-Api-Key': 'a b' }, status: 400 },
    {
      of: 'what is no JSON',
      method: 'POST',
      path: '/mcp',
      headers: { Accept: 'application/json, text/event-stream' },
      status: 415,
    },
  ])('$of is turned away', async ({ method, path, headers, status }) => {
    const connection = new RawConnection(port);
    connection.send(head(path, headers, method));
    expect((await connection.next())?.status).toBe(status);
    connection.end();
  });

  it('a key of its own is refused where others could use it', async () => {
    const env = { PATH: process.env.PATH ?? '', LETTERBOX_API_KEY: 'demo' };
    const args = ['--http-port', '0', '--http-host', '0.0.0.0'];
    const child = spawn(process.execPath, [join(PROGRAM), ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
    expect(said).toContain('LETTERBOX_API_KEY is refused on 0.0.0.0');
  });
});
