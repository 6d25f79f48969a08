import { sidecarState } from '../../service/admission/counters/sidecar-state.ts';
import { askControl, controlSocket } from '../../service/release/control-socket.ts';
import type { Traffic } from '../../service/telemetry/traffic.ts';
import type { LookAtService, MachineState, ServiceState } from '../accounts/console/resources/service.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { listMachines } from '../ledger/machines.ts';
import type { CreditSettings } from './settings.ts';
import type { Sidecar } from './sidecar/sidecar.ts';
import { trafficHours } from './traffic-hours.ts';
import type { Troubles } from './troubles.ts';

/** How long the service may take to answer, ms: longer than the service waits for its server. */
const PATIENCE_MS = 3000;

/** How often what was answered is noted, ms. */
const NOTE_PAUSE_MS = 60_000;

/** What the state of the service is read from. */
export interface Lookout {
  readonly settings: CreditSettings;
  readonly sidecar: Sidecar;
  readonly troubles: Troubles;
  /** Returns null until the ledger is open. */
  readonly ledger: () => Ledger | null;
}

/** The service of a data folder, as its sidecar sees it. */
export interface ServiceWatch {
  /** Reads its state, and the sidecar's own, for operators. */
  readonly look: LookAtService;
  /** Notes what was answered, at most once a minute. Never rejects. */
  note(): Promise<void>;
}

/** Watches the service of a data folder. */
export function watchService({ settings, sidecar, troubles, ledger }: Lookout): ServiceWatch {
  const hours = trafficHours(settings.dataDir);
  let notedAt = Number.NEGATIVE_INFINITY;
  async function ask(): ReturnType<typeof askService> {
    const found = await askService(settings.dataDir);
    if (found.traffic !== null) hours.note(found.traffic, Date.now());
    return found;
  }
  async function look(): Promise<ServiceState> {
    const [{ service, serviceFault }, machines] = await Promise.all([ask(), machinesOf(ledger())]);
    return {
      at: new Date().toISOString(),
      service,
      serviceFault,
      traffic: hours.state(Date.now()),
      sidecar: ownState(settings, sidecar),
      machines,
      troubles: troubles.latest(),
    };
  }
  return {
    look,
    async note() {
      if (performance.now() - notedAt < NOTE_PAUSE_MS) return;
      notedAt = performance.now();
      await ask();
    },
  };
}

async function askService(
  dataDir: string,
): Promise<Pick<ServiceState, 'service' | 'serviceFault'> & { readonly traffic: Traffic | null }> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    const reply = await askControl(controlSocket(dataDir), { kind: 'status' }, late.signal);
    if (!reply.ok) return { service: null, serviceFault: reply.reason, traffic: null };
    const { server, ...status } = reply.status;
    const { traffic, ...processes } = server;
    return { service: { ...status, server: processes }, serviceFault: null, traffic };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      service: null,
      serviceFault: late.signal.aborted ? 'The service does not answer.' : reason,
      traffic: null,
    };
  } finally {
    clearTimeout(timer);
  }
}

async function machinesOf(ledger: Ledger | null): Promise<MachineState[] | null> {
  const found = await (ledger === null ? null : listMachines(ledger).catch(() => null));
  return (
    found?.map(({ id, name, seen_at, retired_at, leases, credits }) => ({
      id,
      name,
      leases,
      credits,
      seenAt: new Date(seen_at).toISOString(),
      retiredAt: retired_at === null ? null : new Date(retired_at).toISOString(),
    })) ?? null
  );
}

function ownState({ place, drainInterval }: CreditSettings, sidecar: Sidecar): ServiceState['sidecar'] {
  const counters = sidecar.counters();
  const state = counters && sidecarState(counters, Date.now());
  return {
    startedAt: new Date(Math.round(performance.timeOrigin)).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    ledger: state?.ledger ?? 'away',
    ledgerKind: place.databaseUrl === null ? 'sqlite' : 'postgres',
    drainedAt: state?.drainedAt ?? null,
    drainIntervalMs: drainInterval,
    accountsSetAside: state?.setAside ?? 0,
    countersQuarantined: state?.quarantined ?? 0,
    clockOffMs: state?.clockOff ?? 0,
  };
}
