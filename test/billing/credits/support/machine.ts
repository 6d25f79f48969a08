import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import { onTestFinished } from 'vitest';
import { createOrganization } from '../../../../src/billing/accounts/organizations.ts';
import type { Plan } from '../../../../src/billing/accounts/plans/plan.ts';
import { createUpkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { createSidecar, type Sidecar } from '../../../../src/billing/credits/sidecar/sidecar.ts';
import type { SidecarEvent } from '../../../../src/billing/credits/sidecar/sidecar-events.ts';
import { type Ledger, type LedgerPlace, openLedger } from '../../../../src/billing/ledger/ledger.ts';
import type { Clock } from '../../../../src/service/admission/clock.ts';
import { COSTS } from '../../../../src/service/admission/costs.ts';
import { openCounterFile } from '../../../../src/service/admission/counters/counter-file.ts';
import { type Gate, openGate } from '../../../../src/service/admission/gate.ts';
import { temporaryFolder } from '../../../service/admission/customer.ts';
import { ACTOR, accountsOf } from '../../ledger/ledgers.ts';
import { addKey } from './keys.ts';

/** Clocks that move when they are told to. */
export class TestClock implements Clock {
  time = Date.UTC(2026, 0, 15);
  nanoseconds = 1e15;
  now = () => this.time;
  steady = () => this.nanoseconds;
  /** Moves both on. */
  pass(milliseconds: number): void {
    this.time += milliseconds;
    this.nanoseconds += milliseconds * 1e6;
  }
}

/** A machine: a counter file, a sidecar whose rounds a test asks for, and a gate as a worker has it. */
export interface Machine {
  readonly counters: string;
  readonly clock: TestClock;
  readonly events: SidecarEvent[];
  readonly sidecar: Sidecar;
  /** Lets the statement after so many more fail, and every one after it, as if the ledger were gone; null for none. */
  failAfter(statements: number | null): void;
  /** Lets the transaction after so many more be committed without the sidecar hearing of it, as if the connection had broken then. */
  loseAnswerAfter(transactions: number): void;
  /** Replaces the sidecar by a new one, as after SIGKILL: nothing is told to the old one. */
  restart(): void;
  /** The gate of a worker; opened at its first use. */
  gate(): Gate;
  /** Lets the worker notice a new counter file. */
  reopen(): void;
}

/** Makes a machine on a ledger. The database has a clock of its own, which agrees unless another one is given. */
export function newMachine(place: LedgerPlace, clock: TestClock, name: string, databaseClock = clock): Machine {
  const counters = join(temporaryFolder(), 'counters');
  const events: SidecarEvent[] = [];
  let gate: Gate | null = null;
  let statementsLeft = Number.POSITIVE_INFINITY;
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (statementsLeft-- <= 0) throw new Error('the ledger is gone');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  let answersLeft = Number.POSITIVE_INFINITY;
  const open = async (at: LedgerPlace): Promise<Ledger> => {
    const ledger = await openLedger(at);
    const db = ledger.db.withPlugin(failing);
    const begin = db.transaction.bind(db);
    db.transaction = () => {
      const transaction = begin();
      const execute = transaction.execute.bind(transaction);
      transaction.execute = async (work) => {
        const result = await execute(work);
        if (answersLeft-- === 0) throw new Error('the connection was closed');
        return result;
      };
      return transaction;
    };
    return { ...ledger, time: async () => databaseClock.now(), db };
  };
  let sidecar = create();
  function create(): Sidecar {
    const upkeeps = new Map<Ledger, ReturnType<typeof createUpkeep>>();
    const made: Sidecar = createSidecar({
      place,
      counters,
      machine: name,
      drainInterval: 1000,
      leaseTime: 2000,
      clock,
      open,
      keepUp(ledger, waits) {
        const upkeep = upkeeps.get(ledger) ?? createUpkeep(accountsOf(ledger, made.now));
        upkeeps.set(ledger, upkeep);
        return upkeep.round(waits);
      },
      report: (event) => events.push(event),
    });
    onTestFinished(() => made.stop());
    return made;
  }
  return {
    counters,
    clock,
    events,
    get sidecar() {
      return sidecar;
    },
    failAfter(statements) {
      statementsLeft = statements ?? Number.POSITIVE_INFINITY;
    },
    loseAnswerAfter(transactions) {
      answersLeft = transactions;
    },
    restart() {
      sidecar = create();
    },
    gate() {
      gate ??= openGate(openCounterFile(counters), 'address', clock);
      return gate;
    },
    reopen() {
      gate = null;
    },
  };
}

/** An account on a plan, in the ledger. */
export async function newAccount(ledger: Ledger, plan: Plan, clock: Pick<Clock, 'now'>): Promise<{ id: string }> {
  const id = `org_${randomBytes(6).toString('hex')}`;
  const accounts = accountsOf(ledger, () => clock.now());
  await accounts.store.transaction((tx) => createOrganization(tx, id, 'Acme', ACTOR, accounts, plan));
  return { id };
}

/** An account with a key, in the ledger. */
export async function newCustomer(
  ledger: Ledger,
  plan: Plan,
  clock: Clock,
): Promise<{ id: string; key: string; keyId: string }> {
  const { id } = await newAccount(ledger, plan, clock);
  const { key, id: keyId } = await addKey(ledger, id, clock.now());
  return { id, key, keyId };
}

/** Sends requests of an operation until one is refused, at most `most`: the credits that were admitted. */
export function spend(gate: Gate, key: string, operation: number, most: number): number {
  let credits = 0;
  for (let i = 0; i < most && gate.admit(key, operation).admitted; i++) credits += COSTS[operation];
  return credits;
}
