/**
 * PostgreSQL: connection lost, no resources, stopped or starting; a lock, deadlock or serialization
 * failure; a statement that took too long.
 */
const POSTGRES = /^(?:08...|53...|57P0.|57014|55P03|40P01|40001)$/;
/** SQLite: locked by another process for too long, or not to be written or read. */
const SQLITE = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/;
/** The network on the way to the database. */
const NETWORK = /^E(?:CONN|HOST|NET|TIMEDOUT|PIPE|AI_AGAIN)/;
/** What `pg` says without a code. */
const ENDED =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * Whether a failure means that the ledger cannot be asked at the moment: it is away, or somebody
 * holds what is needed. Later the same request may succeed.
 */
export function isLedgerUnavailable(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = 'code' in failure ? String(failure.code) : '';
  if (failure instanceof AggregateError) return failure.errors.some(isLedgerUnavailable) || NETWORK.test(code);
  return POSTGRES.test(code) || SQLITE.test(code) || NETWORK.test(code) || ENDED.test(failure.message);
}
