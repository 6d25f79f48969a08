import type { BoundaryGrid } from './boundary-grid.ts';
import { cellAt } from './boundary-grid.ts';
import { COUNTRY, DEGREE, type StateFacts } from './country.ts';
import { cutEvenly, inMapOrder, titleCase } from './grouping.ts';
import { hexIdentifier } from './identifiers.ts';
import type { Plan, PlannedLocality } from './plan.ts';
import type { Random } from './random.ts';

/** An area of a layer: its attribute values in the order of the layer's fields. */
interface Area {
  readonly values: readonly string[];
  readonly state: StateFacts;
}

/** A layer of areas that do not overlap: which area each owner of grid cells belongs to, -1 for none. */
export interface Layer {
  readonly areas: readonly Area[];
  /** By position in the plan; the enclaves follow the localities. */
  readonly areaOf: Int32Array;
}

/** A town that is an area of its own, surrounded by another: the hole and what fills it. */
interface Enclave {
  readonly locality: PlannedLocality;
  readonly cells: readonly number[];
}

/** Local government areas and their wards, Commonwealth and state electorates (SECL_CODE 1 lower, 3 upper house). */
export interface BoundaryLayers {
  readonly enclaves: readonly Enclave[];
  readonly localGovernment: Layer;
  readonly wards: Layer;
  readonly commonwealth: Layer;
  readonly lowerHouse: Layer;
  readonly upperHouse: Layer;
}

/** Draws up every layer's areas as runs of localities along the map. */
export function planBoundaries(plan: Plan, grid: BoundaryGrid, random: Random): BoundaryLayers {
  const groups = COUNTRY.flatMap((facts) => localGovernmentGroups(plan, facts));
  const enclaves = findEnclaves(groups, grid, random);
  const owners = plan.localities.length + enclaves.length;
  const { localGovernment, wards } = planLocalGovernment(groups, enclaves, plan, owners, random);
  return {
    enclaves,
    localGovernment,
    wards,
    commonwealth: planCommonwealth(plan, enclaves, owners),
    lowerHouse: planState(plan, enclaves, owners, 'lower'),
    upperHouse: planState(plan, enclaves, owners, 'upper'),
  };
}

interface LocalGovernmentGroup {
  readonly facts: StateFacts;
  readonly localities: readonly PlannedLocality[];
}

function localGovernmentGroups(plan: Plan, facts: StateFacts): LocalGovernmentGroup[] {
  const localities = inMapOrder(localitiesOf(plan, facts), false);
  const count = Math.min(facts.localGovernmentAreas, Math.ceil(localities.length / 4));
  return cutEvenly(localities, count, () => 1).map((run) => ({ facts, localities: run }));
}

/**
 * Towns whose own cell and all 24 around it lie in one local government area: every third of them
 * becomes an enclave.
 */
function findEnclaves(groups: readonly LocalGovernmentGroup[], grid: BoundaryGrid, random: Random): Enclave[] {
  const enclaves: Enclave[] = [];
  for (const { localities } of groups) {
    if (localities.length < 3 || !random.chance(0.5)) continue;
    const members = new Set(localities.map((locality) => locality.index));
    const bySize = [...localities].sort((a, b) => b.addresses - a.addresses || a.index - b.index);
    const town = bySize.find((locality) =>
      around(grid, locality, 2).every((cell) => members.has(grid.owner[cell] ?? -1)),
    );
    if (town) enclaves.push({ locality: town, cells: around(grid, town, 1) });
  }
  return enclaves;
}

function around(grid: BoundaryGrid, locality: PlannedLocality, reach: number): number[] {
  const middle = cellAt(grid, locality.longitude, locality.latitude);
  const cells: number[] = [];
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) cells.push(middle + row * grid.columns + column);
  }
  return cells;
}

function planLocalGovernment(
  groups: readonly LocalGovernmentGroup[],
  enclaves: readonly Enclave[],
  plan: Plan,
  owners: number,
  random: Random,
): { localGovernment: Layer; wards: Layer } {
  const areas: Area[] = [];
  const wards: Area[] = [];
  const areaOf = new Int32Array(owners).fill(-1);
  const wardOf = new Int32Array(owners).fill(-1);
  const names = new Names(34);
  const addArea = (facts: StateFacts, name: string) => {
    const pid = hexIdentifier('lga', random);
    areas.push({ values: [pid, name, name, facts.file], state: facts });
    return pid;
  };
  const addWard = (facts: StateFacts, localGovernmentPid: string, name: string) => {
    wards.push({ values: [hexIdentifier('wad', random), localGovernmentPid, name, facts.file], state: facts });
  };
  for (const { facts, localities } of groups) {
    const pid = addArea(facts, names.take(facts.file, localities, titleCase));
    for (const locality of localities) areaOf[locality.index] = areas.length - 1;
    if (!facts.hasWards) continue;
    const runs = cutEvenly(localities, random.between(1, Math.min(6, Math.ceil(localities.length / 2))), weightOf);
    const wardNames = new Names(45);
    for (const run of runs) {
      addWard(facts, pid, `${wardNames.take('', run, titleCase)} Ward`);
      for (const locality of run) wardOf[locality.index] = wards.length - 1;
    }
  }
  enclaves.forEach(({ locality }, i) => {
    const pid = addArea(
      locality.facts,
      names.take(locality.facts.file, [locality], (name) => `${titleCase(name)} City`),
    );
    areaOf[plan.localities.length + i] = areas.length - 1;
    if (!locality.facts.hasWards) return;
    addWard(locality.facts, pid, `${titleCase(locality.name)} City Ward`);
    wardOf[plan.localities.length + i] = wards.length - 1;
  });
  return { localGovernment: { areas, areaOf }, wards: { areas: wards, areaOf: wardOf } };
}

