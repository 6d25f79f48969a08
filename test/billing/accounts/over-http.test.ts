import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openLocalIssuer } from '../../../src/billing/accounts/console/session/local-issuer.ts';
import type { Role } from '../../../src/billing/accounts/console/session/rules.ts';
import { temporaryFolder } from '../../service/admission/customer.ts';
import { logged } from '../../service/http/support/letterbox.ts';
import { sampleIndex } from '../../support/shared-releases.ts';
import type { Answer } from '../credits/support/http-load.ts';
import { type MeteredService, meteredService } from '../credits/support/metered-service.ts';
import { adminJson, startSidecar } from '../credits/support/programs.ts';
import { SteadyLoad } from './load.ts';

const DAY = 24 * 3_600_000;
const CLOCK = new URL('moved-clock.mjs', import.meta.url).href;
const BUNDLED_PLANS = fileURLToPath(new URL('../../../data/plans.json', import.meta.url));

/** A change is to be seen within a second; what is more is allowed to a busy machine. */
const WITHIN = 3000;

/** How long before a moment clocks are set, ms. */
const BEFORE = 1500;

// biome-ignore lint/suspicious/noExplicitAny: answers of the console have many shapes.
type Json = any;

let index: string;
beforeAll(() => {
  index = sampleIndex();
});

/** A key but for what changes as it is used. */
function apartFromUse({ usedToday: _, usedThisMonth: __, lastUsedAt: ___, ...key }: Json): Json {
  return key;
}

/** The bundled plans, with room for a load: credits tenfold, bursts without end. */
function roomyPlans(folder: string): string {
  const catalogue = JSON.parse(readFileSync(BUNDLED_PLANS, 'utf8'));
  for (const plan of catalogue.plans) {
    plan.burst = { perSecond: 1_000_000, size: 1_000_000 };
    if (plan.credits !== undefined) plan.credits *= 10;
  }
  const path = join(folder, 'plans.json');
  writeFileSync(path, JSON.stringify(catalogue));
  return path;
}

/** A service with its sidecar and console, whose clocks a test may move. */
class Premises {
  readonly service: MeteredService;
  readonly #clock: string;
  readonly #tokens = new Map<Role, string>();
  /** How far the clocks of the programs are ahead, ms. */
  #ahead = 0;

