import { userInfo } from 'node:os';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Actor } from '../../accounts/accounts-store.ts';
import type { Ledger, LedgerUse } from '../../ledger/ledger.ts';
import type { Output } from './output.ts';

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
