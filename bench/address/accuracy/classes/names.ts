import { inStyle, randomStyle, saidOf, streetLine, words } from '../language/phrasing.ts';
import type { QueryClass, Setting } from '../question.ts';
import { fullText, isPrincipal, type Universe } from '../universe/universe.ts';
import { oneOf } from './asking.ts';
import { isHouse, isNumbered, isUnit } from './rows.ts';

type Column = 'rowBuilding' | 'rowSite';

/** Buildings and sites by their names, alone or with the address. */
export const NAMES: readonly QueryClass[] = [
  withAddress('name: building and address', 'rowBuilding'),
  withAddress('name: site and address', 'rowSite'),
  withUnit('name: unit, building and address', 'rowBuilding'),
  alone('name: building and suburb', 'rowBuilding'),
  alone('name: site and suburb', 'rowSite'),
];

function withAddress(name: string, column: Column): QueryClass {
  return {
    name,
    goals: { right: 0.99 },
    ownGoals: true,
    rows: (setting, row) => isHouse(setting, row) && setting.universe[column][row] !== 0,
    ask(setting, row) {
      const { universe, random } = setting;
      const said = saidOf(universe, row);
      const style = randomStyle(random);
      const street = streetLine(universe, said, style, random);
      const called = universe.names[universe[column][row]];
      const place = words(said.locality, said.state, said.postcode);
      const line = random.chance(0.8) ? `${called}, ${street}, ${place}` : `${street}, ${called}, ${place}`;
      return { q: inStyle(line, style), expect: 'record', accept: [fullText(universe, row)] };
    },
  };
}

function withUnit(name: string, column: Column): QueryClass {
  return {
    name,
    goals: { right: 0.99 },
    ownGoals: true,
    rows: (setting, row) =>
      isUnit(setting, row) &&
      setting.universe[column][row] !== 0 &&
      setting.universe.units[setting.universe.rowUnit[row]].flat !== '',
    ask(setting, row) {
      const { universe, random } = setting;
      const said = saidOf(universe, row);
      const style = randomStyle(random);
      const street = streetLine(universe, { ...said, unit: '' }, style, random);
      const called = universe.names[universe[column][row]];
      const place = words(said.locality, said.state, said.postcode);
      return {
        q: inStyle(`${said.unit}${called}, ${street}, ${place}`, style),
        expect: 'record',
        accept: [fullText(universe, row)],
      };
    },
  };
}

/**
 * The name with the suburb only. The right answer is a record of that name in that suburb: one
 * without a unit if there is one, else any.
 */
function alone(name: string, column: Column): QueryClass {
  return {
    name,
    goals: { right: 0.95 },
    ownGoals: true,
    rows: (setting, row) => isNumbered(setting, row) && setting.universe[column][row] !== 0,
    ask(setting, row) {
      const { universe, random } = setting;
      const { locality, state, postcode } = saidOf(universe, row);
      const called = universe.names[universe[column][row]];
      const bearers = withName(setting, row, column);
      const houses = bearers.filter((other) => universe.rowUnit[other] === 0);
      const place = oneOf(random, locality, words(locality, state), words(locality, state, postcode));
      return {
        q: inStyle(`${called}, ${place}`, randomStyle(random)),
        expect: 'record',
        accept: [...new Set((houses.length > 0 ? houses : bearers).map((other) => fullText(universe, other)))],
      };
    },
  };
}

/** Principals of the row's locality with the row's building or site name. */
function withName({ universe }: Setting, row: number, column: Column): number[] {
  const called = universe[column][row];
  const found: number[] = [];
  for (const street of universe.localities[universe.streets[universe.rowStreet[row]].locality].streets)
    collect(universe, street, column, called, found);
  return found;
}

function collect(universe: Universe, street: number, column: Column, called: number, found: number[]): void {
  for (let row = universe.streetStart[street]; row < universe.streetStart[street + 1]; row++)
    if (universe[column][row] === called && isPrincipal(universe, row)) found.push(row);
}
