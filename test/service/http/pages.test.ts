import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCompressed } from '../../../src/pages/build/bundle.ts';
import { CONTENT_SECURITY_POLICY, type SiteFile } from '../../../src/pages/build/site.ts';
import { isTilesUrl } from '../../../src/service/http/pages/settings.ts';
import { readSiteFiles } from '../../../src/service/http/pages/site-files.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { headerOf, RawConnection, request } from './support/raw-http.ts';

const PAGE = `<!doctype html><title>Letterbox</title>${'<p>Collins Street</p>'.repeat(200)}`;
const SCRIPT = 'export const one = 1;';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-pages-'));
const site: SiteFile[] = [
  {
    path: '/',
    file: 'index.html',
    type: 'text/html; charset=utf-8',
    group: 'playground',
    hashed: false,
    policy: CONTENT_SECURITY_POLICY,
    shared: false,
  },
  {
    path: '/field.js',
    file: 'field.js',
    type: 'text/javascript; charset=utf-8',
    group: 'field',
    hashed: false,
    policy: null,
    shared: true,
  },
];
writeCompressed(join(folder, 'index.html'), Buffer.from(PAGE));
writeCompressed(join(folder, 'field.js'), Buffer.from(SCRIPT));
writeFileSync(join(folder, 'files.json'), JSON.stringify(site));
const built = pathToFileURL(`${folder}/`);

let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({ pages: readSiteFiles({ choice: 'all', tiles: null }, built) });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const get = (headers: Record<string, string> = {}, path = '/', method = 'GET') =>
  request(server.port, path, headers, method);

describe('A page', () => {
  it('is sent in the best accepted encoding, each with its own entity tag', async () => {
    const plain = await get();
    expect(plain.body.toString()).toBe(PAGE);
    expect(headerOf(plain, 'content-encoding')).toBeUndefined();
    expect(headerOf(plain, 'content-type')).toBe('text/html; charset=utf-8');
    const gzip = await get({ 'Accept-Encoding': 'deflate, gzip' });
    expect(headerOf(gzip, 'content-encoding')).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(PAGE);
    const brotli = await get({ 'Accept-Encoding': 'gzip, deflate, br;q=0.5' });
    expect(headerOf(brotli, 'content-encoding')).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(PAGE);
    expect(headerOf(await get({ 'Accept-Encoding': 'br;q=0, gzip;q=0.0' }), 'content-encoding')).toBeUndefined();
    expect(headerOf(await get({ 'Accept-Encoding': 'br, gzip' }, '/field.js'), 'content-encoding')).toBeUndefined();
    const tags = [plain, gzip, brotli].map((response) => headerOf(response, 'etag'));
    expect(new Set(tags).size).toBe(3);
    for (const response of [plain, gzip, brotli]) {
      expect(headerOf(response, 'vary')).toBe('Accept-Encoding');
      expect(headerOf(response, 'x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    }
  });

  it('is not sent again to a client that has it', async () => {
    const brotli = { 'Accept-Encoding': 'br' };
    const tag = headerOf(await get(brotli), 'etag')!;
    const connection = new RawConnection(server.port);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      connection.send(`GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nIf-None-Match: ${known}\r\n\r\n`);
      const response = (await connection.next(true))!;
      expect([response.status, headerOf(response, 'etag')]).toEqual([304, tag]);
      expect(headerOf(response, 'content-encoding')).toBeUndefined();
    }
    connection.end();
    expect((await get({ ...brotli, 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await get({ 'If-None-Match': tag })).status).toBe(200);
  });

  it('answers HEAD without the body, and no other method', async () => {
    const head = await get({ 'Accept-Encoding': 'br' }, '/', 'HEAD');
    const whole = await get({ 'Accept-Encoding': 'br' });
    expect(head.body).toHaveLength(0);
    for (const name of ['content-length', 'etag', 'content-encoding', 'content-type'])
      expect(headerOf(head, name)).toBe(headerOf(whole, name));
    for (const method of ['POST', 'DELETE', 'OPTIONS']) expect((await get({}, '/', method)).status).toBe(404);
  });

  it('may load only from its own host, and be framed by nobody', async () => {
    const policy = headerOf(await get(), 'content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|unsafe|\*/);
    const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
    const withTiles = readSiteFiles({ choice: 'all', tiles }, built).get('/')!;
    const tilePolicy = new Map(withTiles.headers).get('Content-Security-Policy')!;
    expect(tilePolicy).toContain("connect-src 'self' https://tiles.example;");
    expect(tilePolicy).toContain("script-src 'self';");
  });

  it('is revalidated before reuse, and a script for other sites is open to them', async () => {
    expect(headerOf(await get(), 'cache-control')).toBe('no-cache');
    expect(headerOf(await get(), 'access-control-allow-origin')).toBeUndefined();
    const script = await get({}, '/field.js');
    expect(headerOf(script, 'access-control-allow-origin')).toBe('*');
    expect(headerOf(script, 'cross-origin-resource-policy')).toBe('cross-origin');
  });
});

it('Pages that are switched off are not found', () => {
  expect([...readSiteFiles({ choice: 'docs', tiles: null }, built).keys()]).toEqual(['/field.js']);
  expect(readSiteFiles({ choice: 'none', tiles: null }, built).size).toBe(0);
});

it('Pages that are not built are reported with a sentence', () => {
  const nowhere = pathToFileURL('/nowhere/');
  expect(() => readSiteFiles({ choice: 'all', tiles: null }, nowhere)).toThrow(
    /no \/nowhere\/files\.json\. Run npm run build/,
  );
});

it('Tiles come from a template or a PMTiles file', () => {
  const good = [
    'https://t.example/{z}/{x}/{y}.png',
    'http://127.0.0.1:9/a/{z}/{x}/{y}',
    'https://t.example/au.pmtiles?v=1',
  ];
  const bad = [
    '',
    'tiles',
    'https://t.example/{z}/{x}.png',
    'ftp://t.example/au.pmtiles',
    'https://t.example/x;script-src *.pmtiles',
  ];
  expect(good.filter(isTilesUrl)).toEqual(good);
  expect(bad.filter(isTilesUrl)).toEqual([]);
});
