import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/service/server/ask-health.js', import.meta.url));

let service: Letterbox;
beforeAll(async () => {
  service = await runLetterbox(['--index', sampleIndex(), '--dev-key', 'k', '--workers', '1']);
});
afterAll(() => void service.process.kill('SIGKILL'));

/** The status that the health check of a container ends with. */
const check = (port: number) =>
  new Promise((resolve) => {
    const env = { ...process.env, LETTERBOX_PORT: String(port) };
    execFile(process.execPath, [PROGRAM], { env }, (error) => resolve(error === null ? 0 : error.code));
  });

it('is reported to containers as long as the service answers', async () => {
  expect(await check(service.port)).toBe(0);
  expect(await stopLetterbox(service)).toBe(0);
  expect(await check(service.port)).toBe(1);
});
