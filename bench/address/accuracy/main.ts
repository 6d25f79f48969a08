import { existsSync, writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { openIndex } from '../../../src/address/index/open.ts';
import { CACHE, prepare, sharedGazetteer } from '../../equipment/prepare-release.ts';
import { print, readCount, runProgram } from '../../equipment/run-benchmark.ts';
import { askClasses } from './ask-classes.ts';
import { Asker, checkLabels } from './asker.ts';
import { measureAutocomplete } from './autocomplete/measure.ts';
import { autocompleteNumbers, autocompleteText } from './autocomplete/report.ts';
import { seriesText, typeSeries } from './autocomplete/series.ts';
import { CLASSES } from './classes/all.ts';
import { IN_PARTS } from './classes/in-parts.ts';
import { REAL_STRINGS, readRealStrings } from './real/agreement.ts';
import { measureRealStrings, realText } from './real/measure.ts';
import { classTable, failureText, verdicts } from './report.ts';
import { tellEarned } from './rules/table.ts';
import { readUniverse } from './universe/read-universe.ts';

/** Most addresses typed of each series. */
const MOST_SERIES = 400;
const PARTS = ['classes', 'autocomplete', 'real'] as const;

interface Options {
  readonly release?: string;
  readonly index?: string;
  readonly addresses: number;
  readonly releaseSeed: number;
  readonly gazetteer?: string;
  readonly cache: string;
  readonly perClass: number;
  readonly seed: number;
  readonly only?: string;
  readonly parts: readonly (typeof PARTS)[number][];
  readonly queries: string;
  readonly json?: string;
  readonly failures: number;
  readonly strict: boolean;
  readonly without?: string;
  readonly table?: string;
}

const command = new Command('bench:accuracy')
  .description('How often search answers the right record, by classes of queries, on a generated or given release.')
  .option('--release <folder>', 'an unpacked G-NAF release; made when absent')
  .option('--index <file>', 'the index of that release; built when absent')
  .option('--addresses <n>', 'size of the release to make', readCount, 1_000_000)
  .option('--release-seed <n>', 'seed of the release to make', readCount, 1)
  .option(
    '--gazetteer <folder>',
    'gazetteer of the release to make; the shared one where it is there, else the bundled',
  )
  .option('--cache <folder>', 'where made releases and indexes are kept', CACHE)
  .option('--per-class <n>', 'queries of each class, and addresses typed letter by letter', readCount, 2000)
  .option('--seed <n>', 'seed of the queries', readCount, 1)
  .option('--only <text>', 'only classes whose names contain it; nothing else then')
  .option('--parts <names>', `which parts, of ${PARTS.join(',')}`, readParts, PARTS)
  .option(
    '--queries <file>',
    'real address strings as JSON lines; most of their streets are put into a release that is made',
    REAL_STRINGS,
  )
  .option('--json <file>', 'write the numbers there too')
  .option('--failures <n>', 'examples of failures to print, of each class', readCount, 0)
  .option(
    '--without <names>',
    'lines won and lost by parts of the search: rules, sources, caps, or all; nothing else then',
  )
  .option('--table <file>', 'with --without: write the table there, below what the file has up to its line of hyphens')
  .option('--strict', 'end with status 1 where a goal is missed', false)
  .parse();

await runProgram(command, () => run(command.opts()));

function run({ perClass, seed, only, failures, ...more }: Options): void {
  const prepared = prepare({
    release: more.release ?? null,
    index: more.index ?? null,
    addresses: more.addresses,
    releaseSeed: more.releaseSeed,
    gazetteer: more.gazetteer ?? sharedGazetteer(),
    strings: existsSync(more.queries) ? more.queries : null,
    cache: more.cache,
  });
  const index = openIndex(prepared.index);
  const asker = new Asker(index);
  const parts = only !== undefined ? ['classes'] : more.parts;
  const numbers: Record<string, unknown> = {
    release: prepared.release,
    addresses: index.manifest.addresses,
    perClass,
    seed,
  };
  let passed = true;
  const report = (result: { text: string; passed: boolean }) => {
    print(`${result.text}\n`);
    passed &&= result.passed;
  };
  print(`${index.manifest.addresses} records of ${prepared.release}, ${perClass} queries a class, seed ${seed}\n`);

  if (more.without !== undefined) {
    const asked = { index, perClass, seed, strings: readRealStrings(more.queries) ?? [], examples: failures };
    tellEarned(
      { ...asked, universe: readUniverse(prepared.release), classes: classesWith(only) },
      more.without,
      more.table,
    );
    return;
  }
  if (parts.includes('classes') || parts.includes('autocomplete')) {
    const universe = readUniverse(prepared.release);
    checkLabels(universe, index);
    if (parts.includes('classes')) {
      const classes = classesWith(only);
      const asking = { perClass, seed, keepFailures: failures };
      const { results, all } = askClasses(universe, asker, classes, asking, ({ name }) =>
        process.stderr.write(`${name}\n`),
      );
      report(classTable(classes, results, all));
      if (failures > 0) print(`${failureText(results)}\n`);
      numbers.classes = results.map(({ name, counts, failures: _, ...more }, i) => ({
        name,
        ...counts,
        ...more,
        goals: verdicts(classes[i].goals, counts),
      }));
      numbers.all = all;
    }
    if (parts.includes('autocomplete')) {
      const result = measureAutocomplete(universe, asker, { addresses: perClass, seed });
      report(autocompleteText(result, failures));
      const series = typeSeries(universe, asker, Math.min(perClass, MOST_SERIES), seed);
      report(seriesText(series));
      numbers.autocomplete = { ...autocompleteNumbers(result), series };
    }
  }
  if (parts.includes('real')) {
    const strings = readRealStrings(more.queries);
    if (strings === null) print(`Real strings skipped: ${more.queries} is not there.`);
    else {
      const result = measureRealStrings(asker, strings);
      report(realText(result, failures));
      numbers.real = { ...result, failures: result.failures.length };
    }
  }
  if (more.json !== undefined) writeFileSync(more.json, `${JSON.stringify(numbers, null, 2)}\n`);
  if (more.strict && !passed) process.exitCode = 1;
}

function classesWith(only: string | undefined): typeof CLASSES {
  const classes = [...CLASSES, ...IN_PARTS].filter(({ name }) => only === undefined || name.includes(only));
  if (classes.length === 0) throw new Error(`--only ${only}: no class has that in its name`);
  return classes;
}

function readParts(text: string): Options['parts'] {
  const names = text.split(',');
  const unknown = names.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`${unknown} is none of ${PARTS.join(', ')}`);
  return PARTS.filter((part) => names.includes(part));
}
