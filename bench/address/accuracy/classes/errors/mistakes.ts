import { STATES } from '../../../../../src/address/operations/table/rules.ts';
import { inStyle, randomStyle, type Said, streetLine, words } from '../../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../../question.ts';
import { fittingTexts, labelParts, otherStreets, streetCovers } from '../../universe/fitting.ts';
import { everydaySaid, forRow, inRandomStyle, isEveryday, isUnique, named, oneOf } from '../asking.ts';

const COMMON_TYPES = [
  'STREET',
  'ROAD',
  'AVENUE',
  'DRIVE',
  'COURT',
  'PLACE',
  'CRESCENT',
  'CLOSE',
  'WAY',
  'LANE',
  'PARADE',
];

/** Addresses with one part wrong or in another order. */
export const MISTAKES: readonly QueryClass[] = [
  mistake('mistake: wrong street type', { right: 0.98 }, wrongType),
  mistake('mistake: a word split', { right: 0.98 }, (setting, row, said) => {
    const name = split(said.name, setting);
    const locality = name === null || setting.random.chance(0.5) ? split(said.locality, setting) : null;
    if (locality !== null) return inRandomStyle(setting, row, { ...said, locality });
    return name === null ? null : inRandomStyle(setting, row, { ...said, name });
  }),
  mistake('mistake: words joined', { right: 0.98 }, (setting, row, said) => {
    const parts = (['name', 'locality'] as const).filter((part) => /^[A-Z]+ [A-Z]+$/.test(said[part]));
    if (parts.length === 0) return null;
    const part = setting.random.pick(parts);
    return inRandomStyle(setting, row, { ...said, [part]: said[part].replace(' ', '') });
  }),
  mistake('mistake: order turned', { right: 0.98 }, turned),
  mistake('mistake: wrong postcode', { right: 0.99, mostHigh: 0 }, wrongPostcode),
  mistake('mistake: wrong state', { right: 0.99, mostHigh: 0 }, wrongState),
];

function mistake(
  name: string,
  goals: QueryClass['goals'],
  ask: (setting: Setting, row: number, said: Said) => Question | null,
): QueryClass {
  return {
    name,
    goals,
    rows: isEveryday,
    ask: (setting, row) => ask(setting, row, everydaySaid(setting.universe, row)),
  };
}

/**
 * Another common type, if neither the suburb nor one around it has that street, and no street here
 * of a third type has the number.
 */
function wrongType(setting: Setting, row: number, said: Said): Question | null {
  const { universe, surroundings, random } = setting;
  const type = random.pick(COMMON_TYPES);
  const at = universe.rowStreet[row];
  if (said.type === '' || said.type === type) return null;
  const { low } = universe.numbers[universe.rowNumber[row]];
  const namesakes = otherStreets(universe, at, ({ name }) => name === said.name);
  if (namesakes.some((other) => universe.streets[other].type === type || streetCovers(universe, other, low)))
    return null;
  const around = surroundings.of(universe.streets[at].locality);
  for (const other of universe.streetsByName.get(said.name) ?? []) {
    const street = universe.streets[other];
    if (street.type === type && around.has(street.locality)) return null;
  }
  return inRandomStyle(setting, row, { ...said, type });
}

/** The text with one word of six or more letters in two parts of three or more. */
function split(text: string, { random }: Setting): string | null {
  const places = [...text.matchAll(/[A-Z]{6,}/g)];
  if (places.length === 0) return null;
  const { 0: word, index } = random.pick(places);
  const at = index + random.between(3, word.length - 3);
  return `${text.slice(0, at)} ${text.slice(at)}`;
}

function turned(setting: Setting, row: number, said: Said): Question {
  const { universe, random } = setting;
  const style = { ...randomStyle(random), commas: true };
  const bare = { ...said, unit: '', number: '' };
  const street = streetLine(universe, bare, style, random);
  const { locality, state, postcode } = said;
  const number = `${said.unit}${said.number}`;
  const line = oneOf(
    random,
    `${locality}, ${street} ${number}`,
    `${locality} ${postcode}, ${street} ${number}`,
    `${words(locality, state, postcode)}, ${number} ${street}`,
    `${words(state, postcode, locality)}, ${number} ${street}`,
    `${street} ${number}, ${words(locality, state, postcode)}`,
    `${street}, ${number}, ${words(locality, state, postcode)}`,
    `${words(postcode, locality)}, ${street} ${number}`,
    `${words(postcode, state, locality)}, ${street} ${number}`,
    `${number} ${street}, ${words(postcode, locality, state)}`,
    `${number} ${street}, ${words(state, locality, postcode)}`,
    `${locality}, ${number} ${street}, ${words(state, postcode)}`,
  );
  const places = named(universe, locality, line.includes(state) ? state : '');
  const saysPostcode = line.includes(postcode);
  const texts = fittingTexts(universe, {
    ...labelParts(universe, row),
    inLocality: places,
    ...(saysPostcode ? { postcode: Number(postcode) } : {}),
  });
  const whole = texts.size > 1 ? `${words(locality, state, postcode)}, ${street} ${number}` : line;
  return forRow(setting, row, inStyle(whole, random.chance(0.3) ? { ...style, commas: false } : style));
}

/**
 * A postcode that is not the locality's, with similar digits or elsewhere in the state, in which
 * the street line does not exist.
 */
function wrongPostcode(setting: Setting, row: number, said: Said): Question | null {
  const { universe, random } = setting;
  const { locality } = universe.streets[universe.rowStreet[row]];
  const postcode = random.chance(0.5) ? otherDigit(said.postcode, setting) : elsewhere(said.state, setting);
  if (postcode === null || isPostcodeOf(setting, said, postcode)) return null;
  if (universe.localities[locality].postcodes.includes(postcode)) return null;
  if (!isUnique(setting, row, { inLocality: named(universe, said.locality, said.state) })) return null;
  const there = fittingTexts(universe, { ...labelParts(universe, row), postcode: Number(postcode) }, 1);
  return there.size > 0 ? null : inRandomStyle(setting, row, { ...said, postcode });
}

function isPostcodeOf({ universe }: Setting, said: Said, postcode: string): boolean {
  return (universe.localitiesByName.get(said.locality) ?? []).some((at) =>
    universe.localities[at].postcodes.includes(postcode),
  );
}

function otherDigit(postcode: string, { random }: Setting): string {
  const at = random.between(1, 3);
  const digit = (Number(postcode[at]) + random.between(1, 9)) % 10;
  return postcode.slice(0, at) + digit + postcode.slice(at + 1);
}

function elsewhere(state: string, { universe, random }: Setting): string | null {
  const { state: its, postcodes } = random.pick(universe.localities);
  return its === state ? (postcodes[0] ?? null) : null;
}

/** Another state, in which the street line does not exist, with the right postcode. */
function wrongState(setting: Setting, row: number, said: Said): Question | null {
  const { universe, random } = setting;
  const state = random.pick(STATES);
  const home = universe.localities[universe.streets[universe.rowStreet[row]].locality];
  if (state === home.state) return null;
  const inLocality = named(universe, said.locality, state);
  if (fittingTexts(universe, { ...labelParts(universe, row), inLocality }, 1).size > 0) return null;
  return inRandomStyle(setting, row, { ...said, state });
}
