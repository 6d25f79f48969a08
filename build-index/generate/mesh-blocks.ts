import { closeSync, openSync, writeSync } from 'node:fs';
import { cutEvenly, inMapOrder, titleCase } from './grouping.ts';
import type { Plan, PlannedLocality } from './plan.ts';
import { mix32 } from './random.ts';

const ADDRESSES_PER_BLOCK = 45;
const BLOCKS_PER_SA1 = 6;
const MOST_SA1_PER_SA2 = 99;
const COLUMNS =
  'MB_CODE_2021,MB_CATEGORY_2021,CHANGE_FLAG_2021,CHANGE_LABEL_2021,SA1_CODE_2021,SA2_CODE_2021,SA2_NAME_2021,SA3_CODE_2021,SA3_NAME_2021,SA4_CODE_2021,SA4_NAME_2021,GCCSA_CODE_2021,GCCSA_NAME_2021,STATE_CODE_2021,STATE_NAME_2021,AUS_CODE_2021,AUS_NAME_2021,AREA_ALBERS_SQKM,ASGS_LOCI_URI_2021';

/** The mesh blocks of a locality: consecutive numbers within its state. */
export interface BlockRange {
  readonly first: number;
  readonly count: number;
}

/** Mesh blocks of every locality, by its position in the plan: about 45 addresses each, as in the real country. */
export function planMeshBlocks(plan: Plan): readonly BlockRange[] {
  const ranges: BlockRange[] = new Array(plan.localities.length);
  for (const localities of byState(plan)) {
    let next = 1;
    for (const locality of inMapOrder(localities, true)) {
      const count = Math.max(1, Math.ceil(locality.addresses / ADDRESSES_PER_BLOCK));
      ranges[locality.index] = { first: next, count };
      next += count;
    }
  }
  return ranges;
}

/**
 * The code (11 digits) of a state's mesh block by its number. Those of 2016 and 2021 are numbered
 * alike, as the real ones mostly are; from 2026 on every edition numbers its own, so that no code of
 * one is found in another.
 */
export function meshBlockCode(statePid: number, number: number, edition: number): number {
  return statePid * 10_000_000_000 + number * 10_000 + Math.max(0, edition - 2021);
}

/** The number of the mesh block of an edition that lies where that of 2021 or later does: those of 2016 were larger. */
export function blockOfEdition(number: number, edition: number): number {
  return edition < 2021 && number % 9 === 4 ? number - 1 : number;
}

/** `26` of 2026, as identifiers have it. */
export function shortYear(edition: number): string {
  return String(edition).slice(2);
}

/** The day that the rows of an edition came into G-NAF. */
export function firstDayOf(edition: number): string {
  return edition < 2021 ? `${edition + 1}-11-01` : edition === 2021 ? '2021-11-01' : `${edition}-08-01`;
}

/**
 * Writes `MB_<edition>_AUST.csv` as ABS publishes it (ASGS, Main Structure): every mesh block
 * with its category and the SA1 to SA4 and GCCSA around it. Codes nest: an SA2 code begins with its
 * SA3 code, that with its SA4 code, and that with the state's.
 */
export function writeMeshBlockAllocation(
  path: string,
  plan: Plan,
  ranges: readonly BlockRange[],
  edition: number,
): void {
  const file = openSync(path, 'wx');
  let text = `${COLUMNS.replaceAll('_2021', `_${edition}`)}\r\n`;
  const emit = (line: string) => {
    text += line;
    if (text.length > 1_000_000) {
      writeSync(file, text);
      text = '';
    }
  };
  for (const localities of byState(plan)) allocateState(localities, ranges, edition, emit);
  writeSync(file, text);
  closeSync(file);
}

