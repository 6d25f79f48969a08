import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../../src/address/operations/table/table.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { VERSION } from '../../../src/system/version.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { assertDescribed, operations } from './support/description.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from './support/letterbox.ts';
import { head, headerOf, RawConnection, request } from './support/raw-http.ts';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-service-'));
let index: string;
beforeAll(() => {
  index = sampleIndex();
});

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');

describe('started without keys', () => {
  let service: Letterbox;
  beforeAll(async () => {
    service = await runLetterbox(['--index', index, '--workers', '2', '--access-log', 'all']);
    while (!service.stderr().endsWith('\n\n')) await new Promise((resolve) => setTimeout(resolve, 5));
  });
  afterAll(() => stopLetterbox(service));

  const commands = () => service.stderr().match(/^ {2}curl .*$/gm) ?? [];

  /** What a command for curl is answered: a shell splits it into words, as if it were pasted there, but curl need not be installed. */
  async function asTyped(command: string) {
    const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`])
      .toString()
      .split('\0');
    const [globbing, flag, header, url, end] = words;
    expect([globbing, flag, end]).toEqual(['-g', '-H', '']);
    const [name, value] = header.split(': ');
    const answer = await fetch(url, { headers: { [name]: value } });
    expect(answer.status, command).toBe(200);
    return (await answer.json()) as Record<string, unknown[]>;
  }

  it('prints a demo key and one command for each operation, which work as printed', async () => {
    const paths = ROUTES.map(({ path }) => path);
    expect(commands()).toHaveLength(paths.length);
    for (const [i, command] of commands().entries()) {
      expect(command).toContain(`${paths[i]}?`);
      const answer = await asTyped(command);
      expect(answer.error).toBeUndefined();
      const found = answer.suggestions ??
        answer.results ??
        answer.localities ??
        answer.streets ??
        answer.postcodes ?? [answer.match ?? answer.id];
      expect(found.length, command).toBeGreaterThan(0);
      expect(found[0], command).toBeTruthy();
    }
  });

  it('answers every example as the interface description says, and knows the index', async () => {
    const key = /Demo key: (\S+)/.exec(service.stderr())![1];
    for (const command of commands()) {
      const target = /http:\/\/[^/]+([^']+)'/.exec(command)![1];
      for (const more of ['', '&debug=true']) {
        const response = await request(service.port, target + more, { 'X-Api-Key': key });
        assertDescribed(target.split('?')[0], response);
        expect(response.status).toBe(200);
      }
    }
    const ready = JSON.parse((await request(service.port, '/readyz')).body.toString());
    const [opened] = logged(service, 'index opened');
    expect(ready).toEqual({
      status: 'ready',
      version: VERSION,
      release: opened.release,
      asgs: '2026',
      addresses: opened.addresses,
      attribution: expect.stringMatching(
        /G-NAF © Geoscape Australia .* Administrative Boundaries © Geoscape Australia /,
      ),
    });
    expect(ready.addresses).toBeGreaterThan(1000);
  });

  it('answers the examples of the interface description as it says, and gives the attribution everywhere', async () => {
    const key = /Demo key: (\S+)/.exec(service.stderr())![1];
    for (const [path, { parameters = [], responses }] of Object.entries(operations)) {
      if (!path.startsWith('/v1/')) continue;
      const { instead } = TABLE.find((row) => row.path === path)!.parameters;
      const sent = parameters.filter(({ name }) => name !== 'include' && !instead?.names.includes(name));
      const query = sent.map(({ name, example }) => `${name}=${encodeURIComponent(example)}`).join('&');
      const { body } = await request(service.port, `${path}?${query}`, { 'X-Api-Key': key });
      expect(JSON.parse(body.toString()), path).toEqual(responses[200].content!['application/json'].example);
    }
    const json = async (path: string) => JSON.parse((await request(service.port, path)).body.toString());
    const { attribution } = await json('/attribution');
    expect(attribution).toContain('G-NAF');
    expect((await json('/readyz')).attribution).toBe(attribution);
    const { info } = await json('/openapi.json');
    expect(info.description).toContain(attribution);
    expect(info['x-attribution']).toBe(attribution);
  });

  it('sends the interface description compressed to clients that accept that, each encoding with its own entity tag', async () => {
    const get = (headers: Record<string, string>) => request(service.port, '/openapi.json', headers);
    const plain = await get({});
    const forms = new Map([[plain.body.toString(), headerOf(plain, 'etag')]]);
    for (const [accepted, encoding, open] of [
      ['gzip, br', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      let answer = await get({ 'Accept-Encoding': accepted });
      // Each worker compresses it beside its work, once it was asked for.
      while (headerOf(answer, 'content-encoding') !== encoding) answer = await get({ 'Accept-Encoding': accepted });
      const vary = 'Accept-Encoding, Host, X-Forwarded-Proto';
      expect([headerOf(answer, 'content-encoding'), headerOf(answer, 'vary')]).toEqual([encoding, vary]);
      expect(open(answer.body).toString()).toBe(plain.body.toString());
      expect(answer.body.length).toBeLessThan(plain.body.length / 5);
      const tag = headerOf(answer, 'etag')!;
      forms.set(encoding, tag);
      expect((await get({ 'Accept-Encoding': accepted, 'If-None-Match': tag })).status).toBe(304);
    }
    expect(new Set(forms.values()).size).toBe(3);
  });

  it('logs every request with its worker, and both workers answer; never the key or the query', async () => {
    const key = /Demo key: (\S+)/.exec(service.stderr())![1];
    for (let i = 0; i < 40; i++) {
      await request(service.port, '/v1/address/validate?q=SECRET-QUERY', { 'X-Api-Key': key });
      await request(service.port, '/v1/address/validate?SECRET-QUERY', { 'X-Api-Key': 'SECRET-KEY' });
      await request(service.port, '/SECRET-PATH');
    }
    const told = (which: (line: Record<string, unknown>) => boolean) => logged(service, 'request').filter(which).length;
    while (told(({ status }) => status === 401) < 40 || told(({ operation }) => operation === 'unknown') < 40)
      await new Promise((resolve) => setTimeout(resolve, 50));
    const lines = logged(service, 'request');
    const ours = lines.filter(({ operation }) => operation === 'validate');
    expect(new Set(ours.map(({ worker }) => worker))).toEqual(new Set([1, 2]));
    expect(ours.find(({ status }) => status === 401)).toMatchObject({ account: null });
    expect(ours.find(({ status }) => status === 200)).toMatchObject({
      request_id: expect.stringMatching(/^req_[0-9a-f]{32}$/),
      microseconds: expect.any(Number),
      account: 'development',
    });
    expect(lines.filter(({ operation }) => operation === 'unknown').length).toBeGreaterThanOrEqual(40);
    const all = service.stdout.join('\n');
    for (const secret of ['SECRET-QUERY', 'SECRET-KEY', 'SECRET-PATH', key]) expect(all).not.toContain(secret);
  });
});

describe('started with keys', () => {
  const keys = write(
    'keys.json',
    JSON.stringify([
      { sha256: sha256('alpha'), account: 'acme', products: ['address'] },
      { sha256: sha256('beta').toUpperCase(), account: 'zenith', products: ['weather'] },
      { sha256: sha256('gamma'), account: 'nobody', products: [] },
    ]),
  );
  let service: Letterbox;
  beforeAll(async () => {
    const url = ['--public-url', 'https://api.example.com/addresses/'];
    const args = ['--index', index, '--keys', keys, '--dev-key', 'delta', ...url];
    service = await runLetterbox(args, { LETTERBOX_WORKERS: '1' });
  });
  afterAll(() => stopLetterbox(service));

  const code = async (headers: string) => {
    const connection = new RawConnection(service.port);
    connection.send(`GET /v1/address/validate?q=a HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
    const response = (await connection.next())!;
    connection.end();
    assertDescribed('/v1/address/validate', response);
    return response.status === 200 ? 'OK' : JSON.parse(response.body.toString()).error.code;
  };

  it('names its public URL in its description', async () => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/openapi.json`);
    expect(JSON.parse(await answer.text()).servers).toEqual([
      { url: 'https://api.example.com/addresses', description: 'The service.' },
    ]);
  });

  it('prints no demo key, and has an access log only when asked', async () => {
    // Where the playground is, once the service listens.
    expect(service.stderr()).toMatch(/^(?:Open \S+#key=delta in a browser\.\s+)?$/);
    expect(logged(service, 'request')).toEqual([]);
    expect(logged(service, 'started')[0]).toMatchObject({ workers: 1 });
  });

  it('admits the keys of the file and the development key, each with its products', async () => {
    for (let again = 0; again < 3; again++) {
      expect(await code('X-Api-Key: alpha\r\n')).toBe('OK');
      expect(await code('x-api-key:   alpha  \r\n')).toBe('OK');
      expect(await code('X-Api-Key: delta\r\n')).toBe('OK');
      expect(await code('X-Api-Key: beta\r\n')).toBe('PRODUCT_NOT_ALLOWED');
      expect(await code('X-Api-Key: gamma\r\n')).toBe('PRODUCT_NOT_ALLOWED');
    }
  });

  it('distinguishes an absent key from a malformed one', async () => {
    expect(await code('')).toBe('MISSING_API_KEY');
    expect(await code('Authorization: Bearer alpha\r\n')).toBe('MISSING_API_KEY');
    const odd = [
      '',
      ' ',
      'Alpha',
      'alpha,alpha',
      'alph',
      'alpha2',
      'a lpha',
      'al\xffpha',
      '\xe9',
      '日',
      sha256('alpha'),
      '%61lpha',
    ];
    for (const key of [...odd, ...[1, 63, 64, 255, 256, 257, 1024, 4096, 15_000].map((length) => 'k'.repeat(length))]) {
      const bytes = Buffer.from(key).toString('latin1');
      expect(await code(`X-Api-Key: ${bytes}\r\n`), JSON.stringify(key.slice(0, 80))).toBe('INVALID_API_KEY');
    }
  });

  it('tells the development key, which is uncapped, when the month ends, and the keys of the file nothing', async () => {
    const ask = async (key: string, id: string) => {
      const response = await request(service.port, `/v1/address/enrich?id=${id}`, { 'X-Api-Key': key });
      assertDescribed('/v1/address/enrich', response);
      return (name: string) => headerOf(response, name.toLowerCase());
    };
    for (const id of ['', 'unknown', 'unknown']) {
      const before = Date.now();
      const told = await ask('delta', id);
      const reset = told('X-RateLimit-Reset') ?? '';
      expect(reset).toMatch(/^\d{4}-\d\d-01T00:00:00\.000Z$/);
      expect(Date.parse(reset) - before).toBeGreaterThan(0);
      expect(Date.parse(reset) - before).toBeLessThanOrEqual(31 * 86_400_000);
      const names = [
        'X-RateLimit-Product',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'RateLimit-Policy',
        'RateLimit',
      ];
      expect(names.map(told)).toEqual(['address', undefined, undefined, undefined, undefined]);
    }
    const told = await ask('alpha', 'unknown');
    expect([told('X-RateLimit-Product'), told('RateLimit')]).toEqual([undefined, undefined]);
  });

  it('uses the first of several keys', async () => {
    expect(await code('X-Api-Key: alpha\r\nX-Api-Key: wrong\r\n')).toBe('OK');
    expect(await code('X-Api-Key: wrong\r\nX-Api-Key: alpha\r\n')).toBe('INVALID_API_KEY');
  });
});

describe('a stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s under load loses no request, and ends with status 0',
    async (signal) => {
      const service = await runLetterbox(['--index', index, '--workers', '2', '--dev-key', 'k', '--slow-ms', '0']);
      let asked = 0;
      let answered = 0;
      const clients = Array.from({ length: 32 }, async () => {
        const connection = new RawConnection(service.port);
        for (;;) {
          connection.send(head('/v1/address/validate?q=1%20main%20street', { 'X-Api-Key': 'k' }));
          asked++;
          const response = await connection.next();
          if (response === null) return;
          expect(response.status).toBe(200);
          if (++answered === 1000) service.process.kill(signal);
          if (headerOf(response, 'connection') === 'close') return;
        }
      });
      await Promise.all(clients);
      expect(asked).toBe(answered);
      expect(await service.ended).toBe(0);
      expect(service.stdout.map((line) => JSON.parse(line).msg).slice(-2)).toEqual(['stopping', 'stopped']);
    },
  );

  it('loses no request when another service has taken over the port', async () => {
    const older = await runLetterbox(['--index', index, '--workers', '2', '--dev-key', 'k']);
    const statuses = new Map<number | undefined, number>();
    let over = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!over) {
        const connection = new RawConnection(older.port);
        for (let last = false; !last && !over; ) {
          connection.send(head('/v1/address/validate?q=1%20main%20street', { 'X-Api-Key': 'k' }));
          const response = await connection.next();
          statuses.set(response?.status, (statuses.get(response?.status) ?? 0) + 1);
          last = response === null || headerOf(response, 'connection') === 'close';
          // The newer service needs a processor to start on.
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        connection.end();
      }
    });
    const share = ['--port', String(older.port), '--taken-port', 'share'];
    const newer = await runLetterbox(['--index', index, '--workers', '2', '--dev-key', 'k', ...share]);
    expect(newer.port).toBe(older.port);
    expect(await stopLetterbox(older)).toBe(0);
    const before = statuses.get(200)!;
    while (statuses.size === 1 && statuses.get(200)! < before + 500)
      await new Promise((resolve) => setTimeout(resolve, 5));
    over = true;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
    expect(await stopLetterbox(newer)).toBe(0);
  });

  it('ends within five seconds although connections stay open, some in the middle of a request', async () => {
    const service = await runLetterbox(['--index', index, '--workers', '2', '--dev-key', 'k']);
    const idle = Array.from({ length: 10 }, () => new RawConnection(service.port));
    for (const [i, connection] of idle.entries()) {
      connection.send(head('/healthz'));
      await connection.next();
      if (i % 2 === 0) connection.send('GET /healthz HTTP/1.1\r\nHo');
    }
    const late = setTimeout(() => service.process.kill('SIGKILL'), 5000);
    expect(await stopLetterbox(service)).toBe(0);
    clearTimeout(late);
  });

  /** A service that has been told to stop, and waits for a connection that asks for nothing. */
  async function stopping(): Promise<Letterbox> {
    const service = await runLetterbox(['--index', index, '--dev-key', 'k', '--workers', '1']);
    const idle = new RawConnection(service.port);
    idle.send(head('/healthz'));
    await idle.next();
    service.process.kill('SIGINT');
    while (logged(service, 'stopping').length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return service;
  }

  it('is immediate at a second signal', async () => {
    const service = await stopping();
    await new Promise((resolve) => setTimeout(resolve, 300));
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe('SIGTERM');
    expect(logged(service, 'stopped')).toEqual([]);
  });

  it('treats a signal that comes twice, as npm passes on Ctrl-C, as one', async () => {
    const service = await stopping();
    service.process.kill('SIGINT');
    expect(await service.ended).toBe(0);
  });
});

describe('a start that cannot succeed', () => {
  /** What standard error has when the program ends with status 1: one sentence, and no stack. */
  async function refusal(...args: string[]): Promise<string> {
    const service = await runLetterbox(args);
    expect(await service.ended).toBe(1);
    const told = service.stderr();
    expect(told).not.toMatch(/^\s+at /m);
    expect(logged(service, 'started')).toEqual([]);
    return told.trim();
  }

  it('says what is wrong with the index', async () => {
    expect(await refusal('--index', join(folder, 'none.lbx'))).toMatch(/^The index cannot be opened: .*none\.lbx/);
    const odd = write('odd.lbx', 'this is not an index, though it is longer than a header would be');
    expect(await refusal('--index', odd)).toMatch(/^The index cannot be opened: .*odd\.lbx/);
    expect(await refusal('--index', folder)).toMatch(/^The index cannot be opened: /);
  });

  it('says that the data folder is not a folder', async () => {
    const file = write('data', '');
    expect(await refusal('--index', index, '--data-dir', file)).toBe(
      `The data folder ${file} is not a folder; give another with --data-dir.`,
    );
    expect(await refusal('--index', index, '--data-dir', join(file, 'below'))).toMatch(
      /^The data folder cannot be used: ENOTDIR: not a directory, /,
    );
  });

  it('says at once that the data folder cannot be written to: its disk is full or read-only', async (context) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    const mount = (options: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' });
    const unmount = () => void execFileSync('umount', ['-l', disk]);
    for (const [options, reason] of [
      ['size=64k', 'ENOSPC'],
      ['size=8m,ro', 'EROFS'],
    ]) {
      try {
        mount(options);
      } catch {
        context.skip('mounting a small tmpfs needs root');
      }
      try {
        for (const data of [disk, join(disk, 'below')])
          expect(await refusal('--index', index, '--data-dir', data)).toMatch(
            new RegExp(`^The data folder cannot be used: ${reason}: `),
          );
      } finally {
        unmount();
      }
    }
  });

  it('says what is wrong with the key file', async () => {
    const keys = write('bad-keys.json', '[{"sha256":"12","account":"a","products":[]}]');
    expect(await refusal('--index', index, '--keys', keys)).toBe(
      `Key 1 of the key file ${keys} has a text of 2 characters as sha256, expected 64 hexadecimal digits.`,
    );
    expect(await refusal('--index', index, '--keys', join(folder, 'none.json'))).toMatch(
      /^The key file .*none\.json cannot be read/,
    );
  });

  it('says what is wrong with a flag, whether it is given as such or in the environment', async () => {
    expect(await refusal('--index', index, '--port', '65536')).toContain('--port');
    expect(await (await runLetterbox(['--index', index], { LETTERBOX_WORKERS: '0' })).ended).toBe(1);
  });

  it('says that the port is in use, by another program or another Letterbox', async () => {
    const stranger = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => stranger.once('listening', resolve));
    const { port } = stranger.address() as { port: number };
    expect(await refusal('--index', index, '--port', String(port))).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use/);
    stranger.close();
    const first = await runLetterbox(['--index', index, '--workers', '1']);
    expect(await refusal('--index', index, '--port', String(first.port))).toMatch(
      /^Port \d+ on 127\.0\.0\.1 is in use/,
    );
    expect((await request(first.port, '/healthz')).status).toBe(200);
    await stopLetterbox(first);
  });
});
