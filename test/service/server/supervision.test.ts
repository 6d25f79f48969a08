import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askControl, controlSocket } from '../../../src/service/release/control-socket.ts';
import type { ReleaseReply } from '../../../src/service/release/messages.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { request } from '../http/support/raw-http.ts';

const folder = mkdtempSync(join(tmpdir(), 'letterbox-supervision-'));
const dataDir = join(folder, 'data');
const index = join(folder, 'served.lbx');
const pipe = join(folder, 'pipe.lbx');
let service: Letterbox;

beforeAll(async () => {
  copyFileSync(sampleIndex(), index);
  execFileSync('mkfifo', [pipe]);
  service = await start();
});
afterAll(async () => {
  service.process.kill('SIGKILL');
  await service.ended;
  rmSync(folder, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<Letterbox> {
  const shown = ['--dev-key', 'k', '--metrics-port', '0', '--data-dir', dataDir];
  const started = await runLetterbox(['--index', index, '--workers', '1', ...shown, ...args]);
  while (!(await tell({ kind: 'status' }).catch(() => null))?.ok) await setTimeout(5);
  return started;
}

const tell = (request: Parameters<typeof askControl>[1]): Promise<ReleaseReply> =>
  askControl(controlSocket(dataDir), request);

const until = async (met: () => boolean | Promise<boolean>) => {
  while (!(await met())) await setTimeout(10);
};

/** The servers of the service: the one that listens or is about to, and the one that stands by. */
function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isServer(name))
    .map(Number);
}

function isServer(pid: string): boolean {
  try {
    // The parent is the second field behind the name, which is in parentheses.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return (
      Number(parent) === service.process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('server/main')
    );
  } catch {
    return false; // It has ended.
  }
}

const serverPid = () => Number(logged(service, 'index opened').at(-1)?.pid);
const answers = () =>
  request(service.port, '/v1/address/lookup/suburb?suburb=sunnybank', { 'X-Api-Key': 'k' }).then(
    ({ status }) => status === 200,
    () => false,
  );
const health = async () => JSON.parse((await request(service.port, '/healthz')).body.toString());

