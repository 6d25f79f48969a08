import { userInfo } from 'node:os';
import { shown } from '../../../system/shown-text.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Actor } from '../../accounts/accounts-store.ts';
import type { Ledger, LedgerUse } from '../../ledger/ledger.ts';

/** How a command uses the ledger: one that only reads cannot write. */
export type CommandUse = Exclude<LedgerUse, 'migrate'>;

/** What the commands of the admin program work with. */
export interface AdminContext {
  /** Opens the ledger for one command, and closes it after. */
  withLedger(use: CommandUse, work: (ledger: Ledger, output: Output) => Promise<void>): Promise<void>;
  /** Opens the ledger and its accounts, on the ledger's clock. */
  withAccounts(
    use: CommandUse,
    work: (accounts: Accounts, output: Output, ledger: Ledger) => Promise<void>,
  ): Promise<void>;
  /** For a command that opens the ledger itself. */
  output(): Output;
}

/** Who acts: whoever can run the program is an operator. */
export const OPERATOR: Actor = { kind: 'operator', subject: userInfo().username, from: 'admin program' };

/** How the admin program answers: as text or as JSON. */
interface Output {
  /** One object: its fields, one to a line. */
  thing(fields: Readonly<Record<string, unknown>>): void;
  /** Several objects, as a table. */
  things(rows: readonly Readonly<Record<string, unknown>>[]): void;
}

/** Creates an output that writes text with `write`; with `json`, one JSON document. */
export function createOutput(json: boolean, write: (text: string) => void): Output {
  const print = (text: string) => write(`${text}\n`);
  if (json) {
    return {
      thing: (fields) => print(JSON.stringify(fields, null, 2)),
      things: (rows) => print(JSON.stringify(rows, null, 2)),
    };
  }
  const text = (value: unknown): string => {
    if (value === null || value === undefined) return '-';
    return shown(Array.isArray(value) ? value.join(', ') : String(value));
  };
  return {
    thing(fields) {
      const width = Math.max(...Object.keys(fields).map((name) => name.length));
      for (const [name, value] of Object.entries(fields)) print(`${name.padEnd(width)}  ${text(value)}`);
    },
    things(rows) {
      if (rows.length === 0) return print('none');
      const names = Object.keys(rows[0]!);
      const lines = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
      const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
      for (const line of lines)
        print(
          line
            .map((cell, column) => cell.padEnd(widths[column]!))
            .join('  ')
            .trimEnd(),
        );
    },
  };
}

/** An instant in ISO 8601; null stays null. */
export function isoTime(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
