import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Accounts } from '../../../../src/billing/accounts/accounts.ts';
import type { AccountsStore } from '../../../../src/billing/accounts/accounts-store.ts';
import { manualPayments, type PaymentProvider } from '../../../../src/billing/accounts/charges/provider.ts';
import { consoleDescription } from '../../../../src/billing/accounts/console/description/openapi.ts';
import type { ServiceState } from '../../../../src/billing/accounts/console/resources/service.ts';
import { findRoute } from '../../../../src/billing/accounts/console/routes/routes.ts';
import {
  type ConsoleOptions,
  type RunningConsole,
  startConsole,
} from '../../../../src/billing/accounts/console/server.ts';
import { type LocalIssuer, openLocalIssuer } from '../../../../src/billing/accounts/console/session/local-issuer.ts';
import { LOCAL_RULES, type Role } from '../../../../src/billing/accounts/console/session/rules.ts';
import { closed } from '../../../support/closed-schema.ts';
import { at, CATALOGUE } from '../world.ts';

/** A browser, as far as redirects and cookies go. */
export class Browser {
  readonly cookies = new Map<string, string>();
  /** `Set-Cookie` headers, as they came. */
  readonly set: string[] = [];

  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { Cookie: cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const header of response.headers.getSetCookie()) {
      this.set.push(header);
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      if (value === '' || /Max-Age=0(;|$)|1970/.test(header)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until `stop` says so; answers the last address. */
  async follow(url: string, stop: (url: string) => boolean): Promise<string> {
    let at = url;
    for (let i = 0; i < 10 && !stop(at); i++) {
      const response = await this.ask(at);
      const location = response.headers.get('location');
      if (location === null) return at;
      at = new URL(location, at).href;
    }
    return at;
  }
}

/** Posts JSON, as a page does. */
export const post = (browser: Browser, url: string, body: object, headers: Record<string, string> = {}) =>
  browser.ask(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const ajv = new Ajv2020({ strict: true, allErrors: true });
ajvFormats.default(ajv);
ajv.addVocabulary(['components', 'discriminator']);
const description = consoleDescription();
ajv.addSchema({ $id: 'console', components: { schemas: closed(description.components.schemas) } });

/** What is wrong with a value by a schema of the description; null when nothing is. */
export function problemsOf(schema: string, value: unknown): string | null {
  return ajv.validate({ $ref: `console#/components/schemas/${schema}` }, value) ? null : ajv.errorsText();
}

/** An answer of the console, checked against its interface description. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of every shape.
  readonly body: any;
  readonly headers: Headers;
}

/** A line of the console's log. */
export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly fields: Record<string, unknown>;
}

const NOTHING_ANSWERED = {
  at: '2026-03-10T12:00:00.000Z',
  requests: 0,
  refused: 0,
  failed: 0,
  credits: 0,
  p50Ms: null,
  p99Ms: null,
};

/** A service that nobody runs: programs of their own are asked by the tests of the pages. */
const SERVICE: ServiceState = {
  at: '2026-03-10T12:00:00.000Z',
  service: null,
  serviceFault: 'No service listens.',
  sidecar: {
    startedAt: '2026-03-10T11:00:00.000Z',
    memoryBytes: 1,
    drainedAt: null,
    drainIntervalMs: 1000,
    ledger: 'reachable',
    ledgerKind: 'sqlite',
    accountsSetAside: 0,
    countersQuarantined: 0,
    clockOffMs: 0,
  },
  machines: null,
  traffic: { hours: [], day: NOTHING_ANSWERED, month: NOTHING_ANSWERED },
  troubles: [],
};

/** A running console with a clock that tests move, and people who use it. */
export class ConsoleWorld {
  now = at('2026-03-10T12:00:00Z');
  readonly log: LogLine[] = [];
  readonly accounts: Accounts;
  issuer!: LocalIssuer;
  console!: RunningConsole;
  #tokens = new Map<string, Promise<string>>();

  constructor(store: AccountsStore, catalogue = CATALOGUE, payments: PaymentProvider = manualPayments) {
    this.accounts = {
      store,
      catalogue,
      payments,
      now: () => this.now,
    };
  }

  async start(options: Partial<ConsoleOptions> = {}): Promise<this> {
    this.issuer = await openLocalIssuer(mkdtempSync(join(tmpdir(), 'letterbox-console-')));
    const note = (level: LogLine['level']) => (fields: object) => void this.log.push({ level, fields: { ...fields } });
    this.console = await startConsole({
      accounts: this.accounts,
      keys: this.issuer.keys,
      rules: LOCAL_RULES,
      host: '127.0.0.1',
      port: 0,
      url: null,
      people: null,
      clientHeader: null,
      reports: null,
      linkSecret: null,
      mail: null,
      service: async () => SERVICE,
      log: { info: note('info'), warn: note('warn'), error: note('error') },
      ...options,
    });
    return this;
  }

  /** Someone with a role in an organization. */
  as(role: Role, organization: string | null = 'acme') {
    const who = `${role} of ${organization}`;
    let token = this.#tokens.get(who);
    if (!token) {
      token = this.issuer.sign({ subject: who, organization, role }, 3600);
      this.#tokens.set(who, token);
    }
    const call =
      (method: string) =>
      async (path: string, body?: unknown, headers: Record<string, string> = {}) =>
        this.request(method, path, body, { Authorization: `Bearer ${await token}`, ...headers });
    return { get: call('GET'), post: call('POST'), delete: call('DELETE') };
  }

  /** A request with any headers; `path` is below `/console/v1`. */
  async request(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
    const full = `/console/v1${path}`;
    const response = await fetch(`http://127.0.0.1:${this.console.port}${full}`, {
      method,
      headers: body === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = { status: response.status, body: await response.json(), headers: response.headers };
    this.#check(method, full, answer);
    return answer;
  }

  /** Creates an organization; with `plan`, moves it there. */
  async organization(id: string, plan = 'free'): Promise<void> {
    const admin = this.as('admin', id);
    expect((await admin.post('/organizations', { name: `${id} Pty Ltd` })).status).toBe(201);
    if (plan === 'free') return;
    await this.as('operator', null).post(`/organizations/${id}/payment-method/verify`);
    const { status } = await this.changePlan(id, plan);
    expect(status).toBe(200);
  }

  /** Previews and confirms a change. */
  async changePlan(id: string, plan: string): Promise<Answer> {
    const admin = this.as('admin', id);
    const preview = await admin.post(`/organizations/${id}/plan/previews`, { plan });
    if (preview.status !== 201) return preview;
    return admin.post(`/organizations/${id}/plan/changes`, { token: preview.body.token });
  }

  /** Previews and confirms that the plan ends. */
  async cancelPlan(id: string): Promise<Answer> {
    const admin = this.as('admin', id);
    const preview = await admin.post(`/organizations/${id}/plan/cancel/previews`);
    if (preview.status !== 201) return preview;
    return admin.post(`/organizations/${id}/plan/cancel`, { token: preview.body.token });
  }

  #check(method: string, full: string, { status, body, headers }: Answer): void {
    expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/);
    expect(headers.get('content-type')).toBe('application/json');
    const found = findRoute(method, full.split('?')[0]);
    const documented = found ? description.paths[`/console/v1${found.route.path}`][method.toLowerCase()] : null;
    if (documented) expect(Object.keys((documented as { responses: object }).responses)).toContain(String(status));
    const name = status < 300 ? found?.route.answer.schema.name : 'Error';
    if (!name) return;
    if (status < 300) expect(status).toBe(found?.route.answer.status);
    expect(problemsOf(name, body), `${method} ${full} answers as ${name}`).toBeNull();
    if (name === 'Error') {
      expect(body.error.status).toBe(status);
      expect(body.error.request_id).toBe(headers.get('x-request-id'));
    }
  }
}
