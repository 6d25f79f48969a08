import { execFile, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { StatefulSet } from 'kubernetes-types/apps/v1.js';
import type { Job } from 'kubernetes-types/batch/v1.js';
import type { Container } from 'kubernetes-types/core/v1.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { usageByWindow } from '../../../src/billing/ledger/usage.ts';
import { systemClock } from '../../../src/service/admission/clock.ts';
import { SETTINGS } from '../../../src/system/configuration-file.ts';
import { newCustomer } from '../../billing/credits/support/machine.ts';
import { describeOnPostgres, freePlan, openTestLedger } from '../../billing/ledger/ledgers.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { temporaryFolder } from '../admission/customer.ts';
import { type Letterbox, logged, runLetterbox } from '../http/support/letterbox.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, 'src/service/server/deploy/kubernetes');
const FETCH = join(ROOT, 'dist/src/service/server/index-file/fetch-index.js');

interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
}

/** The objects of a YAML text. */
const objectsOf = (text: string): Resource[] =>
  parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as Resource);

/** The files that a kustomization lists. */
const files = (folder: string): string[] =>
  (parseAllDocuments(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))[0]!.toJS() as { resources: string[] })
    .resources;

const writtenIn = (folder: string): Resource[] =>
  files(folder).flatMap((file) => objectsOf(readFileSync(join(folder, file), 'utf8')));

const written = writtenIn(FOLDER);

/** Says what the types of Kubernetes' API say against objects; '' where they are right. */
function typeErrors(objects: readonly Resource[]): string {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const lines = objects.map(({ apiVersion, kind, ...rest }, i) => {
    const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
    const from = `kubernetes-types/${group!.split('.')[0]}/${version}`;
    const value = JSON.stringify({ apiVersion, kind, ...rest });
    return `import type { ${kind} as Kind${i} } from '${from}';\nexport const object${i}: Kind${i} = ${value};`;
  });
  writeFileSync(join(folder, 'objects.ts'), lines.join('\n'));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', '--types', ''];
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, join(folder, 'objects.ts')], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
}

/** What a kustomize makes of a folder; null where the command is not installed. */
function kustomized(folder: string): Resource[] | null {
  const { status, stdout, error } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (error !== undefined) return null;
  expect(status).toBe(0);
  return objectsOf(stdout);
}

const isInstalled = kustomized(FOLDER) !== null;

