import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { type AddressInfo, connect as connectPlain, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { type FakeServer, KEYS, startFakeServer } from './support/fake-server.ts';

const installed = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;

/** The examples, and how each is begun. */
const PROXIES = [
  {
    name: 'nginx',
    file: 'nginx.conf',
    there: installed('nginx', '-v'),
    command: (path: string) => ['nginx', '-p', path, '-c', join(path, 'nginx.conf'), '-g', 'daemon off; pid pid;'],
  },
  {
    name: 'HAProxy',
    file: 'haproxy.cfg',
    there: installed('haproxy', '-v'),
    command: (path: string) => ['haproxy', '-q', '-f', join(path, 'haproxy.cfg')],
  },
  {
    name: 'Caddy',
    file: 'Caddyfile',
    there: installed('caddy', 'version'),
    command: (path: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(path, 'Caddyfile')],
  },
];

const running: { services: FakeServer[]; proxy: ChildProcess | null } = { services: [], proxy: null };
/** What the proxy has logged. */
let said = '';
afterEach(async () => {
  const { proxy, services } = running;
  if (proxy !== null) {
    proxy.kill('SIGTERM');
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
  }
  for (const service of services) service.close();
  Object.assign(running, { services: [], proxy: null });
});

/** Starts an example with ports and certificate of its own, and waits until it answers. */
async function start({ file, command }: (typeof PROXIES)[number], ports?: readonly number[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-proxy-'));
  const files = ['-keyout', 'tls.key', '-out', 'tls.pem', '-subj', '/CN=localhost', '-days', '2'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...files],
    {
      cwd: folder,
      stdio: 'pipe',
    },
  );
  writeFileSync(
    join(folder, 'tls-and-key.pem'),
    ['tls.pem', 'tls.key'].map((name) => readFileSync(join(folder, name))).join(''),
  );
  running.services = [await startFakeServer(), await startFakeServer()];
  const [first, second] = ports ?? running.services.map((service) => service.port);
  const port = await freePort();
  const example = readFileSync(new URL(`../../../src/service/http/proxies/${file}`, import.meta.url), 'utf8');
  const changed = example
    .replaceAll('/etc/letterbox/', `${folder}/`)
    .replace('rate=200r/s', 'rate=20000r/s')
    .replace('sc_conn_cur(0) gt 1000', `sc_conn_cur(0) gt ${MOST}`)
    .replace(/:8080\b/g, `:${first}`)
    .replace(/:8081\b/g, `:${second}`)
    .replace(/(listen |:)443\b/g, `$1${port}`);
  writeFileSync(join(folder, file), changed);
  const [program, ...args] = command(folder);
  running.proxy = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } });
  said = '';
  for (const stream of [running.proxy.stdout, running.proxy.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  for (;;) {
    if (running.proxy.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    if ((await get(port, '/readyz').catch(() => null))?.status === 200) return port;
    await setTimeout(50);
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });

/** An answer through the proxy. */
interface Answer {
  readonly status: number;
  readonly body: string;
}

function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = httpsRequest({ host: '127.0.0.1', port, path, headers, agent, timeout: 10_000 }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: Number(response.statusCode), body }));
    });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    // A kept connection may be closed as it is used again: a client then asks anew.
    asked
      .on('error', (error) => (asked.reusedSocket ? get(port, path, headers).then(resolve, reject) : reject(error)))
      .end();
  });
}

/** Asks 100 times, 8 at a time, and expects each answer to be to its own question. */
async function expectOwnAnswers(port: number): Promise<void> {
  const questions = Array.from({ length: 100 }, () => randomUUID());
  const answers = await Promise.all(questions.map((q) => get(port, `/v1/address/validate?q=${q}`, key)));
  for (const { status } of answers) expect(status).toBe(200);
  expect(answers.map(({ body }) => JSON.parse(body).match.id)).toEqual(questions);
}

/** What the proxy answers to bytes, until it closes the connection or is silent for a while. */
function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }, () =>
      socket.write(bytes, 'latin1'),
    );
    let answer = '';
    socket.setTimeout(1500, () => socket.destroy());
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(answer));
  });
}

