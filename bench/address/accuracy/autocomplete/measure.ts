import { Random } from '../../../../build-index/generate/random.ts';
import type { Asker } from '../asker.ts';
import { isHouse, isUnit, slashIsNatural } from '../classes/rows.ts';
import { shuffledPositions } from '../sampling.ts';
import { isPrincipal, type Universe } from '../universe/universe.ts';
import { Buildings } from './buildings.ts';
import { type TypedAddress, typeAddress, typedLine } from './keystrokes.ts';
import { PrefixList } from './prefix-list.ts';
import { checkPromises, type PromiseResult } from './promises.ts';
import { askTowers, type TowerResult } from './towers.ts';

/** Everything measured of autocomplete. */
export interface AutocompleteResult {
  readonly houses: readonly TypedAddress[];
  readonly units: readonly TypedAddress[];
  /** Where a plain prefix list of all addresses without units shows the houses. */
  readonly plain: PrefixList;
  readonly towers: TowerResult;
  readonly promises: readonly PromiseResult[];
}

/**
 * Types `addresses` houses and a quarter as many units letter by letter, and asks as many of the
 * other questions.
 */
export function measureAutocomplete(
  universe: Universe,
  asker: Asker,
  { addresses, seed }: { readonly addresses: number; readonly seed: number },
): AutocompleteResult {
  const random = new Random(seed, 'autocomplete');
  const houses = draw(universe, random, addresses, (row) => isHouse({ universe }, row));
  const units = draw(
    universe,
    random,
    addresses / 4,
    (row) => isUnit({ universe }, row) && slashIsNatural(universe, row),
  );
  const plain = new PrefixList(houses.map((row) => typedLine(universe, row).line));
  for (let row = 0; row < universe.rows; row++)
    if (universe.rowUnit[row] === 0 && isPrincipal(universe, row)) plain.add(typedLine(universe, row).line);
  const buildings = new Buildings(universe);
  return {
    houses: houses.map((row) => typeAddress(universe, asker, buildings, row)),
    units: units.map((row) => typeAddress(universe, asker, buildings, row)),
    plain,
    towers: askTowers(universe, asker, buildings, random, addresses),
    promises: checkPromises(universe, asker, random, addresses / 2),
  };
}

function draw(universe: Universe, random: Random, most: number, fits: (row: number) => boolean): number[] {
  const drawn: number[] = [];
  for (const row of shuffledPositions(universe.rows, random)) {
    if (drawn.length >= most) break;
    if (fits(row)) drawn.push(row);
  }
  return drawn;
}
