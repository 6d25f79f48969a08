import { sql } from 'kysely';
import { COSTS, OPERATIONS, type OperationName, placeOf } from '../../service/admission/costs.ts';
import type { Metered } from './leases/pool.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';

/** What was newly counted under a lease, by operation in the order of `OPERATIONS`. */
export interface NewCounts<M extends Metered = Metered> {
  readonly lease: number;
  readonly of: M;
  /** One more than that of the lease's last entry. */
  readonly sequence: number;
  readonly requests: readonly number[];
  readonly givenBack: readonly number[];
}

/**
 * What the ledger knows of a lease: counts by operation in the order of `OPERATIONS`, and the
 * sequence number of its last entry.
 */
export interface LeaseCounts {
  readonly requests: number[];
  readonly givenBack: number[];
  sequence: number;
}

/** The counts of a lease without usage. */
export function noCounts(): LeaseCounts {
  return { requests: OPERATIONS.map(() => 0), givenBack: OPERATIONS.map(() => 0), sequence: 0 };
}

/** The credits that counted requests of an operation amount to. */
export function creditsOf(operation: OperationName, requests: number, givenBack: number): number {
  return COSTS[placeOf(operation)]! * (requests - givenBack);
}

/** The most entries in one transaction: PostgreSQL takes at most 65 535 values in one statement. */
export const MOST_ENTRIES = 500;

/** Requests of one operation, and the credits that they amount to. */
interface Sums {
  readonly account_id: string;
  readonly operation: OperationName;
  readonly requests: number;
  readonly given_back: number;
  readonly credits: number;
}

/** An entry of one lease and operation. */
export interface CountRow extends Sums {
  readonly lease_id: number;
  readonly sequence: number;
}

/**
 * Throws for lists of the wrong length and for values that are not counts, which would become wrong
 * bills.
 */
function assertCounts({ lease, sequence, requests, givenBack }: NewCounts): void {
  const { length } = OPERATIONS;
  const isSound = (counts: readonly number[]) =>
    counts.length === length && counts.every((count) => Number.isSafeInteger(count) && count >= 0);
  if (isSound(requests) && isSound(givenBack)) return;
  throw new RangeError(
    `lease ${lease}, entry ${sequence}: counts [${requests}] and [${givenBack}], expected ${length} whole numbers each`,
  );
}

/**
 * A row for each operation that was counted, with further columns from the entry.
 *
 * @throws RangeError with the counts, if they are impossible
 */
export function countRows<M extends Metered, T>(
  entries: readonly NewCounts<M>[],
  more: (of: M) => T,
): (CountRow & T)[] {
  entries.forEach(assertCounts);
  return entries.flatMap((entry) =>
    OPERATIONS.map((operation, i) => ({
      ...more(entry.of),
      lease_id: entry.lease,
      account_id: entry.of.account,
      operation,
      sequence: entry.sequence,
      requests: entry.requests[i]!,
      given_back: entry.givenBack[i]!,
      credits: creditsOf(operation, entry.requests[i]!, entry.givenBack[i]!),
    })).filter((row) => row.requests !== 0 || row.given_back !== 0),
  );
}

/** Counts of the leases of accounts, and of those of keys. */
const COUNTS = { account: 'lease_counts', key: 'key_counts' } as const;

/**
 * Adds up rows that agree in these columns, and sorts them by the columns: rows are locked in the
 * same order on every machine, so that no two transactions wait for each other.
 */
export function summed<R extends Sums>(rows: readonly R[], columns: readonly (keyof R)[]): R[] {
  const sums = new Map<string, R>();
  for (const row of rows) {
    const place = JSON.stringify(columns.map((column) => row[column]));
    const sum = sums.get(place);
    const { requests = 0, given_back = 0, credits = 0 } = sum ?? {};
    sums.set(place, {
      ...(sum ?? row),
      requests: requests + row.requests,
      given_back: given_back + row.given_back,
      credits: credits + row.credits,
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The sum of a column in the stored row and in the one being inserted. */
export function added(table: string, column: string) {
  return sql<number>`${sql.ref(`${table}.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
}

/**
 * Adds rows to the counts of their leases. Throws, adding nothing, if a sequence number is not
 * above the last one of its lease and operation.
 */
export async function addCounts(
  trx: LedgerTransaction,
  kind: Metered['kind'],
  rows: readonly CountRow[],
): Promise<void> {
  const table = COUNTS[kind];
  const counted = await trx
    .insertInto(table)
    .values(
      rows.map(({ lease_id, operation, requests, given_back, sequence }) => ({
        lease_id,
        operation,
        requests,
        given_back,
        sequence,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['lease_id', 'operation'])
        .doUpdateSet({
          requests: added(table, 'requests'),
          given_back: added(table, 'given_back'),
          sequence: sql`excluded.sequence`,
        })
        .where(sql<boolean>`${sql.ref(`${table}.sequence`)} < excluded.sequence`),
    )
    .returning('lease_id')
    .execute();
  if (counted.length < rows.length) throw new Error('Usage was written before under the same sequence number.');
}

/** What the ledger knows of leases; those without usage are left out. */
export async function countsOf(
  ledger: Ledger,
  kind: Metered['kind'],
  leases: readonly number[],
): Promise<Map<number, LeaseCounts>> {
  const known = new Map<number, LeaseCounts>();
  for (let i = 0; i < leases.length; i += MOST_ENTRIES) {
    const rows = await ledger.db
      .selectFrom(COUNTS[kind])
      .selectAll()
      .where('lease_id', 'in', leases.slice(i, i + MOST_ENTRIES))
      .execute();
    for (const row of rows) {
      const counts = known.get(row.lease_id) ?? noCounts();
      known.set(row.lease_id, counts);
      const operation = placeOf(row.operation);
      counts.requests[operation] = row.requests;
      counts.givenBack[operation] = row.given_back;
      counts.sequence = Math.max(counts.sequence, row.sequence);
    }
  }
  return known;
}

/** Credits used under a lease of an account or of a key, as far as the ledger knows. */
export async function usedOfLease(trx: LedgerTransaction, kind: Metered['kind'], lease: number): Promise<number> {
  const rows = await trx
    .selectFrom(COUNTS[kind])
    .select(['operation', 'requests', 'given_back'])
    .where('lease_id', '=', lease)
    .execute();
  return rows.reduce((sum, row) => sum + creditsOf(row.operation, row.requests, row.given_back), 0);
}
