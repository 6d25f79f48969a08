import { spawnSync } from 'node:child_process';
import {
  closeSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectedAnswers, releaseOf } from '../../../bench/service/soak/expected-answers.ts';
import { Random } from '../../../build-index/generate/random.ts';
import { openIndex, readManifest } from '../../../src/address/index/open.ts';
import { bindOperations } from '../../../src/address/operations/call/bind-operations.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { askControl, controlSocket } from '../../../src/service/release/control-socket.ts';
import type { ReleaseReply } from '../../../src/service/release/messages.ts';
import { fallenCounts, type StateCounts } from '../../../src/service/release/state-counts.ts';
import { Connection } from '../../billing/credits/support/http-load.ts';
import { compileRelease } from '../../build-index/builder-releases.ts';
import { copyRelease, editAll } from '../../lists/release/edited-release.ts';
import { cases } from '../../support/cases.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { request } from '../http/support/raw-http.ts';

const program = fileURLToPath(new URL('../../../dist/src/lists/release/main.js', import.meta.url));
const sample = fileURLToPath(new URL('../../../data/sample', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'letterbox-activation-'));
const dataDir = join(folder, 'data');
const edited = join(folder, 'release');
const [old, fresh] = [join(folder, 'old.lbx'), join(folder, 'fresh.lbx')];
let service: Letterbox;

beforeAll(async () => {
  editAll(copyRelease(sample, edited), new Random(1, 'edits'));
  const [tables] = readdirSync(join(edited, 'G-NAF')).filter((name) => name.startsWith('G-NAF '));
  renameSync(join(edited, 'G-NAF', tables), join(edited, 'G-NAF', 'G-NAF NOVEMBER 2026'));
  copyFileSync(sampleIndex(), old);
  const areas = { abs: join(edited, 'abs'), boundaries: join(edited, 'boundaries') };
  await compileRelease(join(edited, 'G-NAF'), fresh, { ...areas, maxDropped: 1, allowGaps: true });
  service = await start();
});
afterAll(async () => {
  await stopLetterbox(service);
  rmSync(folder, { recursive: true, force: true });
});

/** The files of these tests differ in more than releases do. */
const HOWEVER_MUCH_DIFFERS = ['moved', 'renamed', 'ended'].flatMap((what) => [`--most-${what}`, '100']);

async function start(...args: string[]): Promise<Letterbox> {
  const shown = ['--dev-key', 'k', '--metrics-port', '0'];
  const started = await runLetterbox(['--index', old, '--workers', '2', '--data-dir', dataDir, ...shown, ...args]);
  while (!(await ask({ kind: 'status' }).catch(() => null))?.ok) await setTimeout(5);
  return started;
}

/** Has a symbolic link lead to a file. */
const link = join(folder, 'current.lbx');
function lead(path: string): void {
  symlinkSync(path, `${link}.new`);
  renameSync(`${link}.new`, link);
}

/** Starts the service again, on what the link leads to. */
async function restart(): Promise<void> {
  await stopLetterbox(service);
  service = await start('--index', link, '--most-fall', '100', ...HOWEVER_MUCH_DIFFERS);
}

const ask = (request: Parameters<typeof askControl>[1]): Promise<ReleaseReply> =>
  askControl(controlSocket(dataDir), request);
const activate = (path: string, force = true) => ask({ kind: 'activate', path, force });

async function ready(): Promise<{ release: string; addresses: number }> {
  const { release, addresses } = JSON.parse((await request(service.port, '/readyz')).body.toString());
  return { release, addresses };
}

/** What the metrics tell of the index. */
async function indexMetrics(): Promise<string[]> {
  return (await metricsText()).split('\n').filter((line) => /^letterbox_index_(?:info|addresses)/.test(line));
}

/** Answers that came from the caches of the workers. */
async function cacheHits(): Promise<number> {
  return Number(/^letterbox_answer_cache_requests_total\{result="hit"\} (\d+)$/m.exec(await metricsText())?.[1]);
}

