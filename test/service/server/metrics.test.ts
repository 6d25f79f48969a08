import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dashboard } from '../../../src/service/telemetry/grafana/dashboard.ts';
import { adminJson } from '../../billing/credits/support/programs.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import { type Letterbox, logged, runLetterbox, stopLetterbox } from '../http/support/letterbox.ts';
import { request } from '../http/support/raw-http.ts';

let service: Letterbox;
let key: string;
beforeAll(async () => {
  const env = { LETTERBOX_DATA_DIR: join(mkdtempSync(join(tmpdir(), 'letterbox-metrics-')), 'data') };
  service = await runLetterbox(['--index', sampleIndex(), '--workers', '2', '--metrics-port', '0'], env);
  const { id } = await adminJson<{ id: string }>(env, 'accounts', 'create', '--name', 'Acme', '--credits', '100');
  ({ key } = await adminJson<{ key: string }>(env, 'keys', 'create', id));
  await until(async () => (await request(service.port, '/v1/address/validate', { 'X-Api-Key': key })).status === 400);
});
afterAll(() => stopLetterbox(service));

async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await setTimeout(20);
}

async function metricsText(path = '/metrics'): Promise<{ status: number; type: string | null; text: string }> {
  const [{ port }] = logged(service, 'metrics served');
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

/** Series by name and labels, as they stand in the text. */
async function metrics(): Promise<Record<string, number>> {
  const { text } = await metricsText();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.replace(/^.* /, ''))]));
}

/** By how much each series grew. */
async function growth(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await metrics();
  await work();
  const grown = Object.entries(await metrics()).map(([name, value]) => [name, value - (before[name] ?? 0)]);
  return Object.fromEntries(grown.filter(([, by]) => by !== 0));
}

async function ask(times: number, target: string, headers: Record<string, string> = { 'X-Api-Key': key }) {
  for (let i = 0; i < times; i++) await request(service.port, target, headers);
}

describe('metrics', () => {
  it('count every answer once, whichever worker gave it', async () => {
    const grown = await growth(async () => {
      await ask(12, '/v1/address/validate?q=2+perth+st+sunnybank+qld+4109');
      await ask(3, '/v1/address/autocomplete?q=zzzzqqqq');
      await ask(5, '/v1/address/enrich?id=unknown');
      await ask(4, '/v1/address/validate');
      await ask(6, '/v1/address/validate?q=a', {});
      await ask(2, '/healthz');
      await ask(1, '/nowhere');
    });
    expect(grown).toMatchObject({
      'letterbox_requests_total{operation="validate",status="200"}': 12,
      'letterbox_requests_total{operation="validate",status="400"}': 4,
      'letterbox_requests_total{operation="validate",status="401"}': 6,
      'letterbox_requests_total{operation="autocomplete",status="200"}': 3,
      'letterbox_requests_total{operation="enrich",status="404"}': 5,
      'letterbox_requests_total{operation="healthz",status="200"}': 2,
      'letterbox_requests_total{operation="unknown",status="404"}': 1,
      'letterbox_request_duration_seconds_count{operation="validate"}': 22,
      'letterbox_request_duration_seconds_bucket{operation="validate",le="+Inf"}': 22,
      'letterbox_errors_total{code="INVALID_PARAMETERS"}': 4,
      'letterbox_errors_total{code="MISSING_API_KEY"}': 6,
      'letterbox_errors_total{code="NOT_FOUND"}': 5,
      'letterbox_match_quality_total{operation="validate",quality="high"}': 12,
      'letterbox_match_quality_total{operation="autocomplete",quality="none"}': 3,
      'letterbox_credits_total{operation="validate"}': 16,
      'letterbox_credits_total{operation="autocomplete"}': 3,
      'letterbox_credits_total{operation="enrich"}': 15,
    });
  });

  it('count answers from the cache of a worker like others, and distinguish the two', async () => {
    const times = 9;
    const grown = await growth(() => ask(times, '/v1/address/autocomplete?q=2+perth+st+sunnybank+qld+4109'));
    expect(grown).toMatchObject({
      'letterbox_requests_total{operation="autocomplete",status="200"}': times,
      'letterbox_match_quality_total{operation="autocomplete",quality="high"}': times,
      'letterbox_credits_total{operation="autocomplete"}': times,
    });
    // Each of two workers keeps what it is asked for twice; one of them may be asked for all.
    const hits = grown['letterbox_answer_cache_requests_total{result="hit"}'];
    expect(hits).toBeGreaterThanOrEqual(times - 4);
    expect(grown['letterbox_answer_cache_requests_total{result="miss"}']).toBe(times - hits);
    expect(grown.letterbox_answer_cache_bytes).toBeGreaterThan(200);
    expect(grown.letterbox_answer_cache_bytes).toBeLessThan(4000);
  });

  it('count refusals for want of credits, and show the empty lease', async () => {
    await ask(100, '/v1/address/validate?q=a');
    expect(await metrics()).toMatchObject({
      'letterbox_leases{state="empty"}': 1,
      'letterbox_leases{state="open"}': 0,
    });
    expect(await growth(() => ask(2, '/v1/address/validate?q=a'))).toMatchObject({
      'letterbox_errors_total{code="QUOTA_EXCEEDED"}': 2,
      'letterbox_requests_total{operation="validate",status="429"}': 2,
    });
  });

  it('show what is served, by how many workers, and the state of sidecar and ledger', async () => {
    const { release, addresses } = logged(service, 'started')[0];
    const all = await metrics();
    expect(all).toMatchObject({
      [`letterbox_index_info{release="${release}"}`]: 1,
      letterbox_index_addresses: addresses,
      letterbox_workers: 2,
      letterbox_workers_wanted: 2,
      letterbox_sidecar_published: 1,
      letterbox_ledger_reachable: 1,
      letterbox_accounts_set_aside: 0,
    });
    expect(all.letterbox_sidecar_silence_seconds).toBeLessThan(5);
    expect(all.letterbox_mappings).toBeGreaterThan(10);
    expect(all.process_resident_memory_bytes).toBeGreaterThan(1e7);
    expect(all.letterbox_event_loop_delay_seconds_count).toBeGreaterThan(0);
  });

  it('are in the format of Prometheus, and only at /metrics on their own port', async () => {
    const { status, type, text } = await metricsText();
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const line of text.split('\n').filter((line) => line !== ''))
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
    expect((await metricsText('/')).status).toBe(404);
    expect((await request(service.port, '/metrics')).status).toBe(404);
  });

  it('satisfy promtool', (test) => {
    if (spawnSync('promtool', ['--version']).error)
      test.skip('promtool is not installed (Debian: apt install prometheus)');
    return metricsText().then(({ text }) => {
      const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    });
  });
});

