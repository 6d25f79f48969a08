import { closeSync, constants, copyFileSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openIndex } from '../../src/address/index/open.ts';
import { cases } from '../support/cases.ts';
import { generatedRelease, newFolder, type ReleaseFolders } from '../support/shared-releases.ts';
import { outcomeOf, programPath, runProgram } from './builder-programs.ts';
import { parametersOf } from './builder-releases.ts';

const KILL_AFTER = fileURLToPath(new URL('./builder-kill-after.mjs', import.meta.url));
const KILL_AT = fileURLToPath(new URL('./builder-kill-at.mjs', import.meta.url));

let oldRelease: ReleaseFolders;
let nextRelease: ReleaseFolders;
/** What whole builds of the two releases wrote. */
let old: Built;
let next: Built;

/** The calls that change a file, in a build of the old release into an empty folder. */
let calls: string[];

interface Built {
  readonly path: string;
  readonly index: Buffer;
  readonly stages: number;
}

beforeAll(async () => {
  oldRelease = generatedRelease(200, 11);
  nextRelease = generatedRelease(cases(1500, 10_000), 2);
  const folder = newFolder();
  const { code, stderr } = await killedAt(folder, 0);
  expect(code).toBe(0);
  calls = callsIn(stderr);
  old = await built(join(folder, 'x.lbx'));
  const path = join(newFolder(), 'x.lbx');
  expect(await runProgram('build-index', parametersFor(nextRelease, path))).toMatchObject({ code: 0 });
  next = await built(path);
});

/** An index that a build has written to its end. */
async function built(path: string): Promise<Built> {
  expect(await runProgram('verify', [path])).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Next: serve it with .*\n$/),
  });
  const { stages } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as { stages: unknown[] };
  return { path, index: readFileSync(path), stages: stages.length };
}

/** Runs a build of the old release into a folder that is killed before its n-th call that changes a file; with 0, not at all. */
async function killedAt(folder: string, call: number) {
  return outcomeOf(
    process.execPath,
    ['--import', KILL_AT, programPath('build-index'), ...parametersFor(oldRelease, join(folder, 'x.lbx'))],
    { env: { ...process.env, LETTERBOX_KILL_AT: String(call) } },
  );
}

/** The calls that a build which was not killed says that it made. */
function callsIn(stderr: string): string[] {
  return stderr.split('calls: ')[1].trim().split(' ');
}

function parametersFor(release: ReleaseFolders, out: string): string[] {
  return [...parametersOf(release), '--max-dropped', '1', '--out', out];
}

/** Puts the old index and its report into a folder. */
function putOldIndex(folder: string): string {
  copyFileSync(old.path, join(folder, 'x.lbx'));
  copyFileSync(`${old.path}.json`, join(folder, 'x.lbx.json'));
  return folder;
}

/** Whether files without a name can be made where the tests build. Without them, a hidden one stays until the next build. */
const CAN_BE_UNNAMED = (() => {
  try {
    closeSync(openSync(tmpdir(), 0o20200000 | constants.O_RDWR, 0o600));
    return process.platform === 'linux';
  } catch {
    return false;
  }
})();
const HIDDEN = /^\.x\.lbx(\.json)?\.\d+\.tmp$/;

/** What a killed build left in a folder. */
function filesIn(folder: string): string {
  const names = readdirSync(folder).sort();
  return names.filter((name) => CAN_BE_UNNAMED || !HIDDEN.test(name)).join();
}

/** Expects a whole index, the old one or the next, that opens, and a whole report of one of them; answers which index it is. */
function expectWhole(folder: string): 'old' | 'next' {
  const path = join(folder, 'x.lbx');
  const bytes = readFileSync(path);
  const which = bytes.equals(old.index) ? 'old' : 'next';
  expect(bytes.equals(which === 'old' ? old.index : next.index)).toBe(true);
  expect(openIndex(path).manifest.fileBytes).toBe(bytes.length);
  const { fileBytes } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as { fileBytes: number };
  expect([old.index.length, next.index.length]).toContain(fileBytes);
  return which;
}

describe('a build that is killed with SIGKILL', () => {
  it('leaves the old index or the new one, whole, and nothing else, between stages and at random moments', async () => {
    const count = cases(4, 8);
    const last = next.stages - 1;
    /** How many stages end before the kill; more of the moments fall into the last, which writes the file. */
    const moments = Array.from({ length: count }, (_, i) =>
      i < count - 3 ? Math.floor((i / (count - 3)) * last) : last,
    );
    const folder = putOldIndex(newFolder());
    for (const [i, ended] of moments.entries()) {
      // The first kill in the last stage comes as it begins: that one cannot come too late.
      const wait = i === count - 3 ? 0 : Math.random() * (ended === last ? 120 : 25) + 0.1;
      const { code, stderr } = await outcomeOf(
        process.execPath,
        ['--import', KILL_AFTER, programPath('build-index'), ...parametersFor(nextRelease, join(folder, 'x.lbx'))],
        { env: { ...process.env, LETTERBOX_KILL_AFTER: String(ended), LETTERBOX_KILL_WAIT: String(wait) } },
      );
      expect(code, stderr).toBe('SIGKILL');
      const stages = stderr.split('\n').length - 1;
      expect(stages).toBeGreaterThanOrEqual(ended);
      expect(filesIn(folder)).toBe('x.lbx,x.lbx.json');
      const which = expectWhole(folder);
      if (wait === 0) expect([stages, which]).toEqual([last, 'old']);
      if (which === 'next') putOldIndex(folder);
    }
  }, 120_000);

  it('leaves a whole index, or none where there was none, before every kind of call that changes a file', async () => {
    expect(calls).toContain('fsyncSync');
    const fewOfTheWrites = calls.flatMap((name, i) => (name !== 'writeSync' || i % 400 === 5 ? [i + 1] : []));
    for (const call of fewOfTheWrites) {
      const folder = newFolder();
      const { code } = await killedAt(folder, call);
      expect(code).toBe('SIGKILL');
      const found = filesIn(folder);
      expect(['', 'x.lbx', 'x.lbx,x.lbx.json']).toContain(found);
      if (found.includes('x.lbx')) expect(readFileSync(join(folder, 'x.lbx')).equals(old.index)).toBe(true);
      if (found.includes('x.lbx.json')) JSON.parse(readFileSync(join(folder, 'x.lbx.json'), 'utf8'));
    }
  });

  it('can leave a hidden file only between naming the new index and replacing the old, and the next build removes it', async () => {
    const whole = await killedAt(putOldIndex(newFolder()), 0);
    const replacing = callsIn(whole.stderr).flatMap((name, i) => (name === 'renameSync' ? [i + 1] : []));
    expect(replacing).toHaveLength(2);
    for (const call of replacing) {
      const folder = putOldIndex(newFolder());
      expect((await killedAt(folder, call)).code).toBe('SIGKILL');
      expect(readdirSync(folder).filter((name) => HIDDEN.test(name))).toHaveLength(1);
      expect(readdirSync(folder)).toHaveLength(3);
      expect(expectWhole(folder)).toBe('old');
      const { code } = await runProgram('build-index', parametersFor(oldRelease, join(folder, 'x.lbx')));
      expect(code).toBe(0);
      expect(readdirSync(folder).sort()).toEqual(['x.lbx', 'x.lbx.json']);
      expect(expectWhole(folder)).toBe('old');
    }
  });
});