async function metricsText(): Promise<string> {
  return await (await fetch(`http://127.0.0.1:${logged(service, 'metrics served').at(-1)?.port}/metrics`)).text();
}

/** A batch of whole addresses, and the results that each of some releases answers it with. */
function expectedBatch(paths: readonly string[], count: number): { body: string; results: string[] } {
  const queries = Array.from({ length: count }, (_, i) => `${i + 1} perth street sunnybank qld`);
  const results = paths.map((path) => {
    const { validate } = bindOperations(openIndex(path));
    const answers = queries.map((q) => {
      const out = new JsonBytes();
      validate({ q, debug: false }, out);
      return { status: 200, result: JSON.parse(Buffer.from(out.view()).toString()) };
    });
    return JSON.stringify(answers);
  });
  return { body: JSON.stringify(queries), results };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

/** Milliseconds between two requests of a client, so that the service has a processor to open a release on. */
const PACE = 4;

/** How often the release changes under load. */
const SWAPS = cases(4, 8);

/** Runs the release program. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, '--data-dir', dataDir, ...args], { encoding: 'utf8' });

/** The process that has the index mapped. */
const serverPid = () => Number(logged(service, 'index opened').at(-1)?.pid);
const mappingsOf = (pid: number) =>
  readFileSync(`/proc/${pid}/maps`, 'latin1')
    .split('\n')
    .filter((line) => line.endsWith('.lbx')).length;

describe('a release that is activated', () => {
  it('is moved to under load without a failed request, and each answer is whole from one release', async () => {
    const expected = expectedAnswers([openIndex(old), openIndex(fresh)], 40, 1);
    const seen = [0, 0];
    const batches = [0, 0];
    const failures: string[] = [];
    let enough = false;
    const client = async (number: number) => {
      const connection = await Connection.open(service.port);
      for (let i = number; !enough; i += 7) {
        const wanted = expected[i % expected.length];
        const answer = await connection!.get(wanted.target, 'k');
        if (answer === null) return void failures.push(`${wanted.target}: the connection was closed`);
        const release = releaseOf(wanted, answer.status, answer.body);
        if (release < 0) failures.push(`${wanted.target}: ${answer.status} ${answer.body}`);
        else if (wanted.answers[0].body !== wanted.answers[1].body) seen[release]++;
        await setTimeout(PACE);
      }
      connection?.close();
    };
    const batch = expectedBatch([old, fresh], 200);
    expect(batch.results[0]).not.toBe(batch.results[1]);
    const batchClient = async () => {
      const url = `http://127.0.0.1:${service.port}/v1/address/validate/batch`;
      while (!enough) {
        const answer = await fetch(url, { method: 'POST', headers: { 'X-Api-Key': 'k' }, body: batch.body });
        const { results } = (await answer.json()) as { results: unknown };
        const release = batch.results.indexOf(JSON.stringify(results));
        if (release < 0) failures.push(`a batch: ${answer.status}`);
        else batches[release]++;
        await setTimeout(PACE);
      }
    };
    const clients = [...Array.from({ length: 12 }, (_, i) => client(i)), batchClient()];
    for (let swap = 0; swap < SWAPS; swap++) {
      const reply = await activate(swap % 2 === 0 ? fresh : old);
      expect(reply).toMatchObject({ ok: true, status: { serving: { path: swap % 2 === 0 ? fresh : old } } });
      expect((await ready()).release).toBe(swap % 2 === 0 ? '2026.11' : '2026.08');
      const serving = swap % 2 === 0 ? 1 : 0;
      await until(() => failures.length > 0 || (seen[serving] > 100 && batches[serving] > 0));
    }
    enough = true;
    await Promise.all(clients);
    expect(failures).toEqual([]);
    expect(seen[0]).toBeGreaterThan(100);
    expect(seen[1]).toBeGreaterThan(100);
    expect(Math.min(...batches)).toBeGreaterThan(0);
    await until(() => logged(service, 'index closed').length === SWAPS);
    if (process.platform === 'linux') expect(mappingsOf(serverPid())).toBe(1);
  });

  it('is answered from at once, whatever was kept of the answers of the one before', async () => {
    const expected = expectedAnswers([openIndex(old), openIndex(fresh)], 40, 2);
    const { target, answers } = expected.find(({ target, differs }) => differs && target.includes('/autocomplete'))!;
    const before = await cacheHits();
    for (const [path, { body }] of [
      [old, answers[0]],
      [fresh, answers[1]],
      [old, answers[0]],
    ] as const) {
      await activate(path);
      // Enough for each worker to keep it.
      for (let i = 0; i < 12; i++)
        expect((await request(service.port, target, { 'X-Api-Key': 'k' })).body.toString('latin1')).toBe(body);
    }
    expect((await cacheHits()) - before).toBeGreaterThanOrEqual(3 * (12 - 4));
  });

  it('is what the state, the metrics and the playground tell of', async () => {
    await activate(fresh);
    const { addresses } = readManifest(fresh);
    expect(await ready()).toMatchObject({ release: '2026.11', addresses });
    const told = ['letterbox_index_info{release="2026.11"} 1', `letterbox_index_addresses ${addresses}`];
    expect(await indexMetrics()).toEqual(told);
    const page = async (path: string) => JSON.parse((await request(service.port, path)).body.toString());
    expect(await page('/playground/settings.json')).toMatchObject({ release: '2026.11', addresses });
    const tile = async () => (await request(service.port, '/tiles/0/0/0.mvt')).body;
    const drawn = await tile();
    await activate(old);
    expect(await page('/playground/settings.json')).toMatchObject({ release: '2026.08' });
    expect((await tile()).equals(drawn)).toBe(false);
  });

  it('is gone back from, and a restart begins with the one that was served last', async () => {
    await activate(old);
    await activate(fresh);
    expect(await ask({ kind: 'rollback' })).toMatchObject({
      ok: true,
      status: { serving: { release: '2026.08', path: old }, previous: { release: '2026.11', path: fresh } },
    });
    await ask({ kind: 'rollback' });
    await stopLetterbox(service);
    service = await start();
    expect((await ready()).release).toBe('2026.11');
    expect(run('status')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^Serving release 2026\.11, .*fresh\.lbx, since .*\nBefore it: release 2026\.08, .*old\.lbx\.\n$/,
      ),
    });
    await ask({ kind: 'rollback' });
    renameSync(fresh, `${fresh}.away`);
    copyFileSync(old, fresh);
    expect(await ask({ kind: 'rollback' })).toMatchObject({
      ok: false,
      reason: expect.stringContaining(
        'fresh.lbx is not the file of release 2026.11 any more, but one of release 2026.08',
      ),
    });
    renameSync(`${fresh}.away`, fresh);
  });
});