const FOLDER = new URL('../../../src/service/telemetry/', import.meta.url);
const ALERTS = readFileSync(new URL('prometheus/alerts.yml', FOLDER), 'utf8');
const DASHBOARD = dashboard();
const README = readFileSync(new URL('README.md', FOLDER), 'utf8');
const namesIn = (text: string) => [...new Set(text.match(/\b(?:letterbox|process)_[a-z_]+\b/g))];

describe('alert rules and dashboard', () => {
  it('use existing metrics', async () => {
    const { text } = await metricsText();
    const known = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    );
    const used = [...namesIn(ALERTS), ...namesIn(DASHBOARD)];
    expect(used.length).toBeGreaterThan(30);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('are explained in the README, alert by alert', () => {
    const alerts = [...ALERTS.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const headings = [...README.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts);
  });

  it('query only Prometheus, in panels that do not overlap', () => {
    const { panels } = JSON.parse(DASHBOARD) as {
      panels: {
        id: number;
        type: string;
        gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
        targets?: { expr: string }[];
      }[];
    };
    const taken = new Set<string>();
    for (const { type, gridPos, targets } of panels) {
      expect(['row', 'timeseries']).toContain(type);
      if (type === 'timeseries') expect(targets?.length).toBeGreaterThan(0);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        expect(x).toBeLessThan(24);
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.has(`${x} ${y}`)).toBe(false);
          taken.add(`${x} ${y}`);
        }
      }
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('fire when they should, and are valid, says promtool', (test) => {
    if (spawnSync('promtool', ['--version']).error)
      test.skip('promtool is not installed (Debian: apt install prometheus)');
    const path = new URL('prometheus.yml', import.meta.url).pathname;
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('has queries that promtool can parse', (test) => {
    if (spawnSync('promtool', ['--version']).error)
      test.skip('promtool is not installed (Debian: apt install prometheus)');
    const queries = [...DASHBOARD.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
      ([, text]) => JSON.parse(text) as string,
    );
    const rules = queries.map((query, i) => ({
      record: `query_${i}`,
      expr: query.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
    }));
    const path = join(mkdtempSync(join(tmpdir(), 'letterbox-dashboard-')), 'rules.yml');
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
    expect([status, stderr], stdout).toEqual([0, '']);
    expect(stdout).toContain(`${queries.length} rules found`);
  });
});
