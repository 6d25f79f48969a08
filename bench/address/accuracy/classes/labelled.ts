import { labelledLine } from '../language/phrasing.ts';
import type { QueryClass, Setting } from '../question.ts';
import { isPrincipal, type Universe } from '../universe/universe.ts';
import { forRow } from './asking.ts';
import { isHouse, isLot, isNumbered, isRange, isUnit, isWhole } from './rows.ts';

const GOALS = { right: 0.999, ninety: 0.999 };

/** Whole addresses exactly as labels show them. */
export const LABELLED: readonly QueryClass[] = [
  labelled('labelled: any address', isNumbered),
  labelled('labelled: house', isHouse),
  labelled('labelled: unit', isUnit),
  labelled('labelled: range', isRange),
  labelled('labelled: lot', isLot),
  labelled('labelled: building without number', ({ universe }, row) => {
    return (
      universe.rowNumber[row] === 0 &&
      universe.rowBuilding[row] !== 0 &&
      isWhole(universe, row) &&
      isSole(universe, row)
    );
  }),
];

/**
 * Whether no other principal of the street has the building's name: otherwise a line without a
 * number may mean either.
 */
function isSole(universe: Universe, row: number): boolean {
  const street = universe.rowStreet[row];
  for (let other = universe.streetStart[street]; other < universe.streetStart[street + 1]; other++)
    if (other !== row && isPrincipal(universe, other) && universe.rowBuilding[other] === universe.rowBuilding[row])
      return false;
  return true;
}

function labelled(name: string, rows: (setting: Setting, row: number) => boolean): QueryClass {
  return { name, goals: GOALS, rows, ask: (setting, row) => forRow(setting, row, labelledLine(setting.universe, row)) };
}