describe('two activations at once', () => {
  it('are one, and a sentence for the other', async () => {
    const replies = await Promise.all([activate(fresh), activate(old)]);
    expect(replies.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({ reason: expect.stringContaining('is being activated') });
  });
});

describe('a release that cannot be served', () => {
  const refused = async (path: string, reason: RegExp, force = true) => {
    const before = await ready();
    expect(await activate(path, force)).toEqual({ ok: false, reason: expect.stringMatching(reason) });
    expect(await ready()).toEqual(before);
  };

  it('changes nothing, and the reason is told', async () => {
    await refused(join(folder, 'none.lbx'), /none\.lbx does not exist: expected a Letterbox index/);
    await refused(folder, /is not a file: expected a Letterbox index/);
    const damaged = join(folder, 'damaged.lbx');
    const bytes = readFileSync(fresh);
    bytes[readManifest(fresh).sections.find(({ name }) => name === 'text')!.offset + 100] ^= 4;
    writeFileSync(damaged, bytes);
    await refused(damaged, /damaged\.lbx: section text is corrupt: checksum [0-9a-f]{8}, expected [0-9a-f]{8}/);
    truncateSync(damaged, bytes.length / 2);
    await refused(damaged, /damaged\.lbx: truncated/);
    if (process.platform === 'linux') {
      const written = join(folder, 'written.lbx');
      copyFileSync(fresh, written);
      const file = openSync(written, 'r+');
      await refused(written, /written\.lbx: another program has it open for writing/);
      closeSync(file);
    }
    await until(() => mappingsOf(serverPid()) === 1);
  });

  it('is refused by the program with a sentence and status 1, also where no service runs', () => {
    const missing = run('activate', join(folder, 'none.lbx'));
    expect(missing).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^.*none\.lbx does not exist: .*\n$/),
    });
    const nobody = spawnSync(process.execPath, [program, '--data-dir', folder, 'rollback'], { encoding: 'utf8' });
    expect(nobody).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^No service listens at .*release\.sock/),
    });
  });

  it('is one in which a state has lost much, unless it is forced', async () => {
    const lossy = join(folder, 'lossy');
    copyRelease(sample, lossy).edit('ADDRESS_DETAIL', (rows) => rows.slice(0, Math.floor(rows.length * 0.9)));
    const path = join(folder, 'lossy.lbx');
    await compileRelease(join(lossy, 'G-NAF'), path, { maxDropped: 1 });
    await activate(old);
    await refused(path, /lossy\.lbx: it has lost more than 2 %: .*QLD has \d+ addresses after \d+.*--force/, false);
    const dry = (...more: string[]) => run('activate', path, '--dry-run', ...more);
    expect(dry()).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/has lost more than 2 %/) });
    const served = await indexMetrics();
    expect(dry('--force')).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Next: .*\n$/) });
    expect(dry('--force').stdout).toMatch(
      /^Nothing speaks against release .*lossy\.lbx; it was not activated\.\nServing /,
    );
    expect(await indexMetrics()).toEqual(served);
    expect(run('diff', old, path).stdout).toMatch(/would not activate the second: it has lost more than 2 %: .*\n$/);
    expect(run('diff', old, path, '--most-fall', '50').stdout).toMatch(
      /would activate the second: .* 50 % and more than 25 addresses, .*\.\n$/,
    );
    expect(await activate(path, true)).toMatchObject({ ok: true });
    await activate(old);
  });
});

