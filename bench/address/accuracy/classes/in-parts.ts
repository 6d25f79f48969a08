import type { AddressPartsGiven } from '../../../../src/address/operations/table/rows/validate.ts';
import { abbreviatedType, inStyle, randomStyle, type Said, stateName, words, written } from '../language/phrasing.ts';
import type { QueryClass, Setting } from '../question.ts';
import { localityOf } from '../universe/universe.ts';
import { everydaySaid, forRow, isEveryday, isUnique, named } from './asking.ts';

/** Each part is labelled: parts have to be read no worse than the same words in a line. */
const GOALS = { right: 0.997, high: 0.99, first: 0 };
/** For the same addresses as lines: the goals are for the parts alone. */
const BESIDE = { first: 0 };

/**
 * Addresses given to validate in parts, each class next to one with the same addresses as lines.
 */
export const IN_PARTS: readonly QueryClass[] = [
  ...both('all of them', isEveryday, (said) => said),
  ...both('the number in the street, neither state nor postcode', isEveryday, (said, setting, row) =>
    isUnique(setting, row, { inLocality: named(setting.universe, said.locality, '') })
      ? { ...said, number: '', name: words(said.number, said.name), state: '', postcode: '' }
      : null,
  ),
  ...both('a place that goes on as the street may, without commas', endsLikeStreet, (said, setting, row) =>
    isUnique(setting, row, { inLocality: named(setting.universe, said.locality, '') })
      ? { ...said, state: '', postcode: '' }
      : null,
  ),
];

const SUFFIXES = /^(NORTH|SOUTH|EAST|WEST|CENTRAL|UPPER|LOWER|PARK|VALE|POINT|MOUNT|THE) /;

/** A suburb whose first word may be a street's type or suffix: `HIGH STREET NORTH MELBOURNE`. */
function endsLikeStreet(setting: Setting, row: number): boolean {
  return isEveryday(setting, row) && SUFFIXES.test(localityOf(setting.universe, row).name);
}

/**
 * A class of addresses in parts, and one of the same in a line; `less` leaves out what is not
 * given, and returns null if it cannot.
 */
function both(
  name: string,
  rows: NonNullable<QueryClass['rows']>,
  less: (said: Said, setting: Setting, row: number) => Said | null,
): QueryClass[] {
  const like = `in parts: ${name}`;
  const question = (setting: Setting, row: number, inParts: boolean) => {
    const { universe, random } = setting;
    const said = less(everydaySaid(universe, row), setting, row);
    if (said === null) return null;
    const style = { ...randomStyle(random), commas: false };
    const type = style.abbreviated ? abbreviatedType(universe, said.type, random) : said.type;
    const state = random.chance(0.2) ? stateName(said.state) : said.state;
    const asked = { ...said, type, state };
    const line = forRow(setting, row, written(universe, asked, { ...style, abbreviated: false }, random));
    return inParts ? { ...line, parts: partsOf(asked, (text) => inStyle(text, style)) } : line;
  };
  return [
    { name: like, goals: GOALS, ownGoals: true, rows, ask: (setting, row) => question(setting, row, true) },
    { name: `in a line: ${name}`, like, goals: BESIDE, rows, ask: (setting, row) => question(setting, row, false) },
  ];
}

function partsOf(said: Said, write: (text: string) => string): AddressPartsGiven {
  const part = (text: string) => (text === '' ? null : write(text));
  return {
    building: null,
    level: null,
    unit: part(said.unit.replace('/', '')),
    number: part(said.number),
    street: part(words(said.name, said.type, said.suffix)),
    suburb: part(said.locality),
    state: part(said.state),
    postcode: part(said.postcode),
  };
}