  constructor() {
    const folder = temporaryFolder();
    this.#clock = join(folder, 'clock');
    writeFileSync(this.#clock, '0');
    this.service = meteredService(index, 2, {
      // Longer than a second: what is to be seen within one must not wait until usage is written down.
      LETTERBOX_DRAIN_INTERVAL: '3000',
      LETTERBOX_CONSOLE_PORT: '0',
      LETTERBOX_PLANS: roomyPlans(folder),
      NODE_OPTIONS: `--import ${CLOCK}`,
      MOVED_CLOCK: this.#clock,
    });
  }

  /**
   * Sets the clocks of all programs forward, to shortly before a moment. Answers when it will have come, by `performance.now()`: a jump
   * over it would itself hurry the programs.
   */
  moveClockTo(moment: number): number {
    this.#ahead = moment - BEFORE - Date.now();
    writeFileSync(this.#clock, String(this.#ahead));
    this.#tokens.clear();
    return performance.now() + BEFORE;
  }

  async #token(role: Role, organization: string): Promise<string> {
    const known = this.#tokens.get(role);
    if (known !== undefined) return known;
    const issuer = await openLocalIssuer(this.service.dataDir);
    const who = { subject: 'test', organization: role === 'operator' ? null : organization, role };
    const token = await issuer.sign(who, 3600, Date.now() + this.#ahead);
    this.#tokens.set(role, token);
    return token;
  }

  /** A request to the console as admin of acme, unless it is another role. Answers the body of a success. */
  async console(method: string, path: string, body?: object, role: Role = 'admin', more: object = {}): Promise<Json> {
    const port = await this.consolePort();
    const response = await fetch(`http://127.0.0.1:${port}/console/v1/organizations${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await this.#token(role, 'acme')}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...more,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async consolePort(): Promise<number> {
    for (;;) {
      const port = logged(this.service.letterbox(), 'console listening').at(-1)?.port;
      if (port !== undefined) return Number(port);
      await setTimeout(20);
    }
  }

  /** Previews a plan change and confirms it twice, as a client that has not heard the first answer; answers when it was confirmed. */
  async changePlan(plan: string): Promise<{ at: number; preview: Json; applied: Json }> {
    const preview = await this.console('POST', '/acme/plan/previews', { plan });
    const key = { 'Idempotency-Key': `change-to-${plan}` };
    const confirm = () => this.console('POST', '/acme/plan/changes', { token: preview.token }, 'admin', key);
    const applied = await confirm();
    const at = performance.now();
    expect(await confirm()).toEqual(applied);
    return { at, preview, applied };
  }
}

const number = (answer: Answer, header: string) => Number(answer.headers[header]);

/** The answer shows a window with this end and at least so many credits, neither overdue nor refused. */
const shows =
  (end: string, limit: number, overdue = false) =>
  (answer: Answer) =>
    answer.headers['x-ratelimit-reset'] === end &&
    number(answer, 'x-ratelimit-limit') >= limit &&
    answer.headers['x-payment-overdue'] === (overdue ? 'true' : undefined);

test('§10.1: what happens to an account is seen by requests under way within a second, and every credit is counted once', async () => {
  const premises = new Premises();
  const { service } = premises;
  await service.start();
  const measured: Record<string, number> = {};
  const note = (what: string, milliseconds: number) => {
    measured[what] = Math.round(milliseconds);
    expect(milliseconds, what).toBeLessThan(WITHIN);
  };
  const plan = () => premises.console('GET', '/acme/plan');
  const today = () => new Date().toISOString().slice(0, 10);
  const firstDay = today();

  // An organization and its keys: one made over the console, one by the admin program.
  await premises.console('POST', '', { name: 'Acme Pty Ltd' });
  const { key } = await premises.console('POST', '/acme/keys', { name: 'web' });
  const created = performance.now();
  const load = new SteadyLoad(service.port(), key, 6);
  const free = await plan();
  note('new key', await load.untilAll(created, shows(free.period.end, 10_000)));
  const second = await adminJson<Json>(service.env, 'console', 'create-key', 'acme', '--name', 'batch');
  const secondCreated = performance.now();
  const secondLoad = new SteadyLoad(service.port(), second.key, 2);
  note('key of the admin program', await secondLoad.untilAll(secondCreated, shows(free.period.end, 10_000)));
  const { keys } = await premises.console('GET', '/acme/keys', undefined, 'member');
  expect(keys).toHaveLength(2);

  // An upgrade: credits that start fresh, and those that are left over once they are known.
  await premises.console('POST', '/acme/payment-method/verify', {}, 'operator');
  const upgrade = await premises.changePlan('growth');
  expect(upgrade.preview).toMatchObject({ effective: 'now', planCents: 9900 });
  note('upgrade', await load.untilAll(upgrade.at, shows(upgrade.applied.period.end, 1_000_000)));
  expect(upgrade.applied.period.end).not.toBe(free.period.end);
  let growth = await plan();
  for (; growth.settlingWindows.length > 0; growth = await plan()) await setTimeout(50);
  expect(growth.credits.granted).toBe(1_000_000);
  expect(growth.credits.carried).toBeGreaterThan(0);
  const whole = growth.credits.granted + growth.credits.carried;
  const known = performance.now();
  note('credits left over', await load.untilAll(known, (answer) => number(answer, 'x-ratelimit-limit') === whole));

  // An overdue bill, and its payment.
  const mark = async (what: 'paid' | 'overdue') => {
    const { invoices } = await premises.console('GET', '/acme/invoices');
    for (const invoice of invoices.filter(({ status }: Json) => status === 'open'))
      await premises.console('POST', `/acme/invoices/${invoice.number}/mark-${what}`, {}, 'operator');
    return performance.now();
  };
  note('overdue', await load.untilAll(await mark('overdue'), shows(growth.period.end, whole, true)));
  note('paid', await load.untilAll(await mark('paid'), shows(growth.period.end, whole)));

  // A downgrade waits for the period's end, and nothing is seen of it until then.
  const downgrade = await premises.changePlan('starter');
  expect(downgrade.preview).toMatchObject({ effective: 'period-end', at: growth.period.end });
  await load.untilAll(performance.now(), shows(growth.period.end, whole));
  const ended = premises.moveClockTo(Date.parse(growth.period.end));
  const isStarter = (answer: Answer) =>
    number(answer, 'x-ratelimit-limit') === 250_000 &&
    Date.parse(answer.headers['x-ratelimit-reset']) - Date.parse(growth.period.end) >= 28 * DAY;
  note('rollover', await load.untilAll(ended, isStarter));
  const starter = await plan();
  expect(starter).toMatchObject({
    plan: { id: 'starter' },
    period: { start: growth.period.end },
    credits: { granted: 250_000, carried: 0 },
    scheduledChange: null,
  });

  // The renewal's invoice is not paid in time: time alone makes it overdue, after the days of grace.
  const renewal = (await premises.console('GET', '/acme/invoices')).invoices[0];
  expect(renewal).toMatchObject({ status: 'open', overdue: false, totalCents: 2900 });
  const due = premises.moveClockTo(Date.parse(renewal.dueAt) + 7 * DAY);
  note('overdue by time', await load.untilAll(due, shows(starter.period.end, 250_000, true)));
  expect((await premises.console('GET', '/acme/keys')).keys.map(apartFromUse)).toEqual(keys.map(apartFromUse));

  // A closure that is held back stops all usage just the same.
  const closing = await premises.console('POST', '/acme/close', {});
  const closed = performance.now();
  expect(closing.status).toBe('closing');
  const refused = ({ status, body }: Answer) => status === 401 && body.includes('INVALID_API_KEY');
  note('close', await load.untilAll(closed, refused));
  note('close, other key', await secondLoad.untilAll(closed, refused));

  await Promise.all([load.stop(), secondLoad.stop()]);
  expect([...load.strange, ...secondLoad.strange]).toEqual([]);
  const seen = load.admitted + secondLoad.admitted;
  const lastDay = new Date(Date.now() + 100 * DAY).toISOString().slice(0, 10);
  const usage = () => premises.console('GET', `/acme/usage?from=${firstDay}&to=${lastDay}`);
  for (let used = await usage(); used.credits < seen; used = await usage()) await setTimeout(100);
  expect((await usage()).credits).toBe(seen);
  await service.stop();
  const windows = await service.usage('acme');
  expect(Object.values(windows).reduce((sum, credits) => sum + credits, 0)).toBe(seen);
  expect(Object.keys(windows)).toEqual(['1', '2', '3']);
  process.stdout.write(`milliseconds until requests under way showed it: ${JSON.stringify(measured)}\n`);
});

test('a console whose port is in use does not stop the sidecar from counting, is logged once, and opens when the port is free', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const sidecar = startSidecar({
    LETTERBOX_DATA_DIR: join(temporaryFolder(), 'data'),
    LETTERBOX_DRAIN_INTERVAL: '50',
    LETTERBOX_CONSOLE_PORT: String(port),
  });
  await sidecar.said('console not open: it is tried again');
  // It is tried again each second.
  await setTimeout(1500);
  expect(sidecar.log().match(/console not open/g)).toHaveLength(1);
  expect(sidecar.log()).toContain(`Port ${port} of 127.0.0.1 is in use; choose another with --console-port`);
  expect(sidecar.log()).not.toContain('ledger away');
  other.close();
  await sidecar.said('console listening');
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()));
    socket.once('error', reject);
  });
  expect(await sidecar.end('SIGTERM')).toBe(0);
});
