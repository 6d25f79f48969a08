import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Ledger } from '../../../src/billing/ledger/ledger.ts';

/** The work of a PostgreSQL server since it was started. */
export interface PostgresLoad {
  /** Processor seconds of all its processes (Linux; otherwise NaN). */
  readonly processor: number;
  readonly transactions: number;
  /** Rows of leases that were added or changed. */
  readonly leases: number;
  /** Connections that are open. */
  readonly connections: number;
  /** Mean private memory of a connection's process, MiB (Linux; otherwise NaN). */
  readonly connectionMemory: number;
}

/** Clock ticks per second, the same in every build of Linux. */
const TICKS = 100;

/** Measures a server on this machine. */
export async function postgresLoad(ledger: Ledger): Promise<PostgresLoad> {
  const { rows } = await sql<{ pid: number; transactions: number; leases: number; connections: number }>`
    select pg_backend_pid() as pid,
      (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions,
      (select n_tup_ins + n_tup_upd from pg_stat_user_tables where relname = 'leases') as leases,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(ledger.db);
  const { pid, transactions, leases, connections } = rows[0];
  const parent = statOf(pid)?.parent ?? null;
  const processes = parent === null ? [] : childrenOf(parent);
  const memory = processes.map(privateMemory).filter((each) => each > 0);
  return {
    processor: processes.length === 0 ? Number.NaN : processorOf(parent!, processes),
    transactions: Number(transactions),
    leases: Number(leases),
    connections: Number(connections),
    connectionMemory: memory.reduce((a, b) => a + b, 0) / memory.length,
  };
}

function processorOf(parent: number, children: readonly number[]): number {
  const own = statOf(parent)!;
  return children.reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), own.ticks + own.ticksOfEnded) / TICKS;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);
}

/** Fields of `/proc/<pid>/stat` (proc(5)); null if there is no such process, or no such file. */
function statOf(pid: number): { parent: number; ticks: number; ticksOfEnded: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1], ticks: fields[11] + fields[12], ticksOfEnded: fields[13] + fields[14] };
  } catch {
    return null;
  }
}

/** The private memory of a process, MiB. */
function privateMemory(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    const kilobytes = [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)].map(([, n]) => Number(n));
    return kilobytes.reduce((a, b) => a + b, 0) / 1024;
  } catch {
    return 0;
  }
}
