import { Command, InvalidArgumentError } from 'commander';

/** A whole number from 0. */
export function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}

/** A benchmark of an index: its name, what it answers, and the options that all of them have (`Reporting` besides `--index`). */
export function benchmarkOfIndex(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .requiredOption('--index <file>', 'index file')
    .option('--json <file>', 'write the numbers there too')
    .option('--strict', 'end with status 1 where a goal is missed');
}
