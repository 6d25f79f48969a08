import { join } from 'node:path';
import { type Figure, median, withUnit } from '../../equipment/figures.ts';
import { buildIndex, compiled, runNode } from '../../equipment/programs.ts';
import { benchmark, runBenchmark } from '../../equipment/run-benchmark.ts';

interface Options {
  readonly release: string;
  readonly out?: string;
}

/** Processes that open the index; the median counts. */
const OPENS = 11;

await runBenchmark(
  benchmark(
    'bench:index',
    'How long building the index of a release takes, how large it is, and how soon a new process has it open.',
  )
    .requiredOption(
      '--release <folder>',
      'an unpacked G-NAF release, with abs and boundaries beside the tables where it has them',
    )
    .option('--out <file>', 'keep the index there'),
  ({ release, out }: Options, { folder }) => {
    const index = out ?? join(folder, 'built.lbx');
    const built = buildIndex(release, index);
    const opened = median(Array.from({ length: OPENS }, () => openingSeconds(index)));
    const atMost = (what: string, value: number, unit: string, goal: number): Figure => ({
      what,
      value,
      unit,
      goal: { atMost: goal },
    });
    const stages = built.stages.map(({ name, seconds, concurrent }) => [
      concurrent ? `${name}, on another thread` : name,
      withUnit(seconds, 's'),
    ]);
    const size = `${withUnit(built.counts.addresses, '')} records, ${withUnit(built.fileBytes / 1e6, 'MB')}`;
    return {
      figures: [
        atMost('building', built.seconds, 's', 180),
        atMost('peak memory', built.peakMemoryBytes / 2 ** 30, 'GiB', 4),
        atMost('bytes per address', built.bytesPerAddress, '', 90),
        atMost('opening in a new process', opened, 's', 1),
      ],
      tables: [{ title: 'Stages', rows: [['stage', 'time'], ...stages] }],
      notes: [`${size}. Opening includes the start of Node.js; the file is in the page cache.`],
    };
  },
);

/** Seconds from starting a process until it has the index open. */
function openingSeconds(index: string): number {
  const program = `const { openIndex } = await import(${JSON.stringify(compiled('src/address/index/open.js'))});
openIndex(${JSON.stringify(index)});`;
  const start = performance.now();
  runNode(['--input-type=module', '--eval', program], 'hidden');
  return (performance.now() - start) / 1000;
}
