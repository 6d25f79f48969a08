import type { Transaction } from 'kysely';
import type { LedgerTransaction } from '../../credits/ledger/ledger.ts';
import type { LedgerTables } from '../../credits/ledger/schema.ts';
import type { AccountsTables } from './tables.ts';

/** A transaction on the ledger with the tables of accounts. */
export type AccountsTrx = Transaction<LedgerTables & AccountsTables>;

/** The ledger's own view of a transaction on accounts. */
export function ledgerTransaction(trx: AccountsTrx): LedgerTransaction {
  return trx as unknown as LedgerTransaction;
}

/** What a transaction has changed that workers have to hear of. */
export interface Touched {
  readonly accounts: Set<string>;
  readonly keys: Set<string>;
}
