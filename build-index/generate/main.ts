import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { unknownBeforeMissing } from '../../src/system/flags.ts';
import { VERSION } from '../../src/system/version.ts';
import { readGazetteer } from './gazetteer.ts';
import { ASGS_KINDS, type AsgsKind, generateRelease } from './generate-release.ts';
import { readWrittenStreets } from './written/written-addresses.ts';

const FEWEST_ADDRESSES = 180;
const MOST_ADDRESSES = 50_000_000;

const command = new Command('generate-release')
  .version(VERSION)
  .description('Writes a made-up G-NAF release in the official layout, with mesh blocks and boundaries.')
  .requiredOption(
    '--addresses <n>',
    'current addresses, principal and alias',
    wholeNumber('--addresses', FEWEST_ADDRESSES, MOST_ADDRESSES),
  )
  .option('--seed <n>', 'the same seed gives the same bytes', wholeNumber('--seed', 0, Number.MAX_SAFE_INTEGER), 1)
  .requiredOption('--out <folder>', 'a folder that does not exist or is empty')
  .option('--gazetteer <folder>', 'folder of localities.csv, street_localities.csv and street_name_frequency.csv')
  .option(
    '--strings <file>',
    'address strings as JSON lines: 9 of 10 of their streets and numbers are put in, in 4 of 5 postcodes',
  )
  .addOption(
    new Option('--asgs <edition>', 'the editions of mesh blocks: a release until May 2026, or one from August 2026 on')
      .choices(ASGS_KINDS)
      .default('both'),
  )
  .exitOverride()
  .configureOutput({ outputError: (message, write) => write(message) });

try {
  const refuseMissing = unknownBeforeMissing(command);
  refuseMissing(command.parse());
  const options = command.opts<{
    addresses: number;
    seed: number;
    out: string;
    gazetteer?: string;
    strings?: string;
    asgs: AsgsKind;
  }>();
  const gazetteer = readGazetteer(options.gazetteer ?? join(repositoryRoot(), 'data', 'gazetteer'));
  const start = process.hrtime.bigint();
  const written =
    options.strings === undefined ? undefined : readWrittenStreets(options.strings, gazetteer, options.seed);
  generateRelease({
    addresses: options.addresses,
    seed: options.seed,
    gazetteer,
    written,
    asgs: options.asgs,
    out: options.out,
  });
  const seconds = Number((process.hrtime.bigint() - start) / 1_000_000n) / 1000;
  process.stdout.write(
    `Wrote ${options.addresses} addresses to ${options.out} in ${seconds.toFixed(1)} s (${Math.round(options.addresses / seconds)} a second).\n`,
  );
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function wholeNumber(option: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`${option} must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** The nearest folder upwards with a `package.json`: the same from sources and from `dist/`. */
function repositoryRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
