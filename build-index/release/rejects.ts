import type { AuthorityTable, StateFile, StateTable, TableFile } from './release.ts';

/** How many rows of each reason are kept with their line, for each table file. */
const EXAMPLES_KEPT = 10;

/** Reason of a row that has more or fewer fields than its table's header. */
export const WRONG_FIELD_COUNT = 'wrong number of fields';
/** Reason of a row with a field that is not valid UTF-8. */
export const INVALID_UTF8 = 'text that is not UTF-8';

/** One dropped row, as shown to people. */
export interface Rejection {
  /** 1-based line in the file, the header being line 1; 0 where the row is known but its line no longer is. */
  readonly line: number;
  readonly expected: string;
  readonly found: string;
}

/**
 * The rows of one table file that were dropped for one reason; or used without the value of one
 * column, the `reason`.
 */
export interface RejectedRows {
  readonly table: StateTable | AuthorityTable;
  readonly state: StateFile | null;
  /** {@link TableFile.path} */
  readonly path: string;
  readonly reason: string;
  readonly count: number;
  /** The first {@link EXAMPLES_KEPT} of them. */
  readonly examples: readonly Rejection[];
}

/** The rows of one table file: each one read is used, skipped or dropped. */
export interface TableCount {
  readonly table: StateTable | AuthorityTable;
  readonly state: StateFile | null;
  readonly path: string;
  readonly read: number;
  readonly used: number;
  /** Left out on purpose (retired, confidence -1), by reason. */
  readonly skipped: number;
  readonly skippedByReason: Readonly<Record<string, number>>;
  /** Could not be used. */
  readonly dropped: number;
}

/** What may be dropped before a build fails. */
export interface RejectLimits {
  /** The largest share of a table's rows, all its states together: 0.001 is 0.1 %. */
  readonly maxDropped: number;
  /** Any dropped row fails the build. */
  readonly strict: boolean;
}

interface Tally {
  count: number;
  readonly examples: Rejection[];
}

/** The account of one table file. Counting a row that is used costs nothing: used = read - skipped - dropped. */
export class TableAccount {
  read = 0;
  skipped = 0;
  dropped = 0;
  readonly file: TableFile;
  readonly reasons = new Map<string, Tally>();
  /** Values that are null in the index, by column. */
  readonly values = new Map<string, Tally>();
  readonly skips = new Map<string, number>();

  constructor(file: TableFile) {
    this.file = file;
  }

  /** Counts a row that cannot be used. Call it once per row; `line` 0 where the line is no longer known. */
  drop(reason: string, line: number, expected: string, found: string): void {
    this.dropped++;
    count(this.reasons, reason, { line, expected, found });
  }

  /** Counts a value that is outside what its column may hold, in a row that is used without it: it is null. */
  leaveOut(column: string, line: number, expected: string, found: string): void {
    count(this.values, column, { line, expected, found });
  }

  /** Counts a row that is left out on purpose. */
  skip(reason: string): void {
    this.skipped++;
    this.skips.set(reason, (this.skips.get(reason) ?? 0) + 1);
  }
}

function count(tallies: Map<string, Tally>, reason: string, example: Rejection): void {
  let tally = tallies.get(reason);
  if (tally === undefined) {
    tally = { count: 0, examples: [] };
    tallies.set(reason, tally);
  }
  tally.count++;
  if (tally.examples.length < EXAMPLES_KEPT) tally.examples.push(example);
}

/** An account as another thread sends it. */
export interface AccountContent
  extends Pick<TableAccount, 'read' | 'skipped' | 'dropped' | 'reasons' | 'values' | 'skips'> {
  /** {@link TableFile.path} */
  readonly path: string;
}

/**
 * The account of every table file of a build: what was read, used, left out on purpose, and dropped
 * for what reason.
 */
export class Rejects {
  readonly #accounts = new Map<TableFile, TableAccount>();

  /** The account of a file, the same one each time. Look it up once per file, not per row. */
  of(file: TableFile): TableAccount {
    let account = this.#accounts.get(file);
    if (account === undefined) {
      account = new TableAccount(file);
      this.#accounts.set(file, account);
    }
    return account;
  }

