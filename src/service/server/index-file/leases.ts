import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import koffi from 'koffi';
import { libc } from '../../../system/libc.ts';
import type { Log } from '../../telemetry/log.ts';

/** Operations and arguments of fcntl(2) on Linux. */
const F_SETLEASE = 1024;
const F_GETLEASE = 1025;
const F_RDLCK = 0;

const EAGAIN = 11;
const EACCES = 13;

/**
 * After how long a lease is tried again on a file that another program had open for writing, ms.
 */
const AGAIN_MS = 10_000;

/** How long before the lease is broken the copy must be ready, ms. */
const MARGIN_MS = 5000;

/**
 * Read leases (fcntl(2), F_SETLEASE) on files that are open for reading: when another program opens
 * such a file for writing or truncates it, Linux makes it wait, signals this process by SIGIO, and
 * goes on once the lease is given up, or after /proc/sys/fs/lease-break-time. A lease ends when
 * this process no longer has the file open or mapped. Renaming, removing and reading the file do
 * not affect it.
 */
export interface FileLeases {
  /**
   * Takes a lease, ideally before anything is read. If there is none to be had, the log says why,
   * and writes to the file are not noticed.
   */
  take(path: string, descriptor: number): void;
  /** Whether another program had the file open for writing when a lease was last tried. */
  isOpenForWriting(descriptor: number): boolean;
  /** To be called before the descriptor is closed, or replaced by another file's. */
  forget(descriptor: number): void;
}

/**
 * The leases of this process. `wanted` is called once for a descriptor whose file another program
 * waits to write to.
 */
export function fileLeases(wanted: (descriptor: number) => void, log: Log): FileLeases {
  const held = new Set<number>();
  const tries = new Map<number, NodeJS.Timeout>();
  let listens = false;

  function signalled(): void {
    for (const descriptor of held) {
      if (libc().fcntl(descriptor, F_GETLEASE, 'int', 0) === F_RDLCK) continue;
      held.delete(descriptor);
      wanted(descriptor);
    }
  }

  function take(path: string, descriptor: number): void {
    const fault = lease(descriptor);
    if (fault === EAGAIN) tryAgain(path, descriptor);
    else if (typeof fault === 'number')
      log.info({ path, reason: reasonOf(fault) }, 'index file not protected from being overwritten');
    else tries.delete(descriptor);
  }

  /** Takes a lease. Null if it is held, otherwise the error number. */
  function lease(descriptor: number): number | null {
    // A signal without a listener ends the process, and only the main thread receives signals.
    if (process.platform !== 'linux' || !isMainThread) return 0;
    if (!listens) process.on('SIGIO', signalled);
    listens = true;
    if (libc().fcntl(descriptor, F_SETLEASE, 'int', F_RDLCK) < 0) return koffi.errno();
    held.add(descriptor);
    return null;
  }

  function tryAgain(path: string, descriptor: number): void {
    if (!tries.has(descriptor))
      log.warn({ path, reason: reasonOf(EAGAIN) }, 'index file not protected from being overwritten');
    tries.set(descriptor, setTimeout(() => take(path, descriptor), AGAIN_MS).unref());
  }

  return {
    take,
    isOpenForWriting: (descriptor) => tries.has(descriptor),
    forget(descriptor) {
      held.delete(descriptor);
      clearTimeout(tries.get(descriptor));
      tries.delete(descriptor);
    },
  };
}

function reasonOf(error: number): string {
  if (error === 0) return 'only Linux has file leases';
  if (error === EAGAIN) return 'another program has it open for writing';
  if (error === EACCES) return "the file does not belong to this service's user";
  return `its file system has no file leases, or they are turned off (errno ${error})`;
}

/**
 * How long other programs are certainly held off after the signal, ms; null for as long as the
 * lease is held.
 */
export function heldOffMs(): number | null {
  const most = Number(readFileSync('/proc/sys/fs/lease-break-time', 'latin1')) * 1000;
  return most === 0 ? null : most - Math.min(MARGIN_MS, Math.round(most / 3));
}
