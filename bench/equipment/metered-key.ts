import { execFileSync } from 'node:child_process';
import { compiled } from './programs.ts';

/** An account with limits too high to be reached. */
const ACCOUNT = ['--name', 'bench', '--credits', '1000000000000', '--rate', '1000000000', '--burst', '1000000000'];

/**
 * Makes a key in a data folder that is counted, with a hard cap and a burst limit that no load
 * reaches, by this clone's admin program or another's.
 */
export function meteredKey(
  dataFolder: string,
  program: string = compiled('src/billing/credits/admin/main.js'),
): string {
  const admin = (...args: readonly string[]): { readonly id: string; readonly key: string } =>
    JSON.parse(execFileSync(process.execPath, [program, '--data-dir', dataFolder, '--json', ...args]).toString());
  return admin('keys', 'create', admin('accounts', 'create', ...ACCOUNT).id).key;
}
