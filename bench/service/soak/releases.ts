import { askControl, controlSocket } from '../../../src/service/release/control-socket.ts';

/** The release that a service is known to answer from. */
export interface ServedNow {
  /** Position of the release; null while the service switches from one to another. */
  readonly release: number | null;
  /** The number of changes so far. */
  readonly since: number;
}

/** Two releases or more, one of which is served. */
export interface Releases {
  now(): ServedNow;
  /** Activates the next one, or rolls back. Throws the service's message if it refuses. */
  swap(): Promise<void>;
  swaps(): number;
}

/** Swaps the releases of a service with this data folder, starting from the first. */
export function swapReleases(dataDir: string, paths: readonly string[]): Releases {
  let now: ServedNow = { release: 0, since: 0 };
  let swaps = 0;
  return {
    now: () => now,
    swaps: () => swaps,
    async swap() {
      const release = (swaps + 1) % paths.length;
      now = { release: null, since: now.since + 1 };
      const back = paths.length === 2 && swaps % 3 === 2;
      const reply = await askControl(
        controlSocket(dataDir),
        back ? { kind: 'rollback' } : { kind: 'activate', path: paths[release], force: true },
      );
      if (!reply.ok) throw new Error(`release ${release} was refused: ${reply.reason}`);
      if (reply.status.serving.path !== paths[release]) throw new Error(`${reply.status.serving.path} is served`);
      now = { release, since: now.since + 1 };
      swaps++;
    },
  };
}
