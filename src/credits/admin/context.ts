import { userInfo } from 'node:os';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Actor } from '../../accounts/accounts-store.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Output } from './output.ts';

/** What the commands of the admin program work with. */
export interface AdminContext {
  /** Opens the ledger for one command, and closes it after. */
  withLedger(work: (ledger: Ledger, output: Output) => Promise<void>): Promise<void>;
  /** The same with the accounts of the ledger, by the ledger's clock. */
  withAccounts(work: (accounts: Accounts, output: Output, ledger: Ledger) => Promise<void>): Promise<void>;
}

/** Who acts: whoever can run the program is an operator. */
export const OPERATOR: Actor = { kind: 'operator', subject: userInfo().username };