/** How many connections of one address the examples are changed to take. */
const MOST = 40;

const VALIDATE = '/v1/address/validate?q=a';
const key = { 'X-Api-Key': KEYS.good };
const statusLines = (answer: string) => answer.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe.each(PROXIES)('$name in front, as the example has it', (proxy) => {
  it.skipIf(!proxy.there || !installed('openssl', 'version'))(
    'answers over TLS, continues when a machine is lost, logs no query, and passes on no request that could be read as two (skipped if it is not installed)',
    async () => {
      const port = await start(proxy);
      await expectOwnAnswers(port);
      const asked = running.services.map(({ app }) => app.requests());
      expect(asked.every((requests) => requests > 10)).toBe(true);
      expect((await get(port, `/v1/address/validate?q=${'%C3%BC'.repeat(500)}`, key)).status).toBe(200);
      const tooLong = await get(port, `/v1/address/validate?q=${'a'.repeat(40_000)}`, key).catch(() => null);
      if (tooLong !== null) expect([400, 414, 431]).toContain(tooLong.status);

      const head = `GET ${VALIDATE} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${KEYS.good}\r\n`;
      const hidden = 'GET /hidden HTTP/1.1\r\nHost: a\r\n\r\n';
      for (const lines of [
        'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
        `Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`,
        'Transfer-Encoding: xchunked\r\n',
        ': b\r\nContent-Length: 36\r\n',
        'Transfer-Encoding\t: chunked\r\n',
      ]) {
        const answer = await answerTo(port, `${head}${lines}\r\n0\r\n\r\n${hidden}`);
        expect(statusLines(answer).length, lines + answer).toBeLessThanOrEqual(2);
        await expectOwnAnswers(port);
      }
      await expectOwnAnswers(port);

      running.services[0].app.leave();
      running.services[0].close();
      await expectOwnAnswers(port);

      // Nor does it log queries, least of all where it has something to say.
      running.services[1].app.leave();
      running.services[1].close();
      const secret = 'q=SECRET-ADDRESS&key=lbx_pub_SECRET';
      expect((await get(port, `/v1/address/validate?${secret}`)).status).toBeGreaterThanOrEqual(502);
      expect(said).not.toContain('SECRET');
    },
  );
});

const haproxy = PROXIES[1];
const withHaproxy = it.skipIf(!haproxy.there || !installed('openssl', 'version'));

/** Connections from an address that send nothing; how many the proxy keeps. */
async function holdSilent(port: number, from: string, count: number): Promise<number> {
  const sockets = Array.from({ length: count }, () => connectPlain({ port, host: '127.0.0.1', localAddress: from }));
  let closed = 0;
  for (const socket of sockets) socket.on('error', () => {}).on('close', () => closed++);
  onTestFinished(() => void sockets.map((socket) => socket.destroy()));
  await expect.poll(() => closed + sockets.filter(({ readyState }) => readyState === 'open').length).toBe(count);
  await setTimeout(300);
  return count - closed;
}

withHaproxy(
  'HAProxy as the example has it counts connections that send nothing, and closes those beyond the limit of their address',
  async () => {
    const port = await start(haproxy);
    expect(await holdSilent(port, '127.0.0.7', 3 * MOST)).toBe(MOST);
    await expectOwnAnswers(port);
    expect(await holdSilent(port, '127.0.0.8', MOST - 5)).toBe(MOST - 5);
  },
);

withHaproxy('HAProxy as the example has it asks a GET again where a machine broke off, and never a POST', async () => {
  const asked: string[] = [];
  const breaking = createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (data) => {
        const method = data.toString('latin1').split(' ', 1)[0];
        if (data.includes('/readyz')) return socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
        asked.push(method);
        socket.destroy();
      });
  });
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void breaking.close());
  const both = (breaking.address() as AddressInfo).port;
  const port = await start(haproxy, [both, both]);
  const ask = (method: string) =>
    answerTo(port, `${method} ${VALIDATE} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  expect(statusLines(await ask('POST'))).toEqual(['HTTP/1.1 502']);
  expect(asked).toEqual(['POST']);
  await ask('GET');
  expect(asked).toEqual(['POST', 'GET', 'GET', 'GET']);
});
