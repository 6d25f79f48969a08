import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { openIndex } from '../../../src/address/index/open.ts';
import { print, readCount, runProgram } from '../../equipment/run-benchmark.ts';
import { REAL_STRINGS, readRealStrings } from '../accuracy/real/agreement.ts';
import { drawAsked } from './asked.ts';
import { DIFFERENCES, differences } from './difference.ts';
import { CASES, caseLines, classLines, ruleLines } from './lines.ts';
import { readRecord, recordAnswers, writeRecord } from './record-file.ts';
import { differenceText, exampleText } from './report.ts';

interface Recording {
  readonly index: string;
  readonly out: string;
  readonly like?: string;
  readonly queries: string;
  readonly keystrokes: number;
  readonly release?: string;
  readonly lines: number;
  readonly cases: string;
  readonly seed: number;
}

interface Diffing {
  readonly examples: number;
  readonly list?: string;
}

const command = new Command('bench:answers').description(
  'Records what a version of the search answers to a fixed set of queries, and compares two records.',
);

command
  .command('record')
  .description('ask the queries and keep the answers')
  .requiredOption('--index <file>', 'the index to ask')
  .requiredOption('--out <file>', 'the record to write')
  .option('--like <record>', 'ask the queries of that record, for an index in another format of the same release')
  .option('--queries <file>', 'real address strings as JSON lines', REAL_STRINGS)
  .option('--keystrokes <n>', 'beginnings of indexed addresses to type, and of real strings', readCount, 60_000)
  .option(
    '--release <folder>',
    'the unpacked release of the index: lines of each class of bench:accuracy are asked too',
  )
  .option('--lines <n>', 'lines of these classes, each asked in six ways', readCount, 50_000)
  .option('--cases <folder>', 'lines of JSON with `q` or `input`, to be asked too', CASES)
  .option('--seed <n>', 'seed of what is asked', readCount, 1)
  .action((options: Recording) => runProgram(command, () => record(options)));

command
  .command('diff')
  .description('list the answers that differ between two records, by kind')
  .argument('<before>')
  .argument('<after>')
  .option('--examples <n>', 'examples to print of each kind', readCount, 5)
  .option('--list <file>', 'write every difference there')
  .action((before: string, after: string, options: Diffing) => runProgram(command, () => diff(before, after, options)));

command.parse();

function record({ index: path, out, like, queries, keystrokes, release, lines, cases, seed }: Recording): void {
  const index = openIndex(path);
  const real = readRealStrings(queries);
  if (real === null && like === undefined) print(`Real strings left out: ${queries} is not there.`);
  if (release === undefined && like === undefined) print('Lines of classes left out: no --release.');
  const drawn = () => [
    ...(release === undefined ? [] : classLines(release, lines, seed)),
    ...ruleLines(index, seed),
    ...caseLines(cases),
  ];
  const asked =
    like === undefined ? drawAsked(index, real ?? [], drawn(), { keystrokes, seed }) : readRecord(like).queries;
  const recorded = recordAnswers(index, asked);
  writeRecord(out, recorded);
  print(`${out}: ${recorded.queries.length} queries, ${recorded.records.length} records in their answers`);
}

function diff(before: string, after: string, { examples, list }: Diffing): void {
  const old = readRecord(before);
  const differing = differences(old, readRecord(after));
  print(differenceText(old.queries, differing, examples));
  if (list === undefined) return;
  const ordered = DIFFERENCES.flatMap((kind) => differing.filter((it) => it.kind === kind));
  const lines = ordered.map((it) => `${it.query.operation} ${it.query.source}, ${it.kind}\n${exampleText(it)}\n`);
  writeFileSync(list, lines.join(''));
}