function allocateState(
  localities: readonly PlannedLocality[],
  ranges: readonly BlockRange[],
  edition: number,
  emit: (line: string) => void,
): void {
  const { facts } = localities[0];
  const ordered = inMapOrder(localities, true);
  const regions = [ordered.filter((l) => l.inGreaterCapital), ordered.filter((l) => !l.inGreaterCapital)];
  let sa4Number = 0;
  // An SA2 of one edition has no code of another's.
  let sa2Number = 1000 + Math.max(0, edition - 2021) * 1000;
  for (const region of regions.filter((list) => list.length > 0)) {
    const [gccsaCode, gccsaName] = region[0].inGreaterCapital ? facts.greaterCapital : facts.restOfState;
    const isSplit = facts.greaterCapital !== facts.restOfState && region[0].inGreaterCapital;
    for (const sa4 of cutEvenly(region, Math.ceil(region.length / 160), weightOf)) {
      const sa4Code = `${facts.pid}${String(++sa4Number).padStart(2, '0')}`;
      const place = titleCase(largest(sa4).name);
      const sa4Name = isSplit ? `${titleCase(facts.capital.name)} - ${place}` : place;
      let sa3Number = 0;
      for (const sa3 of cutEvenly(sa4, Math.ceil(sa4.length / 45), weightOf)) {
        const sa3Code = sa4Code + String(++sa3Number).padStart(2, '0');
        const sa3Name = titleCase(largest(sa3).name);
        for (const sa2 of cutEvenly(sa3, Math.ceil(sa3.length / 6), weightOf)) {
          const names = [...new Set([largest(sa2).name, sa2[0].name])].map(titleCase);
          let part = 0;
          let sa1Number = 0;
          let inSa1 = BLOCKS_PER_SA1;
          let sa2Code = '';
          let sa2Name = '';
          for (const locality of sa2) {
            const range = ranges[locality.index];
            for (let number = range.first; number < range.first + range.count; number++) {
              if (inSa1++ === BLOCKS_PER_SA1) {
                inSa1 = 1;
                sa1Number++;
              }
              if (sa2Code === '' || sa1Number > MOST_SA1_PER_SA2) {
                sa2Code = sa3Code + ++sa2Number;
                sa2Name = names.join(' - ') + (part++ === 0 ? '' : ` (${part})`);
                sa1Number = 1;
              }
              const code = meshBlockCode(facts.pid, number, edition);
              const sa1 = sa2Code + String(sa1Number).padStart(2, '0');
              const stateName = titleCase(facts.name);
              const change = number % 9 === 4 ? '2,New' : '0,No change';
              emit(
                `${code},${categoryOf(locality, number)},${change},${sa1},${sa2Code},${sa2Name},${sa3Code},${sa3Name},${sa4Code},${sa4Name},${gccsaCode},${gccsaName},${facts.pid},${stateName},AUS,Australia,${areaOf(locality, number)},http://linked.data.gov.au/dataset/asgsed${asgsEdition(edition)}/MB/${code}\r\n`,
              );
            }
          }
        }
      }
    }
  }
}

/** Edition 3 is that of 2021; one follows every five years. */
function asgsEdition(edition: number): number {
  return 3 + (edition - 2021) / 5;
}

function byState(plan: Plan): PlannedLocality[][] {
  const states = new Map<number, PlannedLocality[]>();
  for (const locality of plan.localities) {
    const list = states.get(locality.facts.pid);
    if (list) list.push(locality);
    else states.set(locality.facts.pid, [locality]);
  }
  return [...states.values()];
}

const weightOf = (locality: PlannedLocality) => locality.addresses;

function largest(localities: readonly PlannedLocality[]): PlannedLocality {
  return localities.reduce((best, locality) => (locality.addresses > best.addresses ? locality : best));
}

function categoryOf(locality: PlannedLocality, number: number): string {
  const roll = (mix32(number * 31 + locality.facts.pid) >>> 0) % 1000;
  if (locality.setting === 'rural' && roll < 450) return 'Primary Production';
  if (locality.setting === 'centre' && roll < 350) return 'Commercial';
  if (roll < 870) return 'Residential';
  if (roll < 920) return 'Commercial';
  if (roll < 945) return 'Industrial';
  if (roll < 965) return 'Parkland';
  if (roll < 975) return 'Education';
  if (roll < 980) return 'Hospital/Medical';
  if (roll < 985) return 'Transport';
  if (roll < 988) return 'Water';
  return 'Other';
}

function areaOf(locality: PlannedLocality, number: number): string {
  const unit = (mix32(number + 77) >>> 0) % 9000;
  const units = locality.setting === 'rural' ? 20_000 + unit * 400 : 150 + unit;
  return `${Math.floor(units / 10000)}.${String(units % 10000).padStart(4, '0')}`;
}
