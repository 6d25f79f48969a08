import { setTimeout } from 'node:timers/promises';
import { askControl, controlSocket } from '../../../../src/service/release/control-socket.ts';
import type { Service } from '../service.ts';

/** A service whose processes are killed, and which is replaced by new ones on its port. */
export interface Victims {
  /**
   * Kills some of its processes, or replaces it. Resolves when that is done; killed processes may
   * not be back yet.
   */
  next(): Promise<void>;
  /** Number of processes killed, and of actions done, by name. */
  readonly kills: number;
  readonly done: ReadonlyMap<string, number>;
  /** The service that runs now. */
  service(): Service;
}

/** Options for victims. */
export interface VictimOptions {
  readonly first: Service;
  readonly dataDir: string;
  readonly indexes: readonly string[];
  /**
   * Starts the next service, on the same port and data folder; the previous one may still be
   * running.
   */
  readonly follow: () => Promise<Service>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** How long a killed process may take to be back before it is reported missing, ms. */
const BACK_MS = 60_000;

/**
 * What is killed, in order: the processes of a service, alone and together, the server during an
 * activation, the whole service, a service during its update.
 */
const TURNS = [
  ...['server', 'sidecar', 'server', 'both', 'server', 'sidecar', 'activation', 'server', 'sidecar', 'both'],
  ...['server', 'sidecar', 'server', 'service', 'server', 'sidecar', 'activation', 'server', 'update', 'both'],
] as const;

/** Kills in turns, at random moments. */
export function victims({ first, dataDir, indexes, follow, random }: VictimOptions): Victims {
  let service = first;
  let kills = 0;
  let turn = 0;
  let release = 0;
  const done = new Map<string, number>();
  const killed = { server: 0, sidecar: 0 };

  /** Kills the process that now has this role, once it is not the one that was killed before. */
  async function kill(name: 'server' | 'sidecar'): Promise<void> {
    for (const until = performance.now() + BACK_MS; ; await setTimeout(10)) {
      const pid = service.pids()[name];
      if (pid > 0 && pid !== killed[name] && signal(pid)) {
        killed[name] = pid;
        kills++;
        return;
      }
      if (performance.now() > until) throw new Error(`no ${name} has come back within ${BACK_MS / 1000} s`);
    }
  }

  async function activate(): Promise<void> {
    release = (release + 1) % indexes.length;
    const asked = askControl(controlSocket(dataDir), { kind: 'activate', path: indexes[release], force: true });
    // It fails if the server dies meanwhile.
    const answered = asked.catch(() => null);
    await setTimeout(random() * 150);
    await kill('server');
    await answered;
  }

  async function killService(): Promise<void> {
    service.kill();
    await service.ended;
    kills++;
    service = await follow();
  }

  async function update(): Promise<void> {
    const next = await follow();
    await service.stop();
    service = next;
  }

  return {
    get kills() {
      return kills;
    },
    done,
    service: () => service,
    async next() {
      const name = TURNS[turn++ % TURNS.length];
      if (name === 'activation') await activate();
      else if (name === 'service') await killService();
      else if (name === 'update') await update();
      else if (name === 'both') await Promise.all([kill('server'), kill('sidecar')]);
      else await kill(name);
      done.set(name, (done.get(name) ?? 0) + 1);
    },
  };
}

/** Kills a process; false if there is none. */
function signal(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
