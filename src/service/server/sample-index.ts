import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest } from '../../address/index/open.ts';
import { loadUws } from '../http/uws.ts';
import { tell } from '../telemetry/log.ts';
import { StartFailure } from './address.ts';

/** The folder of the program: that of `package.json`. */
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The index that is used by default. */
const DEFAULT_INDEX = join(ROOT, 'data', 'letterbox.lbx');

/**
 * The path of the default index, `data/letterbox.lbx`, which is first built from the bundled sample
 * release if it is not there. The builder's progress goes to standard error, its report into a file
 * beside the index; `signal` stops it.
 * @throws StartFailure if it cannot be built, or is there and cannot be read
 */
export async function defaultIndex(signal: AbortSignal): Promise<string> {
  if (expectDefaultIndex()) return DEFAULT_INDEX;
  const sample = join(ROOT, 'data', 'sample');
  tell(`No index is named by --index, and ${DEFAULT_INDEX} is not there: building it from ${sample}.\n`);
  const builder = fileURLToPath(new URL('../../../build-index/main.js', import.meta.url));
  const from = ['--gnaf', sample, '--abs', join(sample, 'abs'), '--boundaries', join(sample, 'boundaries')];
  const child = spawn(process.execPath, [builder, ...from, '--out', DEFAULT_INDEX], {
    stdio: ['ignore', 'ignore', process.stderr],
    signal,
    killSignal: 'SIGTERM',
  });
  const ended = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, by) => resolve(code === 0 ? null : by === null ? `it ended with code ${code}` : `${by}`));
  });
  if (ended !== null) {
    throw new StartFailure(
      `The index of the bundled sample could not be built: ${ended}. Name an index with --index, or build one with npm run build-index.`,
    );
  }
  return DEFAULT_INDEX;
}

/**
 * Whether the default index is there; where it is not, that it can be built for this server.
 * @throws StartFailure if it cannot be read, or the server not be loaded
 */
export function expectDefaultIndex(): boolean {
  const isThere = existsSync(DEFAULT_INDEX);
  if (isThere) refuseUnreadable();
  else expectUws();
  return isThere;
}

/** Checks that the server can be loaded, before an index is built for it in vain. */
function expectUws(): void {
  try {
    loadUws();
  } catch (error) {
    throw new StartFailure(error instanceof Error ? error.message : String(error));
  }
}

/** Refuses a default index that was built by an earlier version of the program, with what to do. */
function refuseUnreadable(): void {
  try {
    readManifest(DEFAULT_INDEX);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFailure(
      `${reason}. Name an index with --index; or delete this one, and that of the sample is built again.`,
    );
  }
}
