import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import koffi from 'koffi';
import { libc } from '../../libc.ts';
import type { Log } from '../../telemetry/log.ts';

/** Operations and arguments of fcntl(2) on Linux. */
const F_SETLEASE = 1024;
const F_GETLEASE = 1025;
const F_RDLCK = 0;

const EAGAIN = 11;
const EACCES = 13;

/** When a file that somebody had open for writing is tried again, ms. */
const AGAIN_MS = 10_000;

/** What is kept of the time that others are held off, ms. */
const MARGIN_MS = 5000;

/**
 * Read leases (fcntl(2), F_SETLEASE) on files that are open for reading: Linux holds everybody off who opens such a file for writing or shortens it,
 * tells this process by SIGIO, and waits until the lease is gone: /proc/sys/fs/lease-break-time at most. A lease is gone when nothing of this process
 * has that file open or mapped any more. Renaming, removing and reading the file do not touch it.
 */
export interface FileLeases {
  /** Asks for a lease, best before anything is read. Where there is none to be had, the log says why, and somebody else's writing is not noticed. */
  take(path: string, descriptor: number): void;
  /** Whether another program had the file open for writing when a lease was last asked for. */
  isOpenForWriting(descriptor: number): boolean;
  /** Before the descriptor is closed, or leads to another file. */
  forget(descriptor: number): void;
}

/** Leases of this process, which is told by `wanted`, once, which descriptor's file somebody waits to write to. */
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

  /** Null: held. Otherwise the error number. */
  function lease(descriptor: number): number | null {
    // A signal that nobody listens to ends the process, and only the main thread hears of signals.
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

/** How long others are held off for sure once this process has heard of them, ms; null for as long as it has the lease. */
export function heldOffMs(): number | null {
  const most = Number(readFileSync('/proc/sys/fs/lease-break-time', 'latin1')) * 1000;
  return most === 0 ? null : most - Math.min(MARGIN_MS, Math.round(most / 3));
}
