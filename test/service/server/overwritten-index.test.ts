import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ExpectedAnswers, expectedAnswers, releaseOf } from '../../../bench/service/soak/expected-answers.ts';
import { openFile, openIndex, readManifest } from '../../../src/address/index/open.ts';
import { askControl, controlSocket } from '../../../src/service/release/control-socket.ts';
import { copyPrivately } from '../../../src/service/server/index-file/private-copy.ts';
import { Connection } from '../../billing/credits/support/http-load.ts';
import { generatedIndex, sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'letterbox-overwritten-'));
const path = join(folder, 'served.lbx');
const dataDir = join(folder, 'data');
let [whole, other] = ['', ''];
let expected: ExpectedAnswers[];
let service: Letterbox;

beforeAll(async () => {
  [whole, other] = [sampleIndex(), generatedIndex(200, 11)];
  expected = expectedAnswers([openIndex(whole), openIndex(other)], 40, 1);
  copyFileSync(whole, path);
  service = await runLetterbox(['--index', path, '--workers', '2', '--dev-key', 'k', '--data-dir', dataDir]);
});
afterAll(async () => {
  await stopLetterbox(service);
  rmSync(folder, { recursive: true, force: true });
});

/** Asks on several connections while `work` is done, and a while longer; the requests that each release has answered where the two differ, and the failures. */
async function underLoad(work: () => Promise<unknown>): Promise<{ seen: number[]; failures: string[] }> {
  const seen = [0, 0];
  const failures: string[] = [];
  let enough = false;
  const client = async (number: number) => {
    const connection = await Connection.open(service.port);
    for (let i = number; !enough; i += 7) {
      const wanted = expected[i % expected.length];
      const answer = (await connection?.get(wanted.target, 'k')) ?? null;
      if (answer === null) return void failures.push(`${wanted.target}: the connection was closed`);
      const release = releaseOf(wanted, answer.status, answer.body);
      if (release < 0) failures.push(`${wanted.target}: ${answer.status} ${answer.body}`);
      else if (wanted.differs) seen[release]++;
    }
    connection?.close();
  };
  const clients = Array.from({ length: 8 }, (_, i) => client(i));
  await work();
  const before = seen[0] + seen[1];
  while (failures.length === 0 && seen[0] + seen[1] < before + 200) await setTimeout(10);
  enough = true;
  await Promise.all(clients);
  return { seen, failures };
}

const opened = () => logged(service, 'index file opened for writing');
const activate = () => askControl(controlSocket(dataDir), { kind: 'activate', path, force: true });

/** Ways to change a file in place. */
const CHANGES: Readonly<Record<string, () => Promise<unknown>>> = {
  'copied over': () => run('cp', [other, path]),
  'copied over again and again': async () => {
    for (const from of [other, whole, other]) await run('cp', [from, path]);
  },
  // The program does not wait: the first time, it is told that the file is not available.
  'cut short': async () => {
    while (!(await run('truncate', ['-s', '4096', path]).catch(() => null))) await setTimeout(5);
  },
  'written into': () => run('dd', [`if=${other}`, `of=${path}`, 'conv=notrunc', 'bs=4096', 'seek=3', 'status=none']),
};

describe.runIf(process.platform === 'linux')('a served index file', () => {
  beforeEach(({ skip }) => {
    const [unprotected] = logged(service, 'index file not protected from being overwritten');
    if (String(unprotected?.reason).startsWith('its file system')) skip(String(unprotected.reason));
  });

  it.each(Object.keys(CHANGES))('is answered from as it was when it is %s', async (change) => {
    const before = opened().length;
    const { seen, failures } = await underLoad(CHANGES[change]);
    expect(failures).toEqual([]);
    expect(seen[1]).toBe(0);
    expect(opened().slice(before)).toMatchObject([{ level: 40, path, hint: expect.stringContaining('activate') }]);
    expect(readFileSync(path).equals(readFileSync(whole))).toBe(false);
    expect(readdirSync(dataDir).filter((name) => name.includes('copy'))).toEqual([]);
    copyFileSync(whole, `${path}.new`);
    renameSync(`${path}.new`, path);
    expect(await activate()).toMatchObject({ ok: true });
  });

  it('is not copied if it is read, linked, renamed or removed', async () => {
    const before = opened().length;
    readManifest(path);
    copyFileSync(path, `${path}.new`);
    renameSync(`${path}.new`, path);
    await setTimeout(50);
    expect(opened()).toHaveLength(before);
    await activate();
  });

  it('is served with its new contents once it is activated', async () => {
    await run('cp', [other, path]);
    const { seen, failures } = await underLoad(async () => {
      expect(await activate()).toMatchObject({ ok: true, status: { serving: { path } } });
    });
    expect(failures).toEqual([]);
    expect(seen[1]).toBeGreaterThan(0);
    expect(logged(service, 'server ended')).toEqual([]);
  });
});

describe('a private copy', () => {
  it('is refused with a sentence if there is no space for it', async () => {
    const [file, much] = [openFile(whole), 2 ** 50];
    await expect(copyPrivately(file, much, folder)).rejects.toThrow(
      /^there is no room for a copy of 1125899906842624 bytes: .* has \d+ bytes free; there are \d+ bytes of memory free$/,
    );
  });
});