describe('a release in which much differs', () => {
  it('is refused with the localities that have most of it, and says the shares where it is not, unless it is forced', async () => {
    const [moved, path] = [join(folder, 'moved'), join(folder, 'moved.lbx')];
    copyRelease(sample, moved).edit('ADDRESS_DEFAULT_GEOCODE', (rows) =>
      rows.map((row, i) => (i % 2 === 0 ? row : { ...row, LATITUDE: (Number(row.LATITUDE) + 0.05).toFixed(8) })),
    );
    await compileRelease(join(moved, 'G-NAF'), path, {
      abs: join(moved, 'abs'),
      boundaries: join(moved, 'boundaries'),
    });
    await activate(old);
    for (const dryRun of [true, false]) {
      const reply = await ask({ kind: 'activate', path, force: false, dryRun });
      expect(reply).toMatchObject({ ok: false });
      const { reason } = reply as { reason: string };
      expect(reason).toMatch(
        /too much differs from release 2026\.08: of \d+ addresses in \w+ \d+ moved by more than 1 km \([\d.]+ %, at most 1 %\)/,
      );
      const named = reason.split('\n').filter((line) => line.startsWith('  '));
      expect(named.length).toBeGreaterThan(0);
      expect(named.length).toBeLessThanOrEqual(10);
      const counts = named.map((line) => Number(/: (\d+) of (\d+) moved by more than 1 km$/.exec(line)![1]));
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    }
    expect(await ready()).toMatchObject({ release: '2026.08' });
    expect(await activate(path, true)).toMatchObject({ ok: true, compared: null });
    await activate(old);
  });
});

