import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { aligned } from '../accuracy/table.ts';
import { type Reporting, report, type Table } from '../figures.ts';
import { machineText } from '../machine.ts';
import { readCount } from '../options.ts';
import { ensureRelease } from '../releases.ts';
import { prepareMaterial } from './material.ts';
import { measurePeers, type Result } from './measure.ts';
import { PEER_NAMES } from './peers.ts';
import { peerTables } from './report.ts';

interface Options extends Reporting {
  readonly release?: readonly string[];
  readonly addresses: readonly number[];
  readonly peers: readonly string[];
  readonly perClass: number;
  readonly typed: number;
  readonly seed: number;
  readonly seconds: number;
  readonly rounds: number;
  readonly build: number;
}

const NOTES = [
  'bench/peers/README.md says how each peer is set up, and where it is at a disadvantage.',
  'One client asks at a time, all peers in turns. A peer that is slow answers fewer of the same queries.',
];

const options = new Command('bench:peers')
  .description('Letterbox and other engines on the same addresses, asked the same queries in turns.')
  .option('--release <folders...>', 'unpacked releases to use; else made ones of --addresses')
  .addOption(
    new Option('--addresses <numbers...>', 'sizes of the releases to make')
      .argParser((text, all: number[] | undefined) => [...(all ?? []), readCount(text)])
      .default([100_000, 1_000_000]),
  )
  .addOption(new Option('--peers <names...>', 'which').choices(PEER_NAMES).default(PEER_NAMES))
  .option('--per-class <n>', 'questions of each class of the accuracy benchmark', readCount, 30)
  .option('--typed <n>', 'keystrokes', readCount, 20_000)
  .option('--seed <n>', 'which of them', readCount, 1)
  .option('--seconds <n>', 'time of each peer for each kind of queries', readCount, 20)
  .option('--rounds <n>', 'rounds that this time is divided into', readCount, 5)
  .option('--build <seconds>', 'time that a peer has for building', readCount, 300)
  .option('--json <file>', 'write the numbers there too')
  .parse()
  .opts<Options>();

try {
  await run(options);
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}

async function run({ release, addresses, peers, perClass, typed, seed, seconds, rounds, build, ...more }: Options) {
  print(`${machineText()}\n`);
  const tables: Table[] = [];
  for (const folder of release ?? addresses.map(ensureRelease)) {
    if (!existsSync(folder)) throw new Error(`${folder}: no such folder`);
    const own = mkdtempSync(join(tmpdir(), 'letterbox-peers-'));
    // PostgreSQL runs as another user, and has to reach its folder.
    chmodSync(own, 0o711);
    try {
      const prepared = prepareMaterial(folder, own, { perClass, typed, seed });
      const limits = { build, queries: seconds, rounds, peers };
      const results: Result[] = await measurePeers(prepared, own, folder, limits, (line) =>
        process.stderr.write(`${line}\n`),
      );
      for (const table of peerTables(prepared, results)) {
        tables.push(table);
        print(`${table.title}\n\n${aligned(table.rows)}\n`);
      }
      // What is done is written at once: a later size may take longer than there is time.
      report(more, { figures: [], tables, notes: NOTES });
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
