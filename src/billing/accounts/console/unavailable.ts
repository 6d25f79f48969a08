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
