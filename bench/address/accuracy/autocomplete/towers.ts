import type { Random } from '../../../../build-index/generate/random.ts';
import type { Asker } from '../asker.ts';
import { misspell, slip } from '../language/typos.ts';
import { shuffledPositions } from '../sampling.ts';
import { localityOf, streetText, type Universe } from '../universe/universe.ts';
import type { Buildings } from './buildings.ts';

/** The result of queries for towers without a unit. */
export interface TowerResult {
  readonly asked: number;
  /** Queries whose list has a unit before its building's record. */
  readonly unitsFirst: readonly string[];
  /** Mean number of units of one building in a list of twenty. */
  readonly meanUnits: number;
}

const FEWEST_UNITS = 5;

/**
 * Asks for buildings of five units or more by number and street: unfinished, whole, with the
 * suburb, and mistyped.
 */
export function askTowers(
  universe: Universe,
  asker: Asker,
  buildings: Buildings,
  random: Random,
  most: number,
): TowerResult {
  const unitsFirst: string[] = [];
  let asked = 0;
  let units = 0;
  for (const row of shuffledPositions(universe.rows, random)) {
    if (asked >= most) break;
    if (universe.rowUnit[row] !== 0 || universe.rowNumber[row] === 0 || unitsAt(universe, row) < FEWEST_UNITS) continue;
    const q = towerQuery(universe, row, random).toLowerCase();
    asked++;
    const long = asker.autocomplete(q, { limit: 20 });
    if (buildings.unitBeforeBuilding(long) !== null || buildings.unitBeforeBuilding(asker.autocomplete(q)) !== null)
      unitsFirst.push(q);
    units += mostUnitsOfOne(
      long.map(({ addressLabel, localityName }) => [addressLabel ?? '', localityName ?? '']),
      buildings,
    );
  }
  return { asked, unitsFirst, meanUnits: asked === 0 ? 0 : units / asked };
}

function towerQuery(universe: Universe, row: number, random: Random): string {
  const street = universe.streets[universe.rowStreet[row]];
  const number = universe.numbers[universe.rowNumber[row]].text;
  const whole = streetText(street);
  const { name } = localityOf(universe, row);
  const wrong = (text: string) => misspell(text, 4, random, slip) ?? text;
  const forms = [
    () => `${number} ${whole.slice(0, random.between(2, whole.length))}`,
    () => `${number} ${whole}`,
    () => `${number} ${whole} ${name.slice(0, random.between(1, name.length))}`,
    () => `${number} ${whole} ${name}`,
    () => `${number} ${wrong(whole)}`,
    () => `${number} ${wrong(whole)} ${name}`,
    () => `${number} ${whole} ${wrong(name)}`,
    () => `${number} ${wrong(street.name)} ${name}`,
  ];
  return random.pick(forms)();
}

function unitsAt(universe: Universe, row: number): number {
  const street = universe.rowStreet[row];
  let units = 0;
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++)
    if (universe.rowNumber[other] === universe.rowNumber[row] && universe.rowUnit[other] !== 0) units++;
  return units;
}

function mostUnitsOfOne(labels: readonly (readonly [string, string])[], buildings: Buildings): number {
  const counts = new Map<string, number>();
  for (const [label, locality] of labels) {
    const building = buildings.buildingLabel(label);
    if (building !== null) counts.set(`${building}|${locality}`, (counts.get(`${building}|${locality}`) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
