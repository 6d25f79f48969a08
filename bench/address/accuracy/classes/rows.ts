import { SLASH_TYPES } from '../language/abbreviations.ts';
import { fullText, isPrincipal, localityOf, NO_POSTCODE, type Universe } from '../universe/universe.ts';

interface OfUniverse {
  readonly universe: Universe;
}

/** A principal with a street number, a street name, a state and a postcode. */
export function isNumbered({ universe }: OfUniverse, row: number): boolean {
  const number = universe.numbers[universe.rowNumber[row]];
  return number.first !== '' && !number.lot && isWhole(universe, row);
}

/** A numbered principal without a unit. */
export function isHouse(setting: OfUniverse, row: number): boolean {
  return setting.universe.rowUnit[row] === 0 && isNumbered(setting, row);
}

/** A numbered principal with a flat or a level. */
export function isUnit(setting: OfUniverse, row: number): boolean {
  return setting.universe.rowUnit[row] !== 0 && isNumbered(setting, row);
}

/** A principal with a lot instead of a street number. */
export function isLot({ universe }: OfUniverse, row: number): boolean {
  return universe.numbers[universe.rowNumber[row]].lot && universe.rowUnit[row] === 0 && isWhole(universe, row);
}

/** A range of two numbers, without a unit. */
export function isRange(setting: OfUniverse, row: number): boolean {
  const { low, high } = setting.universe.numbers[setting.universe.rowNumber[row]];
  return high > low && isHouse(setting, row);
}

/** A principal with all that a full address has, whatever its number. */
export function isWhole(universe: Universe, row: number): boolean {
  const street = universe.streets[universe.rowStreet[row]];
  return (
    isPrincipal(universe, row) &&
    street.name !== '' &&
    universe.rowPostcode[row] !== NO_POSTCODE &&
    localityOf(universe, row).state !== null
  );
}

/** Rows, aliases included, that have a row's street and number. */
export function sameNumber(universe: Universe, row: number): number[] {
  const street = universe.rowStreet[row];
  const found: number[] = [];
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++)
    if (universe.rowNumber[other] === universe.rowNumber[row]) found.push(other);
  return found;
}

/**
 * True if `3/12` can only be this row: its flat type is written so, and no other record at that
 * street number has its flat number.
 */
export function slashIsNatural(universe: Universe, row: number): boolean {
  const { flat, flatCode } = universe.units[universe.rowUnit[row]];
  if (flat === '' || !/^[A-Z]?\d+[A-Z]?$/.test(flat) || !SLASH_TYPES.has(flatCode)) return false;
  const text = fullText(universe, row);
  return sameNumber(universe, row).every(
    (other) =>
      universe.units[universe.rowUnit[other]].flat !== flat ||
      fullText(universe, universe.rowAnswer[other] === 0xffffffff ? other : universe.rowAnswer[other]) === text,
  );
}

/** The full text of the record that a building's units belong to, or null: same street and number, no unit. */
export function buildingText(universe: Universe, row: number): string | null {
  const building = sameNumber(universe, row).find(
    (other) => universe.rowUnit[other] === 0 && isPrincipal(universe, other),
  );
  return building === undefined ? null : fullText(universe, building);
}
