import { gzipSync } from 'node:zlib';
import { Random } from '../../build-index/generate/random.ts';
import { makeTile } from '../../src/http/pages/tiles/make-tile.ts';
import { MOST_ZOOM, type TileAddress } from '../../src/http/pages/tiles/tile-address.ts';
import { worldX, worldY } from '../../src/index/mercator.ts';
import { type AddressIndex, openIndex } from '../../src/index/open.ts';
import { KD_PARKED } from '../../src/index/sections.ts';
import { aligned } from '../accuracy/table.ts';
import { type Figure, type Reporting, report, withUnit } from '../figures.ts';
import { machineText } from '../machine.ts';
import { benchmarkOfIndex, readCount } from '../options.ts';

interface Options extends Reporting {
  readonly index: string;
  readonly tiles: number;
  readonly seed: number;
}

/** How often each tile is made. */
const TRIES = 3;

/** What the tiles of one zoom took. */
interface Zoom {
  readonly zoom: number;
  /** Milliseconds of each tile, and the longest that it gave nobody else a turn, ascending. */
  readonly times: number[];
  readonly steps: number[];
  readonly bytes: number[];
  readonly packed: number[];
}

const NOTES = [
  'Tiles of places where addresses stand: each is that of a random address, so that tiles of towns come up as often as people look at them. "Made" is the work on one tile, without compressing it, which is done on a thread of its own; nothing is kept. "A step" is the most processor time within one tile between two points at which other requests can have their turn; the service joins steps until half a millisecond is over. Each tile is made three times, of which the least counts, since other work on the machine only adds to it.',
];

const options = benchmarkOfIndex('bench:tiles', 'How long tiles of the map take, and how large they are.')
  .option('--tiles <n>', 'tiles of each zoom', readCount, 300)
  .option('--seed <n>', 'which tiles', readCount, 1)
  .parse()
  .opts<Options>();

const index = openIndex(options.index);
const random = new Random(options.seed, 'bench:tiles');
// The second round counts: by then the program is compiled, as it is after the first minute of a service.
const rounds = [0, 1].map(() => Array.from({ length: MOST_ZOOM + 1 }, (_, zoom) => measure(zoom)));
const zooms = rounds[1];
const all = (of: (zoom: Zoom) => number[]) => zooms.flatMap(of).sort((a, b) => a - b);
const density = index.manifest.sections
  .filter(({ name }) => name.startsWith('density'))
  .reduce((sum, { bytes }) => sum + bytes, 0);
const figures: Figure[] = [
  {
    what: 'a tile, made: p50',
    value: quantile(
      all(({ times }) => times),
      0.5,
    ),
    unit: 'ms',
  },
  {
    what: 'a tile, made: p99',
    value: quantile(
      all(({ times }) => times),
      0.99,
    ),
    unit: 'ms',
    goal: { atMost: 10 },
  },
  {
    what: 'a step: p99.9',
    value: quantile(
      all(({ steps }) => steps),
      0.999,
    ),
    unit: 'ms',
    goal: { atMost: 1.5 },
  },
  {
    what: 'a step: worst',
    value: quantile(
      all(({ steps }) => steps),
      1,
    ),
    unit: 'ms',
  },
  { what: 'density, of an address', value: density / index.manifest.addresses, unit: 'bytes', goal: { atMost: 1 } },
];
const rows = [
  ['zoom', 'tiles', 'p50', 'p99', 'worst', 'step, worst', 'bytes, p50', 'bytes, p99', 'gzip, p99'],
  ...zooms.map(({ zoom, times, steps, bytes, packed }) => [
    ...[String(zoom), String(times.length)],
    ...[0.5, 0.99, 1].map((at) => withUnit(quantile(times, at), 'ms')),
    withUnit(quantile(steps, 1), 'ms'),
    ...[quantile(bytes, 0.5), quantile(bytes, 0.99), quantile(packed, 0.99)].map((size) => withUnit(size, '')),
  ]),
];
const title = 'Tiles by zoom';
report(options, {
  figures,
  tables: [{ title, rows }],
  notes: [`${withUnit(index.manifest.addresses, '')} addresses.`, ...NOTES],
});
process.stdout.write(`${machineText()}\n\n${title}\n${aligned(rows)}\n\n`);
process.stdout.write(`${aligned(figures.map(({ what, value, unit }) => [what, withUnit(value, unit)]))}\n`);

function measure(zoom: number): Zoom {
  const tiles = new Map<string, TileAddress>();
  for (let i = 0; i < options.tiles; i++) {
    const tile = tileOfSomebody(index, zoom);
    tiles.set(`${tile.x}/${tile.y}`, tile);
  }
  const found: Zoom = { zoom, times: [], steps: [], bytes: [], packed: [] };
  for (const tile of tiles.values()) {
    const tries = Array.from({ length: TRIES }, () => timed(tile));
    const [{ value }] = tries;
    found.times.push(Math.min(...tries.map(({ time }) => time)));
    found.steps.push(Math.min(...tries.map(({ step }) => step)));
    found.bytes.push(value.length);
    found.packed.push(gzipSync(value, { level: 4 }).length);
  }
  for (const column of [found.times, found.steps, found.bytes, found.packed]) column.sort((a, b) => a - b);
  return found;
}

/** Makes a tile; what it took in all, and its longest step, ms. */
function timed(tile: TileAddress): { readonly value: Uint8Array; readonly time: number; readonly step: number } {
  const work = makeTile(index, tile);
  const started = performance.now();
  let last = processorTime();
  let step = 0;
  for (;;) {
    const { done, value } = work.next();
    const now = processorTime();
    step = Math.max(step, now - last);
    last = now;
    if (done) return { value, time: performance.now() - started, step };
  }
}

/** Processor time of the process, ms: what the machine does for others in between does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The tile of a zoom in which a random address stands. */
function tileOfSomebody({ kdTree: { coords, numItems } }: AddressIndex, z: number): TileAddress {
  for (;;) {
    const at = 2 * random.below(numItems);
    if (coords[at] === KD_PARKED) continue;
    const [x, y] = [worldX(coords[at] / 1e7), worldY(coords[at + 1] / 1e7)].map((part) => Math.floor(part * 2 ** z));
    return { z, x, y };
  }
}

/** A quantile of numbers that ascend. */
function quantile(sorted: readonly number[], at: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? 0;
}
