import { gzipSync } from 'node:zlib';
import { Random } from '../../../build-index/generate/random.ts';
import { EVERYWHERE, leafPoints, readLeaf, TREE_UNITS } from '../../../src/address/index/kd-tree.ts';
import { worldX, worldY } from '../../../src/address/index/mercator.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { MOST_ZOOM, type TileAddress } from '../../../src/service/http/pages/tiles/tile-address.ts';
import { makeTile } from '../../../src/service/http/pages/tiles/tiles.ts';
import { quantile, withUnit } from '../../equipment/figures.ts';
import { benchmarkOfIndex, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';

interface Options {
  readonly index: string;
  readonly tiles: number;
  readonly seed: number;
}

/** How often each tile is made. */
const TRIES = 3;

/** The measurements of one zoom's tiles. */
interface Zoom {
  readonly zoom: number;
  /** Milliseconds of each tile, and of its longest step without yielding, ascending. */
  readonly times: number[];
  readonly steps: number[];
  readonly bytes: number[];
  readonly packed: number[];
}

const HEAD = ['zoom', 'tiles', 'p50', 'p99', 'worst', 'step, worst', 'bytes, p50', 'bytes, p99', 'gzip, p99'];

const NOTES = [
  'Tiles of places where addresses stand: each is that of a random address, so that tiles of towns come up as often as people look at them. "Made" is the work on one tile, without compressing it, which is done on a thread of its own; nothing is kept. "A step" is the most processor time within one tile between two points at which other requests can have their turn; the service joins steps until half a millisecond is over. Each tile is made three times, of which the least counts, since other work on the machine only adds to it.',
];

const points = leafPoints();

await runBenchmark(
  benchmarkOfIndex('bench:tiles', 'How long tiles of the map take, and how large they are.')
    .option('--tiles <n>', 'tiles of each zoom', readCount, 300)
    .option('--seed <n>', 'which tiles', readCount, 1),
  (options: Options) => {
    const index = openIndex(options.index);
    const random = new Random(options.seed, 'bench:tiles');
    // The second round counts: by then the code is compiled, as in a service after its first
    // minute.
    const rounds = [0, 1].map(() =>
      Array.from({ length: MOST_ZOOM + 1 }, (_, zoom) => measure(index, zoom, options.tiles, random)),
    );
    const zooms = rounds[1];
    const all = (of: 'times' | 'steps', share: number) =>
      quantile(
        zooms.flatMap((zoom) => zoom[of]).sort((a, b) => a - b),
        share,
      );
    const density = index.manifest.sections
      .filter(({ name }) => name.startsWith('density'))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    const rows = zooms.map(({ zoom, times, steps, bytes, packed }) => [
      ...[String(zoom), String(times.length)],
      ...[0.5, 0.99, 1].map((at) => withUnit(quantile(times, at), 'ms')),
      withUnit(quantile(steps, 1), 'ms'),
      ...[quantile(bytes, 0.5), quantile(bytes, 0.99), quantile(packed, 0.99)].map((size) => withUnit(size, '')),
    ]);
    const { addresses } = index.manifest;
    return {
      figures: [
        { what: 'a tile, made: p50', value: all('times', 0.5), unit: 'ms' },
        { what: 'a tile, made: p99', value: all('times', 0.99), unit: 'ms', goal: { atMost: 10 } },
        { what: 'a step: p99.9', value: all('steps', 0.999), unit: 'ms', goal: { atMost: 1.5 } },
        { what: 'a step: worst', value: all('steps', 1), unit: 'ms' },
        { what: 'density, of an address', value: density / addresses, unit: 'bytes', goal: { atMost: 1 } },
      ],
      tables: [{ title: 'Tiles by zoom', rows: [HEAD, ...rows] }],
      notes: [`${withUnit(addresses, '')} addresses.`, ...NOTES],
    };
  },
);

function measure(index: AddressIndex, zoom: number, count: number, random: Random): Zoom {
  const tiles = new Map<string, TileAddress>();
  for (let i = 0; i < count; i++) {
    const tile = tileOfSomebody(index, zoom, random);
    tiles.set(`${tile.x}/${tile.y}`, tile);
  }
  const found: Zoom = { zoom, times: [], steps: [], bytes: [], packed: [] };
  for (const tile of tiles.values()) {
    const tries = Array.from({ length: TRIES }, () => timed(index, tile));
    const [{ value }] = tries;
    found.times.push(Math.min(...tries.map(({ time }) => time)));
    found.steps.push(Math.min(...tries.map(({ step }) => step)));
    found.bytes.push(value.length);
    found.packed.push(gzipSync(value, { level: 4 }).length);
  }
  for (const column of [found.times, found.steps, found.bytes, found.packed]) column.sort((a, b) => a - b);
  return found;
}

/** Makes a tile; returns its time in all, and its longest step, ms. */
function timed(
  index: AddressIndex,
  tile: TileAddress,
): { readonly value: Uint8Array; readonly time: number; readonly step: number } {
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

/** Processor time of the process, ms, which other work on the machine does not count towards. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The tile of a zoom in which a random address stands. */
function tileOfSomebody(index: AddressIndex, z: number, random: Random): TileAddress {
  const leaf = random.below(index.columns.kdSplit.length);
  const at = random.below(readLeaf(index, leaf, EVERYWHERE, points));
  const parts = [worldX(points.x[at] / TREE_UNITS), worldY(points.y[at] / TREE_UNITS)];
  const [x, y] = parts.map((part) => Math.floor(part * 2 ** z));
  return { z, x, y };
}
