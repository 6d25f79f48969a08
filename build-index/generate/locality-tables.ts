import { anyDay, recentDay } from './dates.ts';
import { hexIdentifier } from './identifiers.ts';
import { type BlockRange, blockOfEdition, firstDayOf, meshBlockCode, shortYear } from './mesh-blocks.ts';
import type { Plan, PlannedLocality } from './plan.ts';
import type { Random } from './random.ts';
import type { MeshBlockTables, StateTables } from './state-tables.ts';
import { misspell } from './street-names.ts';

const CLASSES: readonly (readonly [number, string])[] = [
  [0.86, 'G'],
  [0.035, 'U'],
  [0.035, 'D'],
  [0.02, 'T'],
  [0.015, 'V'],
  [0.012, 'I'],
  [0.01, 'H'],
  [0.007, 'M'],
  [0.006, 'A'],
];

/** Higher numbers are never in use, and left to retired mesh blocks. */
const UNUSED_BLOCKS = 500_000;

/** Writes the STATE row. */
export function writeState({ table, facts }: StateTables): void {
  table.STATE.integer(facts.pid);
  table.STATE.text('2004-02-29');
  table.STATE.empty(1);
  table.STATE.text(facts.name);
  table.STATE.text(facts.file);
  table.STATE.endRow();
}

/** Writes a locality with its point, aliases, neighbours and mesh blocks; one in a hundred has a retired namesake. */
export function writeLocality(
  tables: StateTables,
  plan: Plan,
  locality: PlannedLocality,
  blocks: BlockRange,
  random: Random,
): void {
  writeRow(tables, locality.pid, locality, random.weighted(CLASSES), '', random);
  writePoint(tables, locality.pid, locality.longitude, locality.latitude, '', random);
  if (random.chance(0.012)) {
    const retired = recentDay(random);
    const pid = hexIdentifier('loc', random);
    writeRow(tables, pid, locality, 'U', retired, random);
    writePoint(tables, pid, locality.longitude + 90_001, locality.latitude + 70_003, retired, random);
  }
  if (random.chance(0.01)) {
    writePoint(tables, locality.pid, locality.longitude - 50_021, locality.latitude, recentDay(random), random);
  }
  writeAliases(tables, plan, locality, random);
  for (const index of locality.neighbours) {
    writeNeighbour(
      tables,
      locality.pid,
      plan.localities[index].pid,
      random.chance(0.01) ? recentDay(random) : '',
      random,
    );
  }
  writeMeshBlocks(tables, blocks, random);
}

function writeRow(
  { table, facts }: StateTables,
  pid: string,
  locality: PlannedLocality,
  classCode: string,
  retired: string,
  random: Random,
): void {
  table.LOCALITY.text(pid);
  table.LOCALITY.text(anyDay(random));
  table.LOCALITY.text(retired);
  table.LOCALITY.text(locality.name);
  table.LOCALITY.text(random.chance(0.08) ? locality.postcodes[0] : '');
  table.LOCALITY.text(classCode);
  table.LOCALITY.integer(facts.pid);
  table.LOCALITY.empty(1);
  table.LOCALITY.text(random.chance(0.97) ? '5' : '6');
  table.LOCALITY.endRow();
}

function writePoint(
  { table, identifiers }: StateTables,
  pid: string,
  longitude: number,
  latitude: number,
  retired: string,
  random: Random,
): void {
  table.LOCALITY_POINT.numbered('LP', identifiers.next('LOCALITY_POINT'));
  table.LOCALITY_POINT.text(anyDay(random));
  table.LOCALITY_POINT.text(retired);
  table.LOCALITY_POINT.text(pid);
  table.LOCALITY_POINT.empty(1);
  table.LOCALITY_POINT.coordinate(longitude);
  table.LOCALITY_POINT.coordinate(latitude);
  table.LOCALITY_POINT.endRow();
}

/** Spelling variants, `SAINT` for `ST` and `MOUNT` for `MT` in both directions, and neighbours' names. */
function writeAliases(tables: StateTables, plan: Plan, locality: PlannedLocality, random: Random): void {
  const names = new Set<string>();
  if (/^(MOUNT|MT|SAINT|ST) /.test(locality.name)) names.add(misspell(locality.name, random));
  if (random.chance(0.4)) names.add(misspell(locality.name, random));
  while (locality.neighbours.length > 0 && random.chance(0.35)) {
    const neighbour = plan.localities[random.pick(locality.neighbours)];
    if (neighbour.name !== locality.name) names.add(neighbour.name);
  }
  const table = tables.table.LOCALITY_ALIAS;
  for (const name of names) {
    table.numbered('LA', tables.identifiers.next('LOCALITY_ALIAS'));
    table.text(anyDay(random));
    table.text(random.chance(0.01) ? recentDay(random) : '');
    table.text(locality.pid);
    table.text(name);
    table.text(random.chance(0.05) ? locality.postcodes[0] : '');
    table.text('SR');
    table.integer(tables.facts.pid);
    table.endRow();
  }
}

function writeNeighbour(
  { table, identifiers }: StateTables,
  pid: string,
  neighbour: string,
  retired: string,
  random: Random,
): void {
  table.LOCALITY_NEIGHBOUR.numbered('LN', identifiers.next('LOCALITY_NEIGHBOUR'));
  table.LOCALITY_NEIGHBOUR.text(anyDay(random));
  table.LOCALITY_NEIGHBOUR.text(retired);
  table.LOCALITY_NEIGHBOUR.text(pid);
  table.LOCALITY_NEIGHBOUR.text(neighbour);
  table.LOCALITY_NEIGHBOUR.endRow();
}

function writeMeshBlocks({ meshBlocks, facts }: StateTables, { first, count }: BlockRange, random: Random): void {
  for (let number = first; number < first + count; number++) {
    for (const tables of meshBlocks)
      if (blockOfEdition(number, tables.edition) === number) writeMeshBlock(tables, facts.pid, number, '');
    if (random.chance(0.003)) {
      const retired = recentDay(random);
      const retired2016 = recentDay(random);
      for (const tables of meshBlocks)
        writeMeshBlock(tables, facts.pid, number + UNUSED_BLOCKS, tables.edition === 2016 ? retired2016 : retired);
    }
  }
}

function writeMeshBlock(
  { edition, blocks: table }: MeshBlockTables,
  statePid: number,
  number: number,
  retired: string,
): void {
  const code = meshBlockCode(statePid, number, edition);
  table.numbered(`MB${shortYear(edition)}`, code);
  table.text(firstDayOf(edition));
  table.text(retired);
  table.integer(code);
  table.endRow();
}
