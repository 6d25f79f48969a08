import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ComparedRelease } from './change-limits.ts';

/** Built from `src/lists`, which knows how releases are compared, and imports this folder. */
const PROGRAM = fileURLToPath(new URL('../../lists/release/guard/main.js', import.meta.url));

/**
 * Compares the index file that is served, which must still have this checksum, with another, in a
 * process of its own that yields to the service. `signal` ends it.
 * @throws Error with a sentence if they cannot be compared
 */
export function compareBeside(
  before: { readonly file: string; readonly checksum: unknown },
  after: string,
  signal: AbortSignal,
): Promise<ComparedRelease> {
  return new Promise((resolve, reject) => {
    let said = '';
    let compared: ComparedRelease | null = null;
    const child = fork(PROGRAM, [before.file, String(before.checksum), after], {
      env: {},
      signal,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-16_384);
    });
    child.once('message', (message) => {
      compared = message as ComparedRelease;
    });
    const fail = (reason: string) =>
      reject(
        new Error(
          `it cannot be compared with what is served: ${reason}. Activate it with --force where that is right.`,
        ),
      );
    child.once('error', ({ message }) => fail(message));
    child.once('close', (code, by) => {
      if (compared !== null) return resolve(compared);
      fail(/^\w*Error: (.*)$/m.exec(said)?.[1] ?? `the comparison ended by ${by ?? `code ${code}`}`);
    });
  });
}