describe('the guard', () => {
  it('names each count that has fallen by more than the share, and no other', () => {
    const counts = (localities: number, streets: number, addresses: number): StateCounts[] => [
      { state: 'NSW', localities: 100, streets: 100, addresses: 100 },
      { state: 'VIC', localities, streets, addresses },
    ];
    const before = counts(100, 1000, 10_000);
    expect(fallenCounts(before, before, 0)).toBeNull();
    expect(fallenCounts(before, counts(98, 980, 9800), 2)).toBeNull();
    expect(fallenCounts(before, counts(96, 980, 9799), 2)).toMatch(
      /^it has lost more than 2 %: VIC has 9799 addresses after 10000, VIC has 96 localities after 100\. /,
    );
  });

  it('lets the smallest state lose a few, whatever share of it they are, but not all', () => {
    const of = (addresses: number): StateCounts[] => [{ state: 'OT', localities: 2, streets: 9, addresses }];
    expect(fallenCounts(of(40), of(38), 2)).toBeNull();
    expect(fallenCounts(of(40), of(15), 2)).toBeNull();
    expect(fallenCounts(of(40), of(14), 2)).toContain('OT has 14 addresses after 40');
    expect(fallenCounts(of(2), of(0), 2)).toContain('OT has 0 addresses after 2');
    expect(fallenCounts(of(2), of(0), 100)).toBeNull();
  });
});

describe('a hang-up', () => {
  it('opens the file again that is configured, under the same rules', async () => {
    await stopLetterbox(service);
    service = await start(...HOWEVER_MUCH_DIFFERS);
    const activations = () => logged(service, 'release activated').length;
    await activate(fresh);
    // The log comes later than the answer.
    await until(() => activations() === 1);
    service.process.kill('SIGHUP');
    await until(() => activations() === 2);
    expect(await ready()).toMatchObject({ release: '2026.08' });
    const kept = readFileSync(old);
    const replace = (bytes: Uint8Array) => {
      writeFileSync(`${old}.new`, bytes);
      renameSync(`${old}.new`, old);
    };
    replace(readFileSync(fresh));
    const reloads = () => logged(service, 'release not activated').filter(({ kind }) => kind === 'reload');
    service.process.kill('SIGHUP');
    await until(() => reloads().length > 0);
    expect(reloads()).toMatchObject([{ reason: expect.stringContaining('it has lost more than 2 %') }]);
    expect(await ready()).toMatchObject({ release: '2026.08' });
    replace(kept);
  });

  it('follows a symbolic link, and going back finds the file that it led to', async () => {
    lead(old);
    await restart();
    lead(fresh);
    service.process.kill('SIGHUP');
    await until(() => logged(service, 'release activated').length === 1);
    expect(await ask({ kind: 'rollback' })).toMatchObject({
      status: { serving: { release: '2026.08', path: old }, previous: { path: fresh } },
    });
  });
});

describe('a restart', () => {
  it('begins with what is configured where that has changed since, or what was activated is gone', async () => {
    // The service was told to go back to `old` while the link led to `fresh`.
    lead(join(folder, 'lossy.lbx'));
    await restart();
    expect(await ready()).toMatchObject({ addresses: readManifest(link).addresses });
    await activate(fresh);
    renameSync(fresh, `${fresh}.away`);
    await restart();
    expect((await ready()).release).toBe('2026.08');
    expect(service.stdout.join('\n')).toContain('the release that was activated last cannot be served');
    renameSync(`${fresh}.away`, fresh);
  });
});

describe('the socket', () => {
  it('is for its owner alone', () => {
    expect(statSync(controlSocket(dataDir)).mode & 0o777).toBe(0o600);
  });
});
