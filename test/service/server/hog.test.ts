import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { request } from '../http/support/raw-http.ts';

const LIMIT = 400;
const HOG = '127.0.0.9';

/** Opens a connection from an address of this machine, and says whether `/healthz` is answered on it. */
function ask(port: number, from: string, opened: Set<Socket>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    opened.add(socket);
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    socket.once('data', () => resolve(true));
    socket.on('error', () => {});
    socket.once('close', () => {
      opened.delete(socket);
      resolve(false);
    });
  });
}

async function serve(...args: readonly string[]) {
  const metrics = await freePort();
  const limits = ['--workers', '2', '--max-connections', String(LIMIT), '--metrics-port', String(metrics)];
  const service = await runLetterbox(['--index', sampleIndex(), '--verify-index', 'off', ...limits, ...args]);
  const opened = new Set<Socket>();
  onTestFinished(async () => {
    for (const socket of opened) socket.destroy();
    await stopLetterbox(service);
  });
  expect(service.port, service.stderr()).not.toBe(0);
  const closed = async (reason: string) => {
    const text = (await request(metrics, '/metrics')).body.toString();
    return Number(new RegExp(`letterbox_connections_closed_total\\{reason="${reason}"\\} (\\d+)`).exec(text)![1]);
  };
  return { service, opened, closed, ask: (from: string) => ask(service.port, from, opened) };
}

const times = <T>(count: number, make: (i: number) => T) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)));
const others = (count: number) => Array.from({ length: count }, (_, i) => `127.0.1.${i + 1}`);

test('a client that opens connections without end holds half of them, however it reopens, and all others are answered', async () => {
  const { service, closed, ask, opened } = await serve();
  for (let round = 0; round < 3; round++) {
    await times(LIMIT, () => ask(HOG));
    const held = opened.size;
    // Those that a count sees before their worker does count twice until the next.
    expect(held).toBeGreaterThan(LIMIT / 4);
    expect(held).toBeLessThanOrEqual(LIMIT / 2 + 2);
    const answers = await Promise.all(others(60).map(ask));
    expect(answers.every(Boolean), `round ${round}`).toBe(true);
    // Everybody goes, and some of the hog's stay.
    for (const socket of [...opened].slice(round * 40)) socket.destroy();
    await expect.poll(() => opened.size).toBeLessThanOrEqual(round * 40);
  }
  expect(await closed('client')).toBeGreaterThan(LIMIT);
  expect(await closed('full')).toBe(0);
  const said = logged(service, 'one client holds most connections: new ones of it are closed');
  expect(said.every(({ client }) => client === HOG)).toBe(true);
});

test('below half nobody is limited, and those who hold few never are', async () => {
  const { closed, ask } = await serve();
  expect((await times(LIMIT / 2 - 10, () => ask(HOG))).every(Boolean)).toBe(true);
  expect((await Promise.all(others(70).flatMap((each) => [ask(each), ask(each)]))).every(Boolean)).toBe(true);
  expect(await closed('client')).toBe(0);
});

test('a trusted proxy may hold all', async () => {
  const { closed, ask } = await serve('--trusted-proxies', `10.0.0.0/8,${HOG}/32`);
  const answered = (await times(LIMIT - 80, () => ask(HOG))).filter(Boolean).length;
  expect(answered).toBe(LIMIT - 80);
  expect(await closed('client')).toBe(0);
});
