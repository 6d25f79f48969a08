import { readdirSync, readFileSync } from 'node:fs';

/**
 * Open files that a worker thread needs besides its connections, and those that the process needs:
 * logs, documents, restarts.
 */
const WORKER_FILES = 24;
const OTHER_FILES = 32;

/** The fewest connections of a worker, whatever the limit. */
const FEWEST = 8;

/**
 * The connections that all workers together may have open, so that this process never reaches its
 * limit of open files (`ulimit -n`): at that limit no connection can be accepted, and a thread with
 * one waiting spins. At most `wanted`, unless that is null. Infinity if the system does not reveal
 * the limit, or sets none.
 */
export function connectionLimit(workers: number, wanted: number | null): number {
  return Math.min(wanted ?? Number.POSITIVE_INFINITY, limitByFiles(workers));
}

function limitByFiles(workers: number): number {
  const most = openFilesLimit();
  if (most === null) return Number.POSITIVE_INFINITY;
  const free = most - readdirSync('/proc/self/fd').length - OTHER_FILES - workers * WORKER_FILES;
  return Math.max(FEWEST * workers, free);
}

/** Only Linux has the limits of a process in a file. */
function openFilesLimit(): number | null {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    return soft === null ? null : Number(soft[1]);
  } catch {
    return null;
  }
}
