import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import type { Accounts } from '../../../src/billing/accounts/accounts.ts';
import { createUpkeep } from '../../../src/billing/accounts/upkeep.ts';
import { createSidecar, type Sidecar } from '../../../src/billing/credits/sidecar/sidecar.ts';
import { type Ledger, openLedger } from '../../../src/billing/ledger/ledger.ts';
import type { Clock } from '../../../src/service/admission/clock.ts';
import { openCounterFile } from '../../../src/service/admission/counters/counter-file.ts';
import { type Gate, openGate } from '../../../src/service/admission/gate.ts';

/** A machine of the fleet: a counter file, the sidecar as shipped, and the gate of one worker. */
export interface SimulatedMachine {
  readonly name: string;
  readonly sidecar: Sidecar;
  readonly gate: Gate;
  /**
   * Whether it is cut off from the database, as if a cable were unplugged: every statement fails
   * while it is true.
   */
  cut: boolean;
  /** Rounds of the sidecar so far, and the real milliseconds that they took. */
  rounds: number;
  busy: number;
  /** One round, measured. */
  round(): Promise<void>;
  /** Ends the sidecar as SIGKILL does, and starts another on the same counter file. */
  kill(): void;
  /** Closes what is open. */
  stop(): Promise<void>;
}

/** What machines share, and the settings of their sidecars. */
export interface MachineSettings {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly drainInterval: number;
  readonly leaseTime: number;
  /** Makes the accounts on an opened ledger. */
  readonly accounts: (ledger: Ledger, now: () => number) => Accounts;
}

/** Makes a machine. It has a counter file, and so a gate, from the sidecar's first round on. */
export function simulateMachine(name: string, settings: MachineSettings): SimulatedMachine {
  const { clock, drainInterval, leaseTime } = settings;
  const folder = join(settings.folder, name);
  mkdirSync(folder);
  const counters = join(folder, 'counters');
  const place = { file: '', databaseUrl: settings.databaseUrl };
  const opened: Ledger[] = [];
  let sidecar = start();
  let gate: Gate | null = null;

  const cable: KyselyPlugin = {
    transformQuery({ node }) {
      if (machine.cut) throw new Error('the network is gone');
      return node;
    },
    transformResult: async ({ result }) => result,
  };

  function start(): Sidecar {
    let upkeep: ReturnType<typeof createUpkeep> | null = null;
    const made: Sidecar = createSidecar({
      place,
      counters,
      machine: name,
      drainInterval,
      leaseTime,
      clock,
      async open(at) {
        const ledger = await openLedger(at, 'migrate');
        opened.push(ledger);
        // The database's clock runs at the speed of the machines' clocks.
        return { ...ledger, time: async () => clock.now(), db: ledger.db.withPlugin(cable) };
      },
      keepUp(ledger, waits) {
        upkeep ??= createUpkeep(settings.accounts(ledger, made.now));
        return upkeep.round(waits);
      },
    });
    return made;
  }

  const machine: SimulatedMachine = {
    name,
    cut: false,
    rounds: 0,
    busy: 0,
    get sidecar() {
      return sidecar;
    },
    get gate() {
      gate ??= openGate(openCounterFile(counters), 'address', clock);
      return gate;
    },
    async round() {
      const began = performance.now();
      await sidecar.tick();
      machine.rounds++;
      machine.busy += performance.now() - began;
    },
    kill() {
      sidecar = start();
    },
    async stop() {
      await Promise.all(opened.map((ledger) => ledger.close().catch(() => {})));
    },
  };
  return machine;
}
