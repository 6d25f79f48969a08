import { readManifest } from '../../address/index/open.ts';
import { reachIndex } from '../../address/index/reach.ts';
import { VERSION } from '../../system/version.ts';
import type { Log } from '../telemetry/log.ts';
import {
  type ActivationRecord,
  activationRecordPath,
  type RecordedRelease,
  writeActivation,
} from './activation-record.ts';
import { type ChangeLimits, type ComparedRelease, judgeChanges } from './change-limits.ts';
import type {
  RefusedRelease,
  ReleaseInfo,
  ReleaseReply,
  ReleaseRequest,
  ReleaseStatus,
  ServerState,
} from './messages.ts';

/** A server that can be told of releases. */
export interface ReleaseServer {
  /** `file` is the path without symbolic links, and `since` in milliseconds since 1970. */
  serving(): RecordedRelease & { readonly file: string; readonly since: number };
  /** @throws Error with a sentence, when nothing has changed */
  activate(path: string, mostFall: number | null): Promise<RecordedRelease>;
  /** @throws Error with a sentence why it would not be served */
  check(path: string, mostFall: number | null): Promise<ReleaseInfo>;
  /** Its present state. Does not reject. */
  state(): Promise<ServerState>;
}

/** Where the service gets its releases from. */
export interface ReleaseSettings {
  /** The index that is configured, absolute. */
  readonly configured: string;
  /** Where activations are written down; null when nowhere. */
  readonly dataDir: string | null;
  /** The percentage that a state's counts may fall by without force. */
  readonly mostFall: number;
  /** What of its addresses may differ without force. */
  readonly limits: ChangeLimits;
  /** Compares what is served with an index file. Rejects with an Error with a sentence. */
  readonly compare: (
    before: { readonly file: string; readonly checksum: number },
    after: string,
  ) => Promise<ComparedRelease>;
}

/** What a release control is asked, and what came of it. */
export interface ReleaseControl {
  fulfil(request: ReleaseRequest | { readonly kind: 'reload' }): Promise<ReleaseReply>;
  /** Releases that were to be activated since the start, by what came of it. */
  counts(): { readonly served: number; readonly refused: number };
}

/**
 * Activates releases in a running service, one at a time, and rolls back. `activated` is what the
 * previous process recorded, if anything.
 */
export function releaseControl(
  server: ReleaseServer,
  { configured, dataDir, mostFall, limits, compare }: ReleaseSettings,
  activated: ActivationRecord | null,
  log: Log,
): ReleaseControl {
  const counts = { served: 0, refused: 0 };
  let previous = activated?.previous ?? null;
  let refused: RefusedRelease | null = null;
  let busy = false;

  /** Answers a warning where the activation could not be recorded; otherwise null. */
  async function activate(path: string, fall: number | null): Promise<string | null> {
    const before = server.serving();
    const serving = await server.activate(path, fall);
    // The file itself: a symbolic link may lead elsewhere by the time of a rollback.
    if (serving.checksum !== before.checksum) previous = recorded({ ...before, path: before.file });
    const { release, addresses } = serving;
    const warning = dataDir === null ? null : await record(dataDir, serving);
    // Whoever reads it may ask for the next.
    log.info({ path, release, addresses, before: before.release }, 'release activated');
    return warning;
  }

  async function record(dataDir: string, serving: RecordedRelease): Promise<string | null> {
    try {
      await writeActivation(dataDir, { configured, serving: recorded(serving), previous });
      return null;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ path: activationRecordPath(dataDir), reason }, 'activation not recorded');
      return `This is not recorded, so that a restart may begin with another release: ${reason}`;
    }
  }

  async function rollBack(): Promise<string | null> {
    if (previous === null) throw new Error('There is no release to go back to: nothing was served before this one.');
    const { path, release, checksum } = previous;
    await reachIndex(path);
    const there = readManifest(path);
    if (there.checksum !== checksum)
      throw new Error(
        `${path} is not the file of release ${release} any more, but one of release ${there.release}; activate the one to go back to by its name.`,
      );
    return activate(path, null);
  }

  async function status(): Promise<ReleaseStatus> {
    const serving = server.serving();
    return {
      serving: info(serving),
      since: new Date(serving.since).toISOString(),
      previous: previous === null ? null : info(previous),
      refused,
      server: await server.state(),
      version: VERSION,
    };
  }

  /** What came of the comparison, if there was one, and a warning. */
  async function fulfil(
    request: ReleaseRequest | { readonly kind: 'reload' },
  ): Promise<{ readonly compared: string | null; readonly warning: string | null }> {
    if (request.kind === 'status') return { compared: null, warning: null };
    if (request.kind === 'rollback') return { compared: null, warning: await rollBack() };
    if (request.kind === 'activate' && request.force)
      return { compared: null, warning: await activate(request.path, null) };
    const path = request.kind === 'reload' ? configured : request.path;
    const { compared } = await examine(path);
    return { compared, warning: await activate(path, mostFall) };
  }

  /** Of those who ask for another release at the same time, the second is told to wait. */
  async function alone<T>(work: () => Promise<T>): Promise<T> {
    if (busy) throw new Error('Another release is being activated; try again when it is served.');
    busy = true;
    try {
      return await work();
    } finally {
      busy = false;
    }
  }

  /**
   * Has the server check a file, and compares it with what is served; what came of that, as a
   * sentence, null for a file that is served already.
   * @throws Error with a sentence why it is not to be activated without force
   */
  async function examine(path: string): Promise<{ readonly info: ReleaseInfo; readonly compared: string | null }> {
    const info = await server.check(path, mostFall);
    const before = server.serving();
    if (readManifest(path).checksum === before.checksum) return { info, compared: null };
    const { sentence, refusal } = judgeChanges(
      await compare(before, path).catch((error: Error) => Promise.reject(new Error(`${path}: ${error.message}`))),
      limits,
    );
    log.info({ path, compared: sentence }, 'release compared');
    if (refusal !== null) throw new Error(`${path}: ${refusal}`);
    return { info, compared: sentence };
  }

  async function check(path: string, force: boolean): Promise<ReleaseReply> {
    try {
      const { info, compared } = force ? { info: await server.check(path, null), compared: null } : await examine(path);
      return { ok: true, warning: null, checked: info, compared, status: await status() };
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  return {
    async fulfil(request) {
      if (request.kind === 'activate' && request.dryRun) return check(request.path, request.force);
      try {
        const { compared, warning } =
          request.kind === 'status' ? await fulfil(request) : await alone(() => fulfil(request));
        if (request.kind !== 'status') counts.served++;
        return { ok: true, warning, checked: null, compared, status: await status() };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (request.kind !== 'status') {
          counts.refused++;
          const path = request.kind === 'rollback' ? null : request.kind === 'reload' ? configured : request.path;
          refused = { path, reason, at: new Date().toISOString() };
        }
        log.error({ ...request, reason }, 'release not activated');
        return { ok: false, reason };
      }
    },
    counts: () => counts,
  };
}

function info({ release, addresses, path }: RecordedRelease): ReleaseInfo {
  return { release, addresses, path };
}

function recorded({ path, release, addresses, checksum }: RecordedRelease): RecordedRelease {
  return { path, release, addresses, checksum };
}
