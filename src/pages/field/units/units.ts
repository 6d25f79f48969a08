import type { AddressDocument } from '../service/address-service.ts';

/** A unit of a building. */
export interface Unit {
  readonly id: string;
  /** The whole line: `UNIT 5, 12 SMITH STREET`. */
  readonly label: string;
  /** The part before the building's own line: `UNIT 5`. */
  readonly name: string;
}

/** The units of a building, in the order of its document, with their names within it. */
export function unitsOf(document: AddressDocument, building: string): Unit[] {
  return (document.secondaries ?? []).flatMap(({ id, addressLabel: label }) => {
    if (id === null || label === null) return [];
    const name = label.endsWith(`, ${building}`) ? label.slice(0, -building.length - 2) : label;
    return [{ id, label, name }];
  });
}

/**
 * The units with words that begin with the typed ones, whole words first: `5` finds unit 5 before
 * unit 51.
 */
export function filterUnits(units: readonly Unit[], typed: string): readonly Unit[] {
  const words = wordsOf(typed);
  if (words.length === 0) return units;
  const found = units.filter(({ name }) => {
    const own = wordsOf(name);
    return words.every((word) => own.some((each) => each.startsWith(word)));
  });
  const isWhole = ({ name }: Unit) => words.every((word) => wordsOf(name).includes(word));
  return [...found.filter(isWhole), ...found.filter((unit) => !isWhole(unit))];
}

/** Words in capitals, without those that only mean "unit". */
function wordsOf(text: string): string[] {
  return text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !NOISE.has(word));
}

const NOISE = new Set(['U', 'UNIT', 'FLAT', 'APT', 'APARTMENT', 'NO']);

/**
 * Whether a line may be that of a whole building, without a unit, level or shop before its number.
 */
export function mayHaveUnits(line: string): boolean {
  return /\d/.test(line) && !line.includes(',');
}
