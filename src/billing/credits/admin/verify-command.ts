import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { LedgerRefusal } from '../../ledger/accounts.ts';
import { type AuditHead, verifyAudit } from '../../ledger/audit.ts';
import type { AdminContext } from './context.ts';

/** Verifies the audit log by its hash chains. */
export function addVerifyCommand(program: Command, { withLedger }: AdminContext): void {
  program
    .command('verify')
    .description('check that no entry of the audit log was changed, removed or put in; status 1 where one was')
    .option('--heads', 'print the end of each chain, as JSON: keep it where nobody who can write the ledger can write')
    .option('--noted <file>', 'ends of chains that were kept: each must still be there')
    .action(({ heads, noted }: { heads?: true; noted?: string }, command: Command) => {
      const kept = noted === undefined ? [] : readHeads(noted, command);
      return withLedger('read', async (ledger, output) => {
        const found = await verifyAudit(ledger, kept);
        if (heads) output.things(found.heads.map((head) => ({ ...head })));
        else output.thing({ entries: found.entries, chains: found.heads.length, faults: found.faults.length });
        if (found.faults.length === 0) return;
        const told = found.faults.map(({ account, fault }) => `${account ?? 'entries without an account'}: ${fault}`);
        throw new LedgerRefusal(`The audit log was tampered with. ${told.join(' ')}`);
      });
    });
}

function readHeads(path: string, command: Command): AuditHead[] {
  try {
    const heads = JSON.parse(readFileSync(path, 'utf8')) as AuditHead[];
    if (Array.isArray(heads) && heads.every(isHead)) return heads;
  } catch (error) {
    command.error(`error: --noted ${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  return command.error(`error: --noted ${path} is not what verify --heads --json printed`);
}

function isHead(head: AuditHead): boolean {
  const { account, entries, hash } = head ?? {};
  return (account === null || typeof account === 'string') && Number.isInteger(entries) && typeof hash === 'string';
}
