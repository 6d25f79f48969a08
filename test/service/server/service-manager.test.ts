import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import koffi from 'koffi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampleIndex } from '../../support/shared-releases.ts';
import { logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';

const libc = koffi.load(null);
const socket = libc.func('int socket(int domain, int type, int protocol)');
const bind = libc.func('int bind(int socket, const void *address, uint32_t size)');
const receive = libc.func('long recv(int socket, _Out_ void *data, size_t length, int flags)');
const close = libc.func('int close(int descriptor)');
const DONT_WAIT = 0x40;

/** A socket as a service manager has one, and what it was told so far. */
function listen(name: string): string[] {
  const path = Buffer.from(name.replace(/^@/, '\0'));
  const descriptor = socket(1, 2, 0);
  const address = Buffer.concat([Buffer.from([1, 0]), path, Buffer.alloc(name.startsWith('@') ? 0 : 1)]);
  expect(bind(descriptor, address, address.length)).toBe(0);
  const told: string[] = [];
  const timer = setInterval(() => {
    const data = Buffer.alloc(512);
    for (let length = 0; length >= 0; ) {
      length = Number(receive(descriptor, data, data.length, DONT_WAIT));
      if (length >= 0) told.push(data.toString('utf8', 0, length));
    }
  }, 10);
  onTestFinished(() => {
    clearInterval(timer);
    close(descriptor);
  });
  return told;
}

describe.runIf(process.platform === 'linux')('a service manager', () => {
  it.each(['/in a folder', '@letterbox-test'])(
    'is notified when the service is ready, is alive, and stops (%s)',
    async (kind) => {
      const name = kind.startsWith('@')
        ? `${kind}-${process.pid}`
        : join(mkdtempSync(join(tmpdir(), 'letterbox-notify-')), 'socket');
      const told = listen(name);
      const env = { NOTIFY_SOCKET: name, WATCHDOG_USEC: '4000000' };
      const service = await runLetterbox(['--index', sampleIndex(), '--workers', '1', '--dev-key', 'k'], env);
      await expect
        .poll(() => told.slice(0, 3), { timeout: 60_000 })
        .toEqual(['STATUS=Serving release 2026.08.', 'READY=1', 'WATCHDOG=1']);
      const [{ pid }] = logged(service, 'index opened') as unknown as { pid: number }[];
      // A server that stands still does not answer: nobody says any more that the service lives.
      process.kill(pid, 'SIGSTOP');
      await expect
        .poll(() => logged(service, 'watchdog: the port does not answer').length, { timeout: 60_000 })
        .toBeGreaterThan(0);
      const before = told.length;
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(told.length).toBe(before);
      process.kill(pid, 'SIGCONT');
      await expect.poll(() => told.length, { timeout: 60_000 }).toBeGreaterThan(before);
      expect(await stopLetterbox(service)).toBe(0);
      await expect.poll(() => told.at(-1)).toBe('STOPPING=1');
      expect(new Set(told)).toEqual(
        new Set(['STATUS=Serving release 2026.08.', 'READY=1', 'WATCHDOG=1', 'STOPPING=1']),
      );
    },
  );
});

const UNITS = fileURLToPath(new URL('../../../src/service/server/deploy/systemd/', import.meta.url));
const analyzable = spawnSync('systemd-analyze', ['--version']).status === 0;

describe.runIf(analyzable)('the systemd units (skipped without systemd-analyze)', () => {
  it.each(['letterbox@.service', 'letterbox-sidecar.service'])('confine %s: its exposure is low', (unit) => {
    const args = ['--no-pager', 'security', '--offline=yes', join(UNITS, unit)];
    const { stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(Number(/Overall exposure level for \S+: (\d+\.\d)/.exec(stdout)?.[1])).toBeLessThan(2);
  });
});
