import { setTimeout } from 'node:timers/promises';
import { askControl, controlSocket } from '../../../src/release/control-socket.ts';
import type { Service } from '../service.ts';

/** A service whose processes are killed, and which is replaced by others on its port. */
export interface Victims {
  /** Ends some of its processes, or replaces it. Resolves when that is done; what is killed need not be back. */
  next(): Promise<void>;
  /** Processes killed, and what was done, by name. */
  readonly kills: number;
  readonly done: ReadonlyMap<string, number>;
  /** The service that runs now. */
  service(): Service;
}

/** What the victims are made of. */
export interface VictimOptions {
  readonly first: Service;
  readonly dataDir: string;
  readonly indexes: readonly string[];
  /** Starts the service that follows, on the same port and data folder; the one before need not have ended. */
  readonly follow: () => Promise<Service>;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** How long a process that was killed may take to be back before it is said to be missing, ms. */
const BACK_MS = 60_000;

/**
 * In the order in which they come: the processes of a service, alone and together, a release on its
 * way, the whole service, a new version.
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

  /** Kills the process that does this now, once it is another one than was killed before. */
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
    // It is refused where the server goes meanwhile.
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

/** Kills a process; false where there is none. */
function signal(pid: number): boolean {
  try {
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
