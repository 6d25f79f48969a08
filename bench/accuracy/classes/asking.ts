import type { Random } from '../../../build-index/generate/random.ts';
import { randomStyle, type Said, type Style, saidOf, written } from '../language/phrasing.ts';
import type { Question, Setting } from '../question.ts';
import { fittingTexts, labelParts, type VisibleParts } from '../universe/fitting.ts';
import { fullText, type Universe } from '../universe/universe.ts';
import { isHouse, isUnit, slashIsNatural } from './rows.ts';

/** Houses, and units of which people write `3/12`: what most classes ask of. */
export function isEveryday(setting: Setting, row: number): boolean {
  return isHouse(setting, row) || (isUnit(setting, row) && slashIsNatural(setting.universe, row));
}

/** The parts of an everyday row, a unit as `3/`. */
export function everydaySaid(universe: Universe, row: number): Said {
  const said = saidOf(universe, row);
  const { flat } = universe.units[universe.rowUnit[row]];
  return universe.rowUnit[row] === 0 ? said : { ...said, unit: `${flat}/` };
}

/** A question for the row itself. */
export function forRow({ universe }: Setting, row: number, q: string): Question {
  return { q, expect: 'record', accept: [fullText(universe, row)] };
}

/** A question for the row itself, of parts in a random style. */
export function inRandomStyle(setting: Setting, row: number, said: Said): Question {
  const { universe, random } = setting;
  return forRow(setting, row, written(universe, said, randomStyle(random), random));
}

/** The parts in a given style. */
export function styled({ universe, random }: Setting, said: Said, style: Style): string {
  return written(universe, said, style, random);
}

/** True where the visible parts of a row, in the places that `where` allows, are of one full text only. */
export function isUnique({ universe }: Setting, row: number, where: Partial<VisibleParts>): boolean {
  return fittingTexts(universe, { ...labelParts(universe, row), ...where }, 2).size === 1;
}

/** Which localities (positions) are of that name, in a state when one is said. */
export function named(universe: Universe, name: string, state: string): (locality: number) => boolean {
  return (at) => universe.localities[at].name === name && (state === '' || universe.localities[at].state === state);
}

/** One of the list's entries by a draw from `random`. */
export function oneOf<T>(random: Random, ...list: readonly T[]): T {
  return list[random.below(list.length)];
}
