import { Unpublishable } from '../../../service/admission/counters/layout.ts';

/**
 * What a failure of the ledger concerns. `row`: one row cannot be used, now or later. `locked`: a
 * lock was not free in time, or a deadlock was resolved against this transaction; it may succeed
 * later. `away`: the ledger does not answer, or cannot write.
 */
export type LedgerFailure = 'row' | 'locked' | 'away';

/** A row of the ledger that cannot be used: a sentence that says why. */
export class UnusableRow extends Error {
  override readonly name = 'UnusableRow';
}

/** PostgreSQL: lock not available, deadlock detected, serialization failure. */
const LOCKED = ['55P03', '40P01', '40001'];

/**
 * PostgreSQL's classes of errors in the data: data exception, integrity constraint violation.
 * SQLite: constraint, type, number out of range.
 */
const ROW = /^(?:22...|23...|SQLITE_(?:CONSTRAINT|MISMATCH|RANGE|TOOBIG)\w*)$/;

/** What a failure concerns. */
export function failureOf(error: unknown): LedgerFailure {
  if (error instanceof UnusableRow || error instanceof Unpublishable) return 'row';
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (LOCKED.includes(code)) return 'locked';
  return ROW.test(code) ? 'row' : 'away';
}

/**
 * PostgreSQL: connection lost, out of resources, stopping or starting; lock not available, deadlock
 * or serialization failure; statement timeout.
 */
const POSTGRES = /^(?:08...|53...|57P0.|57014|55P03|40P01|40001)$/;
/** SQLite: locked by another process for too long, or the file cannot be read or written. */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/;
/** The network on the way to the database. */
const NETWORK = /^E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN)/;
/** What `pg` says without a code. */
const ENDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether a failure means that the ledger cannot be used at the moment: it is unreachable, or a
 * lock is held. The same request may succeed later.
 */
export function isLedgerUnavailable(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = 'code' in failure ? String(failure.code) : '';
  if (failure instanceof AggregateError) return failure.errors.some(isLedgerUnavailable) || NETWORK.test(code);
  return POSTGRES.test(code) || SQLITE.test(code) || NETWORK.test(code) || ENDED.test(failure.message);
}
