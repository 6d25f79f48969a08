import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AddressWriter } from './address-writer.ts';
import { writeAuthorityCodes } from './authority-codes.ts';
import { writeBoundaries } from './boundaries.ts';
import { COUNTRY } from './country.ts';
import type { Gazetteer } from './gazetteer.ts';
import { makeStreets } from './locality-streets.ts';
import { writeLocality, writeState } from './locality-tables.ts';
import { planMeshBlocks, writeMeshBlockAllocation } from './mesh-blocks.ts';
import { type Plan, planRelease } from './plan.ts';
import { Random } from './random.ts';
import { createStateTables } from './state-tables.ts';
import { StreetNamer, StreetRegister } from './street-names.ts';
import type { WrittenStreets } from './written/written-addresses.ts';

/** Which editions of the ASGS a release has: that of 2021 as before August 2026, that of 2026 alone, or both. */
export const ASGS_KINDS = ['2021', '2026', 'both'] as const;
export type AsgsKind = (typeof ASGS_KINDS)[number];

/** What to generate. */
export interface ReleaseOptions {
  /** Current addresses (not retired, confidence 0 or more), principal and alias. */
  readonly addresses: number;
  readonly seed: number;
  readonly gazetteer: Gazetteer;
  /** Streets that people wrote, to be put into the release; none if absent. */
  readonly written?: WrittenStreets | undefined;
  /** `both` if absent. */
  readonly asgs?: AsgsKind | undefined;
  /** A folder that does not exist or is empty. It gets `G-NAF/`, `abs/` and `boundaries/`. */
  readonly out: string;
}

/** What releases of a kind are called, and the editions of the ASGS whose mesh blocks they have, oldest first. */
interface Editions {
  readonly release: string;
  readonly editions: readonly number[];
}

const EDITIONS: Readonly<Record<AsgsKind, Editions>> = {
  2021: { release: 'G-NAF FEBRUARY 2026', editions: [2016, 2021] },
  2026: { release: 'G-NAF AUGUST 2026', editions: [2026] },
  both: { release: 'G-NAF AUGUST 2026', editions: [2016, 2021, 2026] },
};

/**
 * Writes a release in the official layout (G-NAF product description): the same bytes for the same
 * options.
 *
 * It is written next to `out` under a temporary name and renamed at the end. Memory does not grow
 * with the addresses, except for the plan of localities (about 15 000) and 4 bytes per slot for
 * street names.
 *
 * @throws Error naming `out` if it is not empty.
 */
export function generateRelease({ addresses, seed, gazetteer, written, asgs = 'both', out }: ReleaseOptions): void {
  const target = resolve(out);
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new Error(`The output folder ${out} is not empty.`);
  }
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.partial`);
  mkdirSync(draft, { recursive: true });
  try {
    writeRelease(draft, seed, gazetteer, planRelease(addresses, seed, gazetteer, written), EDITIONS[asgs]);
    if (existsSync(target)) rmdirSync(target);
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function writeRelease(
  folder: string,
  seed: number,
  gazetteer: Gazetteer,
  plan: Plan,
  { release, editions }: Editions,
): void {
  const standard = join(folder, 'G-NAF', release, 'Standard');
  mkdirSync(standard, { recursive: true });
  mkdirSync(join(folder, 'abs'));
  writeAuthorityCodes(join(folder, 'G-NAF', release, 'Authority Code'));
  const blocks = planMeshBlocks(plan);
  for (const edition of editions.filter((year) => year >= 2021))
    writeMeshBlockAllocation(join(folder, 'abs', `MB_${edition}_AUST.csv`), plan, blocks, edition);
  writeBoundaries(join(folder, 'boundaries'), plan, seed);
  const addresses = plan.localities.reduce((sum, locality) => sum + locality.addresses, 0);
  const register = new StreetRegister(Math.ceil(addresses / 8) + plan.localities.length);
  const namer = new StreetNamer(gazetteer, register);
  for (const facts of COUNTRY) {
    const localities = plan.localities.filter((locality) => locality.facts === facts);
    const expected = localities.reduce((sum, locality) => sum + locality.addresses, 0);
    const tables = createStateTables(standard, facts, expected, seed, editions);
    const writer = new AddressWriter(tables, new Random(seed, `rows ${facts.file}`));
    writeState(tables);
    for (const locality of localities) {
      const random = new Random(seed, locality.pid);
      writeLocality(tables, plan, locality, blocks[locality.index], random);
      const making = { plan, tables, writer, namer, register };
      makeStreets(locality, blocks[locality.index], making, random, new Random(seed, `later ${locality.pid}`));
    }
    tables.close();
  }
}
