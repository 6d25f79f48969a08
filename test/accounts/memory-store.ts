import type { Account } from '../../src/accounts/account.ts';
import {
  type AccountsStore,
  type AccountsTransaction,
  type AnsweredRequest,
  type ApiKeyRecord,
  type DailyUsage,
  type NumberedAuditEntry,
  type Organization,
  OrganizationExists,
  type StoredPreview,
} from '../../src/accounts/accounts-store.ts';
import type { CreditMovement } from '../../src/accounts/credit-movement.ts';
import { type Invoice, issue } from '../../src/accounts/invoice.ts';

interface Tables {
  organizations: Map<string, Organization>;
  accounts: Map<string, Account>;
  movements: (CreditMovement & { organization: string })[];
  invoices: Map<string, Invoice>;
  asked: Map<string, number>;
  audit: NumberedAuditEntry[];
  previews: Map<string, StoredPreview>;
  answers: AnsweredRequest[];
  keys: ApiKeyRecord[];
  usage: (DailyUsage & { organization: string; window: number })[];
}

/** A ledger in memory: one transaction at a time, over a copy that replaces the tables when it succeeds. */
export class MemoryStore implements AccountsStore {
  tables: Tables = {
    organizations: new Map(),
    accounts: new Map(),
    movements: [],
    invoices: new Map(),
    asked: new Map(),
    audit: [],
    previews: new Map(),
    answers: [],
    keys: [],
    usage: [],
  };
  /** Windows of which more usage may still come, as `organization/number`. */
  readonly incomplete = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();

  transaction<T>(work: (tx: AccountsTransaction) => Promise<T>): Promise<T> {
    const run = this.#last.then(async () => {
      const tables = structuredClone(this.tables);
      const result = await work(transactionOn(tables, this.incomplete));
      this.tables = tables;
      return result;
    });
    this.#last = run.catch(() => {});
    return run;
  }

  /** Counts usage, as a drain of the counters would. */
  use(organization: string, window: number, usage: DailyUsage): void {
    this.tables.usage.push({ organization, window, ...usage });
  }
}

function transactionOn(tables: Tables, incomplete: ReadonlySet<string>): AccountsTransaction {
  const used = (organization: string, window: number) =>
    tables.usage
      .filter((entry) => entry.organization === organization && entry.window === window)
      .reduce((sum, entry) => sum + entry.credits, 0);
  const account = async (id: string) => {
    const whole = tables.accounts.get(id);
    if (!whole) return null;
    const first = whole.windows.findIndex(
      (window) => window.settledAt === null || used(id, window.number) > window.used,
    );
    return { ...whole, windows: whole.windows.slice(first) };
  };
  return {
    organization: async (id) => tables.organizations.get(id) ?? null,
    organizations: async (limit, after) =>
      [...tables.organizations.values()]
        .filter(({ id }) => after === null || id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map((organization) => {
          const { status, suspendedAt } = tables.accounts.get(organization.id)!;
          return { ...organization, status, suspendedAt };
        }),
    organizationsDue: async () => [...tables.organizations.keys()],
    addOrganization: async (organization, opened) => {
      if (tables.organizations.has(organization.id)) throw new OrganizationExists(organization.id);
      tables.organizations.set(organization.id, organization);
      tables.accounts.set(organization.id, opened);
    },
    lockAccount: account,
    account,
    saveAccount: async (before, after) => {
      const whole = tables.accounts.get(before.id)!;
      const kept = whole.windows.filter(({ number }) => number < before.windows[0].number);
      tables.accounts.set(before.id, { ...after, windows: [...kept, ...after.windows] });
    },
    addCreditMovements: async (organization, movements) => {
      tables.movements.push(...movements.map((movement) => ({ organization, ...movement })));
    },
    issueInvoice: async (organization, draft) => {
      const invoice = issue(draft, `INV-${String(tables.invoices.size + 1).padStart(8, '0')}`, organization);
      tables.invoices.set(invoice.number, invoice);
      return invoice;
    },
    saveInvoice: async (invoice) => {
      tables.invoices.set(invoice.number, invoice);
    },
    invoice: async (organization, number) => {
      const invoice = tables.invoices.get(number);
      return invoice?.account === organization ? invoice : null;
    },
    invoices: async (organization, status) =>
      [...tables.invoices.values()]
        .filter((invoice) => invoice.account === organization && (status === undefined || invoice.status === status))
        .reverse(),
    invoicesToCollect: async (askedBefore) =>
      [...tables.invoices.values()].filter(
        ({ status, number }) =>
          status === 'open' && (tables.asked.get(number) ?? Number.NEGATIVE_INFINITY) < askedBefore,
      ),
    noteAsked: async (invoice, at) => {
      tables.asked.set(invoice, at);
    },
    addAudit: async (entry) => {
      tables.audit.push({ ...structuredClone(entry), sequence: tables.audit.length + 1 });
    },
    auditLog: async (organization, limit, before) =>
      tables.audit
        .filter((entry) => entry.organization === organization && (before === undefined || entry.sequence < before))
        .slice(-limit)
        .reverse(),
    addPreview: async (preview) => {
      tables.previews.set(preview.tokenHash, preview);
    },
    takePreview: async (tokenHash) => {
      const preview = tables.previews.get(tokenHash) ?? null;
      tables.previews.delete(tokenHash);
      return preview;
    },
    addAnsweredRequest: async (request) => {
      tables.answers.push(request);
    },
    answeredRequest: async (organization, key) =>
      tables.answers.find((answer) => answer.organization === organization && answer.key === key) ?? null,
    removeOutdated: async (now, answeredBefore) => {
      for (const preview of tables.previews.values())
        if (preview.expiresAt <= now) tables.previews.delete(preview.tokenHash);
      tables.answers = tables.answers.filter((answer) => answer.at >= answeredBefore);
    },
    apiKeys: async (organization) => tables.keys.filter((key) => key.organization === organization),
    organizationOfKey: async (id) => tables.keys.find((key) => key.id === id)?.organization ?? null,
    addApiKey: async (key) => {
      tables.keys.push(key);
    },
    saveApiKey: async (key) => {
      tables.keys = tables.keys.map((old) => (old.id === key.id ? key : old));
    },
    usedCredits: async (organization, windows) =>
      new Map(windows.map((window) => [window, used(organization, window)])),
    completeWindows: async (organization) =>
      new Set(
        tables.accounts
          .get(organization)!
          .windows.filter(({ closedAt, number }) => closedAt !== null && !incomplete.has(`${organization}/${number}`))
          .map(({ number }) => number),
      ),
    dailyUsage: async (organization, fromDay, toDay) => {
      const byDayAndOperation = new Map<string, DailyUsage>();
      for (const { day, operation, requests, credits, organization: whose } of tables.usage) {
        if (whose !== organization || day < fromDay || day > toDay) continue;
        const before = byDayAndOperation.get(`${day} ${operation}`) ?? { requests: 0, credits: 0 };
        byDayAndOperation.set(`${day} ${operation}`, {
          day,
          operation,
          requests: before.requests + requests,
          credits: before.credits + credits,
        });
      }
      return [...byDayAndOperation.keys()].sort().map((key) => byDayAndOperation.get(key)!);
    },
  };
}