describe('The manifests for Kubernetes', () => {
  it('are of the types of its API', () => {
    expect(written.map(({ kind }) => kind).sort()).toEqual([
      'HorizontalPodAutoscaler',
      'Namespace',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'Service',
      'StatefulSet',
    ]);
    expect(typeErrors(written)).toBe('');
    const [wrong] = written.filter(({ kind }) => kind === 'StatefulSet') as [StatefulSet & Resource];
    expect(typeErrors([{ ...wrong, spec: { ...wrong.spec, replica: 2 } } as Resource])).toContain('replica');
  });

  it.skipIf(!isInstalled)('are what kustomize makes of them, with the index as a map that pods refer to', () => {
    const made = kustomized(FOLDER)!;
    expect(typeErrors(made)).toBe('');
    const map = made.find(({ kind }) => kind === 'ConfigMap') as Resource & { metadata: { name: string } };
    expect(map.metadata.name).toMatch(/^letterbox-index-\w+$/);
    const { initContainers, containers } = (made.find(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet)
      .spec!.template.spec!;
    for (const { image, env } of [...initContainers!, ...containers]) {
      expect(image).toBe('registry.example.com/letterbox:2.0.0');
      const names = env!.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef?.name ?? []);
      expect(new Set(names)).toEqual(new Set([map.metadata.name]));
    }
  });

  it('have a namespace, labels that select the pods, and no setting that the program does not know', () => {
    const text = JSON.stringify(written);
    for (const [name] of text.matchAll(/LETTERBOX_[A-Z_]+/g)) expect(SETTINGS).toContain(name);
    const set = written.find(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet;
    const labels = set.spec!.template.metadata!.labels!;
    for (const selector of text.matchAll(/"(?:matchLabels|selector)":\{"app[^}]*\}/g))
      expect(selector[0]).toContain(JSON.stringify(labels));
    // Kubernetes would set LETTERBOX_PORT to tcp://… for a Service of this name.
    expect(set.spec!.template.spec!.enableServiceLinks).toBe(false);
  });
});

const MATCH = join(FOLDER, 'match');
const jobs = writtenIn(MATCH).filter(({ kind }) => kind === 'Job') as (Job & Resource)[];

describe('The Jobs that match a list', () => {
  it('are of the types of the API, one for each part and one that waits to join them', () => {
    expect(typeErrors(writtenIn(MATCH))).toBe('');
    const [parts, join] = jobs.map(({ spec }) => spec!);
    const count = parts!.template.spec!.containers[0]!.env!.find(({ name }) => name === 'PARTS')!.value;
    expect(count).toBe(String(parts!.completions));
    expect(join!.suspend).toBe(true);
    const labels = (spec: typeof parts) => spec!.template.metadata!.labels;
    const set = written.find(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet;
    // Pods of a Service by these labels would be sent requests.
    for (const spec of [parts, join]) expect(labels(spec)).not.toEqual(set.spec!.template.metadata!.labels);
  });

  it.skipIf(!isInstalled)('are what kustomize makes of them', () => {
    const made = kustomized(MATCH)!;
    expect(typeErrors(made)).toBe('');
    const map = made.find(({ kind }) => kind === 'ConfigMap') as Resource & { metadata: { name: string } };
    for (const { spec } of made.filter(({ kind }) => kind === 'Job') as (Job & Resource)[])
      for (const { image, env } of [...spec!.template.spec!.initContainers!, ...spec!.template.spec!.containers]) {
        expect(image).toBe('registry.example.com/letterbox:2.0.0');
        for (const name of env!.flatMap(({ valueFrom }) => valueFrom?.configMapKeyRef?.name ?? []))
          expect(name).toBe(map.metadata.name);
      }
  });

  it('make the bytes of one piece, as their pods run them', async () => {
    const folder = temporaryFolder();
    const list = join(folder, 'my list.csv');
    const streets = ['Perth St', 'George Street', 'Main Road', 'no\nstreet'];
    const rows = Array.from({ length: 30 }, (_, i) => `${i},"${i} ${streets[i % 4]}, Sunnybank QLD 4109"`);
    writeFileSync(list, `Ref no,Address\n${rows.join('\n')}\n`);
    const values: Record<string, string> = { LIST: 'my list.csv', OUT: 'out.csv', FLAGS: '--group --name "Ref no"' };
    const run = async (job: Job, env: Record<string, string>) => {
      const { args, command, env: set } = job.spec!.template.spec!.containers[0]!;
      const fixed = set!.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
      const paths = (text: string) =>
        text.replaceAll('"/lists/', `"${folder}/`).replaceAll(/"\/index\/[^"]*"/g, sampleIndex());
      const inherited = {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        WORKERS: '1',
        ...values,
        ...Object.fromEntries(fixed),
        ...env,
      };
      await promisify(execFile)(command![0]!, [...command!.slice(1), ...args!.map(paths)], {
        cwd: ROOT,
        env: inherited,
      });
    };
    const [parts, joined] = jobs;
    for (let i = 0; i < parts!.spec!.completions!; i++) await run(parts!, { JOB_COMPLETION_INDEX: String(i) });
    await run(joined!, {});
    const whole = ['dist/src/lists/match/main.js', list, '--out', join(folder, 'whole.csv'), '--index', sampleIndex()];
    await promisify(execFile)(process.execPath, [...whole, '--name', 'Ref no'], { cwd: ROOT });
    for (const ending of ['.csv', '.review.csv', '.pairs.csv'])
      expect(readFileSync(join(folder, `out${ending}`), 'utf8')).toBe(
        readFileSync(join(folder, `whole${ending}`), 'utf8'),
      );
  });
});

const INDEX = readFileSync(sampleIndex());
const SHA256 = createHash('sha256').update(INDEX).digest('hex');

/** An HTTP server, and its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/gnaf.lbx`;
}

const fetchIndex = (url: string, sha256: string, folder: string) =>
  new Promise<{ code: number; said: string }>((resolve) =>
    execFile(process.execPath, [FETCH, '--url', url, '--sha256', sha256, '--folder', folder], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: out + err }),
    ),
  );

describe('The index that a pod fetches', () => {
  it('is at its name once it is whole; a connection that breaks is tried again, and what is there is not fetched again', async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      if (++asked > 1) return response.end(INDEX);
      response.writeHead(200, { 'Content-Length': INDEX.length });
      response.write(INDEX.subarray(0, 1000), () => response.destroy());
    });
    const folder = temporaryFolder();
    const first = await fetchIndex(url, SHA256, folder);
    expect(first).toMatchObject({ code: 0 });
    expect(first.said).toMatch(/was not read: .*trying again in 1 s/);
    expect(readFileSync(join(folder, `${SHA256}.lbx`)).equals(INDEX)).toBe(true);
    expect(await fetchIndex(url, SHA256.toUpperCase(), folder)).toMatchObject({ code: 0 });
    expect(asked).toBe(2);
  });

  it('is refused with another hash or where there is none, and nothing of it stays', async () => {
    const folder = temporaryFolder();
    const url = await serve((_, response) => void response.end(INDEX));
    const other = await fetchIndex(url, 'ab'.repeat(32), folder);
    expect(other.code).toBe(1);
    expect(other.said).toBe(`fetch-index: ${url} has SHA-256 ${SHA256}, expected ${'ab'.repeat(32)}\n`);
    const none = await serve((_, response) => void response.writeHead(404).end());
    expect((await fetchIndex(none, SHA256, folder)).said).toBe(`fetch-index: ${none} answered 404, expected 200\n`);
    expect((await fetchIndex('ftp://there/gnaf.lbx', SHA256, folder)).said).toContain(
      'begins with http:// or https://',
    );
    expect((await fetchIndex(url, 'ab', folder)).said).toContain('expected 64 hex digits');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves the one before it in the folder, for an undo, and none before that', async () => {
    const folder = temporaryFolder();
    const bodies = ['one', 'two', 'three'].map((text) => Buffer.from(text));
    const hashes = bodies.map((body) => createHash('sha256').update(body).digest('hex'));
    const names = (...of: number[]) => of.map((i) => `${hashes[i]}.lbx`).sort();
    const url = await serve(({ url }, response) => void response.end(bodies[Number(url!.at(-1))]));
    const get = async (i: number) => {
      expect(await fetchIndex(`${url}?${i}`, hashes[i]!, folder)).toMatchObject({ code: 0 });
      await setTimeout(20);
      return readdirSync(folder).sort();
    };
    expect(await get(0)).toEqual(names(0));
    expect(await get(1)).toEqual(names(0, 1));
    // The undo, and then the release after it.
    expect(await get(0)).toEqual(names(0, 1));
    expect(await get(2)).toEqual(names(0, 2));
  });
});

/** A pod: its containers' commands, as processes, with folders in place of its volumes. */
class Pod {
  running: Letterbox | null = null;
  readonly #folders: ReadonlyMap<string, string>;
  readonly #spec = (written.find(({ kind }) => kind === 'StatefulSet') as unknown as StatefulSet).spec!.template.spec!;

  constructor(
    readonly name: string,
    readonly map: Readonly<Record<string, string>>,
    secret: string,
  ) {
    const folder = temporaryFolder();
    const volumes = ['machine', 'index', 'secrets'];
    for (const volume of volumes) mkdirSync(join(folder, volume));
    writeFileSync(join(folder, 'secrets/letterbox.env'), secret, { mode: 0o440 });
    this.#folders = new Map(volumes.map((volume) => [volume, join(folder, volume)]));
  }

  /** The environment of a container, and what is written `$(NAME)` or begins with a path of its volumes, as a pod has it. */
  #resolve({ env = [], volumeMounts = [] }: Container): {
    env: Record<string, string>;
    text: (text: string) => string;
  } {
    const field: Record<string, string> = { 'metadata.name': this.name, 'metadata.namespace': 'letterbox' };
    const values: Record<string, string> = {};
    const text = (written: string) => {
      const expanded = written.replace(/\$\((\w+)\)/g, (whole, name) => values[name] ?? whole);
      const mount = volumeMounts.find(({ mountPath }) => `${expanded}/`.startsWith(`${mountPath}/`));
      return mount === undefined
        ? expanded
        : join(this.#folders.get(mount.name)!, expanded.slice(mount.mountPath.length));
    };
    for (const { name, value, valueFrom } of env)
      values[name] =
        value !== undefined
          ? text(value)
          : (field[valueFrom?.fieldRef?.fieldPath ?? ''] ?? this.map[valueFrom?.configMapKeyRef?.key ?? '']!);
    return { env: values, text };
  }

  async start(): Promise<void> {
    const [init] = this.#spec.initContainers!;
    const { env, text } = this.#resolve(init!);
    const [node, ...command] = init!.command!;
    expect(node).toBe('node');
    await promisify(execFile)(process.execPath, [...command, ...init!.args!].map(text), { cwd: ROOT, env });
    const [container] = this.#spec.containers;
    const resolved = this.#resolve(container!);
    // What the image sets beside.
    const image = { LETTERBOX_HOST: '127.0.0.1', LETTERBOX_DATA_DIR: resolved.text('/var/lib/letterbox') };
    // Several pods are on this host, so their metrics need a port each.
    const own = { LETTERBOX_METRICS_PORT: '0', LETTERBOX_METRICS_HOST: '127.0.0.1' };
    const started = await runLetterbox([], { NODE_ENV: 'production', ...image, ...resolved.env, ...own });
    onTestFinished(() => void started.process.kill('SIGKILL'));
    expect(started.stderr()).toBe('');
    this.running = started;
    const { readinessProbe } = container!;
    const isReady = () => this.ask(readinessProbe!.httpGet!.path!).then(({ status }) => status === 200);
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
  }

  ask(path: string, key = ''): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.running!.port}${path}`, { headers: { 'X-Api-Key': key } });
  }

  /** All processes of the pod at once, as when its node dies. */
  async kill(): Promise<void> {
    const running = this.running!;
    const own = ['index opened', 'sidecar started'].flatMap((message) =>
      logged(running, message).map(({ pid }) => pid),
    );
    running.process.kill('SIGKILL');
    for (const pid of own) process.kill(Number(pid), 'SIGKILL');
    await running.ended;
  }

  /** What the kubelet does to end a pod: its hook, then SIGTERM, and SIGKILL after the grace period. */
  async drain(): Promise<number | NodeJS.Signals> {
    const { terminationGracePeriodSeconds, containers } = this.#spec;
    const [command, ...args] = containers[0]!.lifecycle!.preStop!.exec!.command!;
    const hook = spawn(command!, args);
    await new Promise((resolve) => hook.once('close', resolve));
    const { process: running, ended } = this.running!;
    running.kill('SIGTERM');
    const left = terminationGracePeriodSeconds! - Number(args[0]);
    const late = setTimeout(left * 1000, 'late', { ref: false });
    expect(await Promise.race([ended, late])).not.toBe('late');
    return ended;
  }
}

describeOnPostgres('Pods that share a ledger', (newPlace) => {
  it('lose no credit where one is killed and comes back with its volume, and no request where one is drained', async () => {
    const place = await newPlace();
    const ledger = await openTestLedger(place);
    const { key, id } = await newCustomer(ledger, freePlan(1_000_000), systemClock);
    const url = await serve((_, response) => void response.end(INDEX));
    const pods = [0, 1].map(
      (i) => new Pod(`letterbox-${i}`, { url, sha256: SHA256 }, `LETTERBOX_DATABASE_URL=${place.databaseUrl}\n`),
    );
    await Promise.all(pods.map((pod) => pod.start()));
    // The endpoints of the Service: pods that are to get requests.
    const endpoints = new Set(pods);
    const counted = { sent: 0, answered: 0, failed: 0 };
    let isOver = false;
    const client = async (n: number) => {
      for (let i = n; !isOver; i++) {
        const pod = [...endpoints][i % endpoints.size]!;
        counted.sent++;
        const status = await pod.ask('/v1/address/autocomplete?q=2+perth', key).then(
          async (response) => {
            await response.arrayBuffer();
            return response.status;
          },
          () => 0,
        );
        if (status === 200) counted.answered++;
        else if (status !== 429 && endpoints.has(pod)) counted.failed++;
        await setTimeout(5);
      }
    };
    const clients = [0, 1, 2, 3].map(client);
    await setTimeout(2000);

    const victim = pods[Math.floor(Math.random() * pods.length)]!;
    endpoints.delete(victim);
    await victim.kill();
    await setTimeout(500);
    await victim.start();
    endpoints.add(victim);
    await setTimeout(1500);

    const [drained] = pods.filter((pod) => pod !== victim);
    const ended = drained!.drain();
    // Endpoints follow while the hook still runs.
    await setTimeout(1000);
    endpoints.delete(drained!);
    expect(await ended).toBe(0);
    await setTimeout(1000);
    isOver = true;
    await Promise.all(clients);
    expect(counted.failed).toBe(0);
    expect(counted.answered).toBeGreaterThan(0);
    await victim.drain();

    const machines = await ledger.db.selectFrom('machines').selectAll().execute();
    expect(JSON.stringify(machines)).toContain('letterbox/letterbox-0');
    const used = [...(await usageByWindow(ledger, id)).values()].reduce((sum, it) => sum + it, 0);
    // What a pod was killed on the way of answering was charged too.
    expect(used).toBeGreaterThanOrEqual(counted.answered);
    expect(used).toBeLessThanOrEqual(counted.sent);
  });
});