/** Asks for the metrics by a name: status and text. */
function metrics(host = '127.0.0.1'): Promise<{ status: number; text: string }> {
  const { port } = logged(service, 'metrics served')[0] as { port: number };
  return new Promise((resolve, reject) => {
    const asked = ask({ host: '127.0.0.1', port, path: '/metrics', headers: { Host: host } }, (response) => {
      let text = '';
      response.on('data', (more) => {
        text += more;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** A connection that has sent the beginning of a request's head. */
async function halfOpen(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write('GET /metrics HTTP/1.1\r\nHost: a\r\nX-');
  return socket.resume();
}

describe.runIf(process.platform === 'linux')('a server that is killed', () => {
  it('is restarted, however often and however soon, and health, metrics and log say so', async () => {
    for (let kill = 1; kill <= 5; kill++) {
      const before = logged(service, 'server ended').length;
      // Once as it serves, then 0.3 s after the next one has appeared, with the one that stands by.
      await setTimeout(kill === 1 ? 0 : 300);
      for (const pid of children()) process.kill(pid, 'SIGKILL');
      await until(() => logged(service, 'server ended').length > before);
      const { restart_in_ms: pause } = logged(service, 'server ended').at(-1) as { restart_in_ms: number };
      expect(logged(service, 'server ended').at(-1)).toMatchObject({ level: 50, signal: 'SIGKILL', by: 'signal' });
      expect(pause).toBe([0, 100, 200, 400, 800][kill - 1]);
      const { text } = await metrics();
      expect(text).toMatch(new RegExp(`letterbox_server_ends_total\\{reason="signal"\\} ${kill}\n`));
      expect(text).toMatch(/letterbox_server_up [01]\n/);
      await setTimeout(pause);
      await until(() => children().length > 0).catch(() => {});
    }
    await until(answers);
    expect((await health()).server_ended).toMatchObject({ times: 5, last_by: 'SIGKILL' });
    await until(async () => (await metrics()).text.includes('letterbox_server_up 1\n'));
    expect((await metrics()).text).toMatch(/letterbox_workers 1\n/);
  });

  it('answers before its index has been verified again, which is done afterwards', async () => {
    const before = logged(service, 'index verified').length;
    process.kill(serverPid(), 'SIGKILL');
    const started = logged(service, 'started').length;
    await until(() => logged(service, 'index verified').length > before);
    const lines = service.stdout.map((line) => JSON.parse(line).msg);
    expect(logged(service, 'started').length).toBeGreaterThan(started);
    expect(lines.lastIndexOf('started')).toBeLessThan(lines.lastIndexOf('index verified'));
    expect(await answers()).toBe(true);
  });
});

describe.runIf(process.platform === 'linux')('an activation', () => {
  it('of a pipe is refused at once and counted, and the service can still be stopped', async () => {
    expect(await tell({ kind: 'activate', path: pipe, force: true })).toEqual({
      ok: false,
      reason: `${pipe} is not a file: expected a Letterbox index`,
    });
    expect(await answers()).toBe(true);
    expect((await metrics()).text).toMatch(/letterbox_activations_total\{result="refused"\} 1\n/);
    expect(await tell({ kind: 'activate', path: index, force: true })).toMatchObject({ ok: true });
    expect((await metrics()).text).toMatch(/letterbox_activations_total\{result="served"\} 1\n/);
  });
});

describe('metrics', () => {
  it('are refused to requests with the name of another host', async () => {
    for (const host of ['127.0.0.1', 'localhost:9464', '[::1]:9464', 'machine-a:9464', 'x.localhost'])
      expect([host, (await metrics(host)).status]).toEqual([host, 200]);
    for (const host of ['rebound.example.com', 'rebound.example.com:9464', '127.0.0.1.nip.io', 'a.b.', 'a.b:x'])
      expect([host, (await metrics(host)).status]).toEqual([host, 421]);
  });

  it('are answered despite any number of connections that never finish their request', async () => {
    const { port } = logged(service, 'metrics served')[0] as { port: number };
    const half = await Promise.all(Array.from({ length: 300 }, () => halfOpen(port)));
    for (let i = 0; i < 5; i++) {
      expect((await metrics()).status).toBe(200);
      half.push(...(await Promise.all(Array.from({ length: 100 }, () => halfOpen(port)))));
    }
    for (const socket of half) socket.destroy();
  });
});

describe.runIf(process.platform === 'linux')('a stop', () => {
  it('kills a server that hangs, after some seconds', async () => {
    await until(answers);
    process.kill(serverPid(), 'SIGSTOP');
    const began = performance.now();
    expect(await stopLetterbox(service)).toBe(0);
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(logged(service, 'server does not stop: it is killed')).toHaveLength(1);
  });

  it('is possible while the start waits for a pipe as the index, which is refused', async () => {
    const refused = await runLetterbox(['--index', pipe, '--dev-key', 'k']);
    expect(await refused.ended).toBe(1);
    expect(refused.stderr()).toContain('is not a file: expected a Letterbox index');
  });
});

describe('an activated release that can no longer be opened', () => {
  it.each([
    ['of another format', (whole: Buffer) => whole.writeUInt32LE(99, 8), /format version 99/],
    ['damaged in its header', (whole: Buffer) => whole.writeUInt8(1, 27), /header is corrupt: byte 27 is 01/],
    ['damaged further on', (whole: Buffer) => whole.writeUInt8(whole[5000] ^ 1, 5000), /is corrupt|expected 0/],
  ])('(%s) gives way to the one that is configured, and stays recorded', async (_what, damage, reason) => {
    const other = join(folder, 'other.lbx');
    copyFileSync(index, other);
    service = await start('--verify-index', 'start');
    expect(await tell({ kind: 'activate', path: other, force: true })).toMatchObject({ ok: true });
    await stopLetterbox(service);
    const bytes = readFileSync(other);
    damage(bytes);
    rmSync(other);
    writeFileSync(other, bytes);
    const record = readFileSync(join(dataDir, 'release.json'));
    service = await start('--verify-index', 'start');
    const [warning] = service.stdout.map((line) => JSON.parse(line)).filter(({ msg }) => /cannot be served/.test(msg));
    expect(warning).toMatchObject({
      level: 50,
      activated: other,
      configured: index,
      reason: expect.stringMatching(reason),
    });
    expect(await tell({ kind: 'status' })).toMatchObject({ status: { serving: { path: index } } });
    expect(readFileSync(join(dataDir, 'release.json'))).toEqual(record);
    await stopLetterbox(service);
  });
});