/** Electorates of equal numbers of addresses; the Other Territories vote with the ACT and the Northern Territory. */
function planCommonwealth(plan: Plan, enclaves: readonly Enclave[], owners: number): Layer {
  const areas: Area[] = [];
  const areaOf = new Int32Array(owners).fill(-1);
  const names = new Names(50);
  const firstOf = new Map<string, number>();
  for (const facts of COUNTRY) {
    const localities = inMapOrder(localitiesOf(plan, facts), false);
    const count = Math.min(facts.commonwealthElectorates, Math.ceil(localities.length / 5));
    firstOf.set(facts.file, areas.length);
    cutEvenly(localities, count, weightOf).forEach((run, i) => {
      for (const locality of run) areaOf[locality.index] = areas.length;
      areas.push({ values: [`${facts.file}${i + 1}`, names.take('', run, (name) => name)], state: facts });
    });
  }
  for (const locality of plan.localities.filter(({ facts }) => facts.file === 'OT')) {
    const isIndianOcean = locality.longitude < 110 * DEGREE;
    areaOf[locality.index] = firstOf.get(isIndianOcean ? 'NT' : 'ACT') ?? -1;
  }
  enclaves.forEach(({ locality }, i) => {
    areaOf[plan.localities.length + i] = areaOf[locality.index];
  });
  return { areas, areaOf };
}

/** State electorates; every other enclave is a district of its own in the lower house. */
function planState(plan: Plan, enclaves: readonly Enclave[], owners: number, house: 'lower' | 'upper'): Layer {
  const areas: Area[] = [];
  const areaOf = new Int32Array(owners).fill(-1);
  const names = new Names(50);
  const code = house === 'lower' ? '1' : '3';
  const firstNumber = house === 'lower' ? 101 : 601;
  const label = (name: string) => (house === 'lower' ? name : `${name} REGION`);
  for (const facts of COUNTRY) {
    const localities = inMapOrder(localitiesOf(plan, facts), false);
    const wanted = house === 'lower' ? facts.stateElectorates : facts.upperHouseAreas;
    const count = Math.min(wanted, Math.ceil(localities.length / (house === 'lower' ? 3 : 9)));
    let number = firstNumber;
    for (const run of cutEvenly(localities, count, weightOf)) {
      for (const locality of run) areaOf[locality.index] = areas.length;
      areas.push({ values: [`${facts.file}${number++}`, names.take(facts.file, run, label), code], state: facts });
    }
    enclaves.forEach(({ locality }, i) => {
      if (locality.facts !== facts || count === 0) return;
      areaOf[plan.localities.length + i] = areaOf[locality.index];
      if (house === 'upper' || i % 2 === 1) return;
      areaOf[plan.localities.length + i] = areas.length;
      areas.push({
        values: [`${facts.file}${number++}`, names.take(facts.file, [locality], (name) => `${name} CITY`), code],
        state: facts,
      });
    });
  }
  return { areas, areaOf };
}

/** Names each area after the largest of its localities that has not named another. */
class Names {
  private readonly taken = new Set<string>();
  private readonly longest: number;

  constructor(longest: number) {
    this.longest = longest;
  }

  take(scope: string, localities: readonly PlannedLocality[], label: (name: string) => string): string {
    const bySize = [...localities].sort((a, b) => b.addresses - a.addresses || a.index - b.index);
    for (let round = 1; ; round++) {
      for (const locality of bySize) {
        const suffix = round > 1 ? ` ${round}` : '';
        const name = label(locality.name).slice(0, this.longest - suffix.length) + suffix;
        if (this.taken.has(scope + name)) continue;
        this.taken.add(scope + name);
        return name;
      }
    }
  }
}

function localitiesOf(plan: Plan, facts: StateFacts): PlannedLocality[] {
  return plan.localities.filter((locality) => locality.facts === facts);
}

const weightOf = (locality: PlannedLocality) => locality.addresses;
