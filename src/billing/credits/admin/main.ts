import { readConfigurationFile } from '../../../system/configuration-file.ts';
import { adminProgram, exitCodeOf } from './program.ts';

// A closed output pipe, as of `| head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const program = adminProgram((text) => process.stdout.write(text));
readConfigurationFile(program, process.argv);
try {
  await program.parseAsync();
} catch (error) {
  // The request was refused, or the ledger is unreachable: a sentence, no stack.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = exitCodeOf(error);
}
