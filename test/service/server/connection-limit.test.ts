import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { sampleIndex } from '../../support/shared-releases.ts';
import { temporaryFolder } from '../admission/customer.ts';
import { logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { head, RawConnection, request } from '../http/support/raw-http.ts';

/** Enough for two workers to load the program's modules at the same moment, which opens some hundreds of files. */
const OPEN_FILES = 700;
const WORKERS = 2;

/** The program under a limit of open files, which Node.js raises as far as it may. */
function limited(): string {
  const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
  const path = join(temporaryFolder(), 'limited.mjs');
  const limits = JSON.stringify(`--nofile=${OPEN_FILES}:${OPEN_FILES}`);
  writeFileSync(
    path,
    `import { execFileSync } from 'node:child_process';
execFileSync('prlimit', ['--pid', String(process.pid), ${limits}]);
await import(${JSON.stringify(main)});`,
  );
  return path;
}

/** Processor time that a process has used, seconds. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

test.runIf(process.platform === 'linux')(
  'with more connections than it may open files, the server closes the excess ones, logs it once, pauses, and continues',
  async () => {
    const args = ['--index', sampleIndex(), '--workers', String(WORKERS), '--verify-index', 'off'];
    const service = await runLetterbox(args, {}, limited());
    onTestFinished(async () => void (await stopLetterbox(service)));
    expect(service.port, service.stderr()).not.toBe(0);
    const [{ pid }] = logged(service, 'index opened') as unknown as { pid: number }[];
    const connections = Array.from({ length: 2 * OPEN_FILES }, () => new RawConnection(service.port));
    const answers = await Promise.all(
      connections.map((connection) => {
        connection.send(head('/healthz'));
        return connection.next();
      }),
    );
    const answered = answers.filter((response) => response?.status === 200).length;
    expect(answered).toBeGreaterThan(20);
    expect(answered).toBeLessThan(OPEN_FILES);
    expect(answers.filter((response) => response === null)).toHaveLength(connections.length - answered);
    const before = processorTime(pid);
    await setTimeout(1000);
    expect(processorTime(pid) - before).toBeLessThan(0.3);
    const lines = logged(service, 'connections at the limit: new ones are closed');
    expect(new Set(lines.map(({ worker }) => worker)).size).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(0);
    for (const connection of connections) connection.end();
    await expect.poll(() => request(service.port, '/healthz').then(({ status }) => status)).toBe(200);
    expect(logged(service, 'worker ended')).toEqual([]);
  },
);
