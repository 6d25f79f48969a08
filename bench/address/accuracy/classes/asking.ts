import type { Random } from '../../../../build-index/generate/random.ts';
import { randomStyle, type Said, type Style, saidOf, written } from '../language/phrasing.ts';
import type { Question, Setting } from '../question.ts';
import { fittingTexts, labelParts, type VisibleParts } from '../universe/fitting.ts';
import { fullText, type Universe } from '../universe/universe.ts';
import { isHouse, isUnit, slashIsNatural } from './rows.ts';

/** Houses, and units that people write as `3/12`: the rows most classes ask for. */
export function isEveryday(setting: Setting, row: number): boolean {
  return isHouse(setting, row) || (isUnit(setting, row) && slashIsNatural(setting.universe, row));
}

/** The parts of an everyday row, its unit as `3/`. */
export function everydaySaid(universe: Universe, row: number): Said {
  const said = saidOf(universe, row);
  const { flat } = universe.units[universe.rowUnit[row]];
  return universe.rowUnit[row] === 0 ? said : { ...said, unit: `${flat}/` };
}

/** A question for the row itself. */
export function forRow({ universe }: Setting, row: number, q: string): Question {
  return { q, expect: 'record', accept: [fullText(universe, row)] };
}

/** A question for the row itself, with its parts in a random style. */
export function inRandomStyle(setting: Setting, row: number, said: Said): Question {
  const { universe, random } = setting;
  return forRow(setting, row, written(universe, said, randomStyle(random), random));
}

/** The parts in a given style. */
export function styled({ universe, random }: Setting, said: Said, style: Style): string {
  return written(universe, said, style, random);
}

/**
 * True if the visible parts of a row, in the places that `where` allows, fit one full text only.
 */
export function isUnique({ universe }: Setting, row: number, where: Partial<VisibleParts>): boolean {
  return fittingTexts(universe, { ...labelParts(universe, row), ...where }, 2).size === 1;
}

/** Tests whether a locality (position) has that name, and is in that state if one is given. */
export function named(universe: Universe, name: string, state: string): (locality: number) => boolean {
  return (at) => universe.localities[at].name === name && (state === '' || universe.localities[at].state === state);
}

/** One of the list's entries, drawn by `random`. */
export function oneOf<T>(random: Random, ...list: readonly T[]): T {
  return list[random.below(list.length)];
}
