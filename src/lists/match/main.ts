import { constants } from 'node:os';
import { type Flags, matchCommand } from './flags.ts';
import { InputError } from './input/source.ts';
import { matchList } from './match-list.ts';
import { RunError } from './run/run-folder.ts';

/** Whoever reads the results may stop early, as `| head` does. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  fail(new Error(`standard output: ${error.message}`));
});

const stopping = new AbortController();
/** As a shell reports a program that a signal ended. */
let exitCode = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // Asked twice, it ends at once: what is on the disk is enough to resume from.
    if (stopping.signal.aborted) process.exit(exitCode);
    exitCode = 128 + constants.signals[signal];
    stopping.abort();
  });

const command = matchCommand().parse();
const [list = '-'] = command.args;
if (list === '-' && process.stdin.isTTY) command.help({ error: true });

try {
  const { stopped } = await matchList(list, command.opts<Flags>(), stopping.signal);
  // Standard input may still be waiting for somebody to type.
  if (stopped) process.exit(exitCode);
} catch (error) {
  fail(error);
}

function fail(error: unknown): never {
  const { message, code } = error as NodeJS.ErrnoException;
  const hint = code === 'ENOSPC' || code === 'EDQUOT' ? '. With room on the disk, go on with --resume' : '';
  process.stderr.write(`error: ${message}${hint}\n`);
  if (process.env.LETTERBOX_TRACE !== undefined) console.error(error);
  process.exit(error instanceof InputError || error instanceof RunError ? 2 : 1);
}
