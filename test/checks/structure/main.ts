import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readForTests } from './for-tests.ts';
import { type Limits, MEASURES, type Measure, type Measured, measureRoom } from './measures.ts';
import { countDocument, countSource, type SourceCounts } from './source-file.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TABLE = 'test/checks/structure/limits.json';

interface Options {
  readonly table: boolean;
  readonly lower: boolean;
  readonly list?: string;
}

const options = new Command('structure')
  .description(`Measures how rooms are built, and holds them to the limits of ${TABLE}; status 1 where one is passed.`)
  .option('--table', 'print every measure with its limit', false)
  .option('--lower', 'lower the limits to what is measured; none is ever raised', false)
  .option('--list <measure>', 'print what a measure counts, one a line')
  .parse()
  .opts<Options>();

const limits = JSON.parse(readFileSync(join(ROOT, TABLE), 'utf8')) as Limits;
const forTests = readForTests(ROOT);
const measured = Object.fromEntries(Object.keys(limits).map((room) => [room, limitedOf(room)]));
if (options.list !== undefined) list(options.list);
else if (options.lower) lower();
else report();

/** The measures of a room that have a limit. */
function limitedOf(room: string): Partial<Record<Measure, Measured>> {
  return Object.fromEntries(entries(measureRoom(readRoom(room))).filter(([name]) => limits[room][name] !== undefined));
}

function readRoom(room: string): SourceCounts[] {
  if (room.endsWith('.md')) return [countDocument(room, readFileSync(join(ROOT, room), 'utf8'))];
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/(?:^|\/)generated\//.test(path) && !path.endsWith('.test.ts'))
    .sort()
    .map((path) =>
      countSource(`${room}/${path}`, readFileSync(join(ROOT, room, path), 'utf8'), forTests.get(`${room}/${path}`)),
    );
}

function report(): void {
  const failures: string[] = [];
  for (const [room, measures] of Object.entries(measured)) {
    if (options.table) print(`${room}${' '.repeat(Math.max(1, 44 - room.length))}  is  limit`);
    for (const [name, { value, of }] of entries(measures)) {
      const limit = limits[room][name] ?? 0;
      if (options.table) print(`  ${name.padEnd(42)}${String(value).padStart(4)}  ${String(limit).padStart(5)}`);
      if (value <= limit) continue;
      process.exitCode = 1;
      failures.push(`error: ${room} has ${value} ${name}, at most ${limit} are allowed by ${TABLE}:`, ...some(of));
    }
  }
  if (failures.length > 0) process.stderr.write(`${failures.join('\n')}\n`);
}

/** Some of what is counted: `--list` prints the whole. */
function some(of: readonly string[]): string[] {
  const shown = of.slice(0, 8).map((it) => `  ${it}`);
  return of.length > 8 ? [...shown, `  … and ${of.length - 8} more (--list)`] : shown;
}

function lower(): void {
  const lowered = Object.fromEntries(
    Object.entries(measured).map(([room, measures]) => [
      room,
      Object.fromEntries(
        entries(measures).map(([name, { value }]) => [name, Math.min(value, limits[room][name] ?? 0)]),
      ),
    ]),
  );
  writeFileSync(join(ROOT, TABLE), `${JSON.stringify(lowered, null, 2)}\n`);
}

function list(name: string): void {
  if (!isMeasure(name)) {
    process.stderr.write(`error: --list ${name}: no measure; they are ${Object.keys(MEASURES).join(', ')}\n`);
    process.exitCode = 2;
    return;
  }
  for (const measures of Object.values(measured)) for (const each of measures[name]?.of ?? []) print(each);
}

function isMeasure(name: string): name is Measure {
  return Object.hasOwn(MEASURES, name);
}

function entries(measures: Partial<Record<Measure, Measured>>): [Measure, Measured][] {
  return Object.entries(measures) as [Measure, Measured][];
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
