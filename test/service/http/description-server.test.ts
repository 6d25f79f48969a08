import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { openApiDocument } from '../../../src/service/http/openapi/document.ts';
import { cases } from '../../support/cases.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { head, headerOf, requestBytes } from './support/raw-http.ts';

async function started(changes: Parameters<typeof startFakeServer>[0] = {}): Promise<FakeServer> {
  const server = await startFakeServer(changes);
  onTestFinished(() => server.close());
  return server;
}

const ask = ({ port }: FakeServer, headers: Record<string, string>, isUnchanged = false) =>
  requestBytes(port, head('/openapi.json', headers), isUnchanged);

/** The URL of the only server that a description names, which is else as it is made. */
async function serverOf(server: FakeServer, headers: Record<string, string>): Promise<string> {
  const { body } = await ask(server, headers);
  const { servers, ...rest } = JSON.parse(body.toString());
  const { servers: _, ...made } = openApiDocument('Incorporates G-NAF');
  expect(rest).toEqual(JSON.parse(JSON.stringify(made)));
  expect(servers).toHaveLength(1);
  return servers[0].url;
}

const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: null });
const host = fc
  .tuple(fc.oneof(fc.domain(), fc.ipV4(), fc.constant('address_service'), fc.constant('[2001:db8::7]')), port)
  .map(([name, port]) => (port === null ? name : `${name}:${port}`));

it('The description names the host that it was asked by, in any number', async () => {
  const server = await started();
  const holds = fc.asyncProperty(host, async (host) => {
    expect(await serverOf(server, { Host: host })).toBe(new URL(`http://${host}`).origin);
  });
  await fc.assert(holds, { numRuns: cases(60, 1000) });
});

it('A host that is none is not repeated', async () => {
  const server = await started();
  const text = fc.string({ unit: fc.constantFrom(...'a"\\<>/@?#&{} :[]%,;\'é'), minLength: 1, maxLength: 12 });
  const bad = text.filter((text) => !/^ *(?:a+(?::\d+)?)? *$/.test(text));
  const holds = fc.asyncProperty(bad, async (host) => {
    // `a:` and the like stand for a default port.
    expect(['/', 'http://a']).toContain((await serverOf(server, { Host: host })).replace(/a+/, 'a'));
  });
  await fc.assert(holds, { numRuns: cases(100, 1000) });
  for (const host of ['', 'a/b', 'a"', 'user@a', 'a:99999', 'a b', '[::1', '999.1.1.1', 'a'.repeat(300)])
    expect(await serverOf(server, { Host: host }), host).toBe('/');
});

it('https is taken from a proxy that is trusted, and its last word counts', async () => {
  const host = 'addresses.example.com';
  const asked = (server: FakeServer, told: string) => serverOf(server, { Host: host, 'X-Forwarded-Proto': told });
  const alone = await started();
  const stranger = await started({ trustedProxies: ['10.0.0.0/8'] });
  const named = await started({ trustedProxies: ['127.0.0.1'], clientAddressHeader: 'x-forwarded-for' });
  for (const [server, told, scheme] of [
    [alone, 'https', 'https'],
    [alone, 'http, https', 'https'],
    [alone, 'https, http', 'http'],
    [alone, 'ftp', 'http'],
    [named, 'https', 'https'],
    [stranger, 'https', 'http'],
  ] as const)
    expect([told, await asked(server, told)]).toEqual([told, `${scheme}://${host}`]);
});

it('A cache may keep each: by host and scheme, under tags of their own', async () => {
  const server = await started();
  const callers = [{ Host: 'a.example' }, { Host: 'b.example' }, { Host: 'a.example', 'X-Forwarded-Proto': 'https' }];
  const tags: string[] = [];
  for (const headers of callers) {
    const answer = await ask(server, headers);
    expect(headerOf(answer, 'vary')).toBe('Accept-Encoding, Host, X-Forwarded-Proto');
    tags.push(headerOf(answer, 'etag')!);
  }
  expect(new Set(tags).size).toBe(3);
  for (const [i, headers] of callers.entries())
    for (const tag of tags) {
      const isUnchanged = tag === tags[i];
      const answer = await ask(server, { ...headers, 'If-None-Match': tag }, isUnchanged);
      expect(answer.status).toBe(isUnchanged ? 304 : 200);
      expect(headerOf(answer, 'vary')).toContain('Host');
    }
  const coded = async () => headerOf(await ask(server, { Host: 'c.example', 'Accept-Encoding': 'br' }), 'etag');
  while (!(await coded())!.endsWith('-br"'));
});

it('A public URL is named to everybody, whatever they say', async () => {
  const server = await started({ publicUrl: 'https://api.example.com/addresses' });
  const said = { Host: 'b.example', 'X-Forwarded-Proto': 'http' };
  expect(await serverOf(server, said)).toBe('https://api.example.com/addresses');
  expect(headerOf(await ask(server, said), 'vary')).toBe('Accept-Encoding');
});
