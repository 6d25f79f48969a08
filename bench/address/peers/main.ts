import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import type { Table } from '../../equipment/figures.ts';
import { ensureRelease } from '../../equipment/prepare-release.ts';
import { benchmark, readCount, runBenchmark } from '../../equipment/run-benchmark.ts';
import { prepareMaterial } from './material.ts';
import { measurePeers } from './measure.ts';
import { PEER_NAMES } from './peers.ts';
import { peerTables } from './report.ts';

interface Options {
  readonly release?: readonly string[];
  readonly addresses?: readonly number[];
  readonly peers: readonly string[];
  readonly perClass: number;
  readonly typed: number;
  readonly seed: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly build: number;
}

const SIZES = [100_000, 1_000_000];

const NOTES = [
  'bench/address/peers/README.md says how each peer is set up, and where it is at a disadvantage.',
  'One client asks at a time, all peers in turns. A peer that is slow answers fewer of the same queries.',
];

await runBenchmark(
  benchmark('bench:peers', 'Letterbox and other engines on the same addresses, asked the same queries in turns.')
    .option('--release <folders...>', 'unpacked releases to use; else made ones of --addresses')
    // The default is not given to commander, which would pass it to the parser as the first of the
    // numbers.
    .option(
      '--addresses <numbers...>',
      `sizes of the releases to make (default: ${SIZES.join(' ')})`,
      (text, before: readonly number[] = []) => [...before, readCount(text)],
    )
    .addOption(new Option('--peers <names...>', 'which').choices(PEER_NAMES).default(PEER_NAMES))
    .option('--per-class <n>', 'questions of each class of the accuracy benchmark', readCount, 30)
    .option('--typed <n>', 'keystrokes', readCount, 20_000)
    .option('--seed <n>', 'which of them', readCount, 1)
    .option('--seconds <n>', 'time of each peer for each kind of queries', readCount, 20)
    .option('--rounds <n>', 'rounds that this time is divided into', readCount, 5)
    .option('--build <seconds>', 'time that a peer has for building', readCount, 300),
  async (options: Options, { folder, keep }) => {
    const { release, addresses = SIZES, peers, perClass, typed, seed, seconds, rounds, build } = options;
    const tables: Table[] = [];
    const measurements = { figures: [], tables, notes: NOTES };
    for (const given of release ?? addresses.map(ensureRelease)) {
      if (!existsSync(given)) throw new Error(`${given}: no such folder`);
      // PostgreSQL runs as another user, which has to reach its folder.
      const own = mkdtempSync(join(folder, 'peers-'));
      chmodSync(own, 0o711);
      const prepared = prepareMaterial(given, own, { perClass, typed, seed });
      const limits = { build, queries: seconds, rounds, peers };
      const results = await measurePeers(prepared, own, given, limits, (line) => process.stderr.write(`${line}\n`));
      tables.push(...peerTables(prepared, results));
      // Keeps what there is, in case a later size runs out of time.
      keep(measurements);
      rmSync(own, { recursive: true, force: true });
    }
    return measurements;
  },
);
