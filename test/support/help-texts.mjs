// Prints the help of programs in one process, as starting a process for each takes long.
// Parameters: command lines, each a program's path and its arguments, separated by spaces.
import { pathToFileURL } from 'node:url';

const ENDED = new Error('ended');
process.exit = () => {
  throw ENDED;
};
for (const line of process.argv.slice(2)) {
  const [program, ...args] = line.split(' ');
  process.argv = [process.execPath, program, ...args, '--help'];
  try {
    // The query lets a program be evaluated anew for each of its commands.
    await import(`${pathToFileURL(program)}?${encodeURIComponent(line)}`);
  } catch (error) {
    if (error !== ENDED) throw error;
  }
}
process.exitCode = 0;