  /** Every account, for another thread. */
  contents(): AccountContent[] {
    return [...this.#accounts.values()].map(({ file, read, skipped, dropped, reasons, values, skips }) => ({
      path: file.path,
      read,
      skipped,
      dropped,
      reasons,
      values,
      skips,
    }));
  }

  /** Takes over accounts that another thread has kept, of files of the same release that have none here. */
  adopt(accounts: readonly AccountContent[], files: readonly TableFile[]): void {
    for (const { path, read, skipped, dropped, reasons, values, skips } of accounts) {
      const account = this.of(files.find((file) => file.path === path)!);
      account.read = read;
      account.skipped = skipped;
      account.dropped = dropped;
      for (const [reason, tally] of reasons) account.reasons.set(reason, tally);
      for (const [column, tally] of values) account.values.set(column, tally);
      for (const [reason, count] of skips) account.skips.set(reason, count);
    }
  }

  /** Every table file that has an account, sorted by table and state. */
  tables(): TableCount[] {
    return this.#sorted().map(({ file, read, skipped, skips, dropped }) => ({
      table: file.table,
      state: file.state,
      path: file.path,
      read,
      used: read - skipped - dropped,
      skipped,
      skippedByReason: Object.fromEntries(skips),
      dropped,
    }));
  }

  /** Every (table, state, reason) with dropped rows, sorted by table and state. */
  rejected(): RejectedRows[] {
    return this.#sorted().flatMap(({ file, reasons }) => rowsOf(file, reasons));
  }

  /** Every (table, state, column) with values that are null in the index, sorted by table and state. */
  leftOut(): RejectedRows[] {
    return this.#sorted().flatMap(({ file, values }) => rowsOf(file, values));
  }

  /**
   * The sentences that fail the build, one for each table that dropped more than `limits` allow;
   * none when all is well.
   */
  check(limits: RejectLimits): string[] {
    const byTable = new Map<string, TableAccount[]>();
    for (const account of this.#sorted()) {
      if (account.dropped === 0) continue;
      const { table } = account.file;
      byTable.set(table, [...(byTable.get(table) ?? []), account]);
    }
    const sentences: string[] = [];
    for (const [table, accounts] of byTable) {
      // A table's share is of all its rows, also of the states where nothing was dropped.
      const read = sum([...this.#accounts.values()].filter(({ file }) => file.table === table).map((a) => a.read));
      const dropped = sum(accounts.map((account) => account.dropped));
      if (!limits.strict && dropped <= limits.maxDropped * read) continue;
      const allowed = limits.strict ? '--strict allows none' : `--max-dropped allows ${percent(limits.maxDropped)}`;
      const share = read > 0 ? ` (${percent(dropped / read)})` : '';
      const first = [...accounts[0]!.reasons][0]!;
      sentences.push(
        `${table}: ${number(dropped)} of ${number(read)} rows${share} cannot be used, ${allowed}; ` +
          `${reasonsOf(accounts)}; the first: ${rejectionSentence(accounts[0]!.file.path, first[1].examples[0]!)}`,
      );
    }
    return sentences;
  }

  #sorted(): TableAccount[] {
    return [...this.#accounts.values()].sort(
      (a, b) => compare(a.file.table, b.file.table) || compare(a.file.state ?? '', b.file.state ?? ''),
    );
  }
}

function rowsOf({ table, state, path }: TableFile, tallies: ReadonlyMap<string, Tally>): RejectedRows[] {
  return [...tallies].map(([reason, { count, examples }]) => ({
    table,
    state,
    path,
    reason,
    count,
    examples: [...examples],
  }));
}

/** `<file> line 17: expected 35 fields, found 34`. */
export function rejectionSentence(path: string, { line, expected, found }: Rejection): string {
  return `${path}${line > 0 ? ` line ${line}` : ''}: expected ${expected}, found ${found}`;
}

function reasonsOf(accounts: readonly TableAccount[]): string {
  const counts = new Map<string, number>();
  for (const { reasons } of accounts) {
    for (const [reason, { count }] of reasons) counts.set(reason, (counts.get(reason) ?? 0) + count);
  }
  return [...counts].map(([reason, count]) => `${number(count)} × ${reason}`).join(', ');
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function number(value: number): string {
  return value.toLocaleString('en-AU');
}

function percent(share: number): string {
  return `${Number((share * 100).toPrecision(2))} %`;
}
