import { readdirSync, readFileSync } from 'node:fs';

/** Open files that a worker thread needs beside its connections, and those that the process needs as it goes: logs, documents, restarts. */
const WORKER_FILES = 24;
const OTHER_FILES = 32;

/** A worker that may have fewer connections could not serve at all. */
const FEWEST = 8;

/**
 * Connections that each of so many workers may have open, so that this process never meets its limit of open files (`ulimit -n`): at that limit no
 * connection can be accepted, and a thread that is told of one waiting tries again and again. At most their share of `wanted`, where that is not null.
 * Infinity where the system does not tell the limit, or sets none.
 */
export function connectionLimit(workers: number, wanted: number | null): number {
  const share = wanted === null ? Number.POSITIVE_INFINITY : Math.max(1, Math.ceil(wanted / workers));
  return Math.min(share, limitByFiles(workers));
}

function limitByFiles(workers: number): number {
  const most = openFilesLimit();
  if (most === null) return Number.POSITIVE_INFINITY;
  const free = most - readdirSync('/proc/self/fd').length - OTHER_FILES - workers * WORKER_FILES;
  return Math.max(FEWEST, Math.floor(free / workers));
}

/** Linux alone tells a process its limits in a file. */
function openFilesLimit(): number | null {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'));
    return soft === null ? null : Number(soft[1]);
  } catch {
    return null;
  }
}
