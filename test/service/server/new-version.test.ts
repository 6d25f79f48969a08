import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Client } from '../../../bench/service/soak/client.ts';
import { adminJson } from '../../billing/credits/support/programs.ts';
import { cases } from '../../support/cases.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CREATE = 'accounts create --name A --credits 1000000 --mode hard --rate 100000 --burst 100000'.split(' ');
const TARGET = '/v1/address/lookup/postcode?postcode=4109';

/** Milliseconds between two requests of a client, so that the services have a processor to start and end on. */
const PACE = 2;

let index: string;
beforeAll(() => {
  index = sampleIndex();
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(10);
}

/** Asks once, on a connection of its own. */
async function askOnce(port: number, key: string) {
  const client = new Client(port);
  const answer = await client.get(TARGET, key);
  client.close();
  return answer;
}

/** When the service was last told that the ledger has what was counted, ms since 1970. */
async function drainedAt(port: number): Promise<number> {
  const health = (await (await fetch(`http://127.0.0.1:${port}/healthz`)).json()) as { drained_at: string };
  return Date.parse(health.drained_at);
}

describe('A new version', () => {
  it('takes over from the old one, again and again under load, without a failure or a lost credit', async () => {
    const program = join(ROOT, 'dist/bench/service/updates/main.js');
    // On one worker too, in a full run.
    const workers = ['--workers', '2', '1'].slice(0, cases(2, 3));
    const args = ['--index', index, '--updates', String(cases(2, 10)), ...workers, '--clients', '4', '--pause', '5'];
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGTERM'));
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect({ code, said }).toEqual({
      code: 0,
      said: expect.stringMatching(/ [1-9]\d{2,} answers, \d+ connections, 0 failed/),
    });
  }, 600_000);

  it.runIf(process.platform === 'linux')(
    'gets every new connection as soon as the old one is told to stop, and distributes them over all of its workers',
    async () => {
      const share = ['--index', index, '--dev-key', 'k', '--taken-port', 'share'];
      const older = await runLetterbox([...share, '--workers', '3']);
      const newer = await runLetterbox([
        ...share,
        '--workers',
        '2',
        '--port',
        String(older.port),
        '--access-log',
        'all',
      ]);
      onTestFinished(() => void newer.process.kill('SIGKILL'));
      const answered = () => logged(newer, 'request').length;
      older.process.kill('SIGTERM');
      await until(() => logged(older, 'handing the port over').length > 0);
      expect(logged(older, 'handing the port over')).toMatchObject([{ sockets: 3, others: 4, steered: true }]);
      for (let i = 0; i < 200; i++) {
        const answer = await askOnce(older.port, 'k');
        expect([i, answer?.status, /^connection: close/im.test(answer?.head ?? '')]).toEqual([i, 200, false]);
      }
      expect(await older.ended).toBe(0);
      await until(() => logged(newer, 'port taken over').length > 0);
      const before = answered();
      for (let i = 0; i < 100; i++) await askOnce(newer.port, 'k');
      await until(() => answered() >= before + 100);
      const workers = logged(newer, 'request').slice(before);
      for (const worker of [1, 2])
        expect(workers.filter((line) => line.worker === worker).length, `worker ${worker}`).toBeGreaterThan(20);
      expect(await stopLetterbox(newer)).toBe(0);
    },
  );

  it('takes over by the commands of the runbook, as systemd would run its units', async () => {
    const runbook = readFileSync(join(ROOT, 'src/service/server/RUNBOOK.md'), 'utf8');
    const commands = /Then let it take over[^`]*```sh\n([\s\S]*?)```/.exec(runbook)![1];
    const systemd = fakeSystemd(index);
    const { opt, env } = systemd;
    await systemd.do(['enable', '--now', 'letterbox@2.0.0']);
    await systemd.do(['restart', 'letterbox-sidecar']);
    const port = systemd.service('2.0.0').port;
    systemd.port = port;
    const { id } = await adminJson<{ id: string }>(env, ...CREATE);
    const { key } = await adminJson<{ key: string }>(env, 'keys', 'create', id);
    while ((await askOnce(port, key))?.status !== 200) await setTimeout(50);
    let over = false;
    const statuses: unknown[] = [];
    const clients = Array.from({ length: 4 }, async () => {
      for (; !over; await setTimeout(PACE)) statuses.push((await askOnce(port, key))?.status ?? 'no answer');
    });
    const shell = spawn('sh', ['-e', '-c', commands.replaceAll('/opt/', `${opt}/`)], {
      env: { ...process.env, PATH: `${systemd.bin}:${process.env.PATH}`, SYSTEMD: systemd.socket },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect(await new Promise((resolve) => shell.once('close', resolve))).toBe(0);
    expect(systemd.asked).toEqual([
      ['enable', '--now', 'letterbox@2.0.0'],
      ['restart', 'letterbox-sidecar'],
      ['enable', '--now', 'letterbox@2.1.0'],
      ['disable', '--now', 'letterbox@2.0.0'],
      ['restart', 'letterbox-sidecar'],
    ]);
    await setTimeout(300);
    over = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // What was counted waits for a sidecar, which the last command has only begun to start.
    const last = Date.now();
    while (!((await drainedAt(port)) > last)) await setTimeout(50);
    await systemd.do(['disable', '--now', 'letterbox@2.1.0']);
    await systemd.do(['stop', 'letterbox-sidecar']);
    const days = await adminJson<{ credits: number }[]>(env, 'usage', id);
    // One answer or more before the load: the first that the key was known for.
    expect(days.reduce((sum, { credits }) => sum + credits, 0)).toBe(statuses.length + 1);
  }, 120_000);
});

/** What stands in for systemd: runs the units of this repository as the user of the test, from a folder in place of /opt. */
function fakeSystemd(index: string) {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-systemd-'));
  const [opt, bin, data, socket] = ['opt', 'bin', 'data', 'socket'].map((name) => join(folder, name));
  mkdirSync(opt);
  mkdirSync(bin);
  for (const version of ['2.0.0', '2.1.0']) symlinkSync(ROOT, join(opt, `letterbox-${version}`));
  symlinkSync('letterbox-2.0.0', join(opt, 'letterbox'));
  writeFileSync(
    join(folder, 'letterbox.env'),
    `LETTERBOX_INDEX=${index}\nLETTERBOX_WORKERS=2\nLETTERBOX_DRAIN_INTERVAL=200\n`,
  );
  const script = `#!${process.execPath}
    const socket = require('node:net').connect(process.env.SYSTEMD, () => socket.write(JSON.stringify(process.argv.slice(2)) + '\\n'));
    socket.on('data', (code) => process.exit(Number(code)));`;
  writeFileSync(join(bin, 'systemctl'), script, { mode: 0o755 });
  const services = new Map<string, Letterbox>();
  let sidecar: ReturnType<typeof spawn> | null = null;
  const env = { LETTERBOX_DATA_DIR: data };
  const world = {
    opt,
    bin,
    socket,
    env,
    port: 0,
    asked: [] as string[][],
    service: (version: string) => services.get(version)!,
    async do(words: string[]): Promise<void> {
      world.asked.push(words);
      const [verb, unit] = [words[0], words.at(-1)!];
      const version = /^letterbox@(.*)$/.exec(unit)?.[1];
      if (version === undefined) {
        if (sidecar !== null) await new Promise((resolve) => sidecar!.once('exit', resolve).kill('SIGTERM'));
        sidecar = verb === 'stop' ? null : runUnit('letterbox-sidecar', '');
      } else if (verb === 'enable') {
        const { program, settings } = unitOf('letterbox@', version);
        // The first service waits for keys that a sidecar publishes.
        sidecar ??= runUnit('letterbox-sidecar', '');
        const service = await runLetterbox(['--port', String(world.port)], settings, program);
        if (service.port === 0) throw new Error(service.stderr());
        services.set(version, service);
      } else await stopLetterbox(services.get(version)!);
    },
  };
  /** The program of a unit, and what its environment is. */
  function unitOf(name: string, instance: string) {
    const text = readFileSync(join(ROOT, `src/service/server/deploy/systemd/${name}.service`), 'utf8')
      .replaceAll('%i', instance)
      .replaceAll('/opt/', `${opt}/`)
      .replaceAll('%d', folder)
      .replaceAll('/var/lib/letterbox', data);
    const settings = Object.fromEntries(
      [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) => line.split(' ').map((pair) => pair.split('='))),
    ) as Record<string, string>;
    const [, program] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(text)!;
    return { program: join(/^WorkingDirectory=(.*)$/m.exec(text)![1], program), settings };
  }
  function runUnit(name: string, instance: string) {
    const { program, settings } = unitOf(name, instance);
    return spawn(process.execPath, [program], { env: { ...process.env, ...settings }, stdio: 'ignore' });
  }
  const server = createServer((client: Socket) => {
    client.on('error', () => {});
    client.once('data', (line) => {
      world.do(JSON.parse(String(line))).then(
        () => client.end('0'),
        () => client.end('1'),
      );
    });
  });
  server.listen(socket);
  onTestFinished(() => {
    server.close();
    sidecar?.kill('SIGKILL');
    for (const service of services.values()) service.process.kill('SIGKILL');
  });
  return world;
}
