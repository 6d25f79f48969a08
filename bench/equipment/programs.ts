import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** The report that the builder writes next to its index. */
export interface BuildReport {
  readonly counts: { readonly addresses: number };
  readonly fileBytes: number;
  readonly bytesPerAddress: number;
  readonly seconds: number;
  readonly peakMemoryBytes: number;
  readonly stages: readonly { readonly name: string; readonly seconds: number; readonly concurrent?: true }[];
}

/** The path of a compiled program, from its path in the repository. */
export function compiled(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** Runs Node.js, with its output sent to stderr. Throws unless it ends with status 0. */
export function runNode(args: readonly string[], output: 'shown' | 'hidden' = 'shown'): void {
  const { status, signal } = spawnSync(process.execPath, args, {
    stdio: ['ignore', output === 'shown' ? 2 : 'ignore', 2],
  });
  if (status !== 0) throw new Error(`node ${args[0]} ended with ${signal ?? `status ${status}`}`);
}

/**
 * Builds the index of a release, with the boundaries and ABS files next to its tables, and returns
 * the builder's report.
 */
export function buildIndex(release: string, out: string): BuildReport {
  const parts = ['abs', 'boundaries'].filter((part) => existsSync(join(release, part)));
  const flags = parts.flatMap((part) => [`--${part}`, join(release, part)]);
  runNode([compiled('build-index/main.js'), '--gnaf', release, ...flags, '--out', out]);
  return buildReport(out);
}

/** The report next to an index. */
export function buildReport(index: string): BuildReport {
  return JSON.parse(readFileSync(`${index}.json`, 'utf8'));
}
