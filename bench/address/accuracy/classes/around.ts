import { box, misdecoded, misread, nameBefore, noteAfter } from '../language/around-words.ts';
import {
  abbreviatedType,
  inStyle,
  randomStyle,
  type Said,
  type Style,
  streetLine,
  words,
  written,
} from '../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../question.ts';
import { everydaySaid, forRow, isEveryday, oneOf } from './asking.ts';
import { buildingText, isHouse, isRange } from './rows.ts';

/** For lines that contradict nothing: the share that is right, and the share that is `high`. */
const GOALS = { right: 0.98, high: 0.97 };

/**
 * Whole addresses as customers' files hold them: with a name before or a note after them, repeated,
 * misread or garbled.
 */
export const AROUND: readonly QueryClass[] = [
  around('around: name or company before', (parts, style, setting) => {
    const name = inStyle(nameBefore(setting.random), style);
    return `${name}${oneOf(setting.random, ', ', ', ', ', ', ' - ', ' ')}${lineOf(parts, style, setting)}`;
  }),
  around('around: notes behind', (parts, style, setting) => {
    return `${lineOf(parts, style, setting)}${inStyle(noteAfter(setting.random), { ...style, commas: true })}`;
  }),
  around('twice: street or whole line', (parts, style, setting) => {
    const street = inStyle(streetLine(setting.universe, parts, style, setting.random), style);
    const line = lineOf(parts, style, setting);
    return oneOf(setting.random, `${street}, ${line}`, `${street} ${line}`, `${line}, ${line}`, `${line} ${line}`);
  }),
  around(
    'around: rear, front',
    (parts, style, setting) => {
      if (parts.unit !== '') return null;
      const side = oneOf(setting.random, 'Rear ', 'REAR OF ', 'R/O ', 'rear, ', 'Front ', 'Rear/');
      return `${side}${lineOf(parts, style, setting)}`;
    },
    { right: 0.98, mostHigh: 0 },
  ),
  around('around: post box and street', (parts, style, setting) => {
    const postal = inStyle(box(setting.random), style);
    const street = inStyle(streetLine(setting.universe, parts, style, setting.random), style);
    const place = inStyle(words(parts.locality, parts.state, parts.postcode), style);
    return oneOf(
      setting.random,
      `${postal}, ${street}, ${place}`,
      `${postal} ${street} ${place}`,
      `${street}, ${postal}, ${place}`,
    );
  }),
  around('garbled: UTF-8 as Windows-1252, signs of no width', (parts, style, setting) =>
    misdecoded(lineOf(parts, { ...style, commas: true }, setting), setting.random),
  ),
  around(
    'garbled: digits read as letters',
    (parts, style, setting) => {
      const number = misread(parts.number, setting.random);
      if (number === null) return null;
      const line = lineOf({ ...parts, unit: '', number: '0' }, style, setting);
      return `${parts.unit}${number}${line.slice(1)}`;
    },
    { ...GOALS, first: 0 },
  ),
  around('number: No, St No, #', (parts, style, setting) => {
    const before = oneOf(setting.random, 'No ', 'No. ', 'no: ', 'St No ', 'Street No. ', 'Number ', '#', '# ', 'Nº ');
    return parts.unit === '' ? `${before}${lineOf(parts, style, setting)}` : null;
  }),
  around('order: place before the street', (parts, style, setting) => {
    const street = inStyle(streetLine(setting.universe, parts, style, setting.random), style);
    const put = (...place: string[]) => inStyle(words(...place), style);
    const { locality, state, postcode } = parts;
    return oneOf(
      setting.random,
      `${put(locality, postcode)} - ${street}`,
      `${put(locality, state, postcode)}: ${street}`,
      `${put(postcode, locality)}, ${street}`,
      `${put(state, postcode, locality)} - ${street}`,
      `${street} - ${put(locality, postcode)}`,
    );
  }),
  {
    ...around('number: both ends with a letter, 512 & 512A', (parts, style, setting) => {
      const { number } = parts;
      const [from, to] = number.split('-');
      return lineOf(
        { ...parts, number: oneOf(setting.random, `${from} & ${to}`, `${from} and ${to}`, `${from} to ${to}`) },
        style,
        setting,
      );
    }),
    rows: (setting, row) => isRange(setting, row) || isLettered(setting, row),
  },
  around('spelling: street type without its vowels', (parts, style, setting) => {
    const short = parts.type[0] + parts.type.slice(1).replace(/[AEIOU](?=.)/g, '');
    if (short.length < 3 || parts.type.length - short.length < 2) return null;
    const known = Array.from({ length: 20 }, () => abbreviatedType(setting.universe, parts.type, setting.random));
    return known.includes(short) ? null : lineOf({ ...parts, type: short }, { ...style, abbreviated: false }, setting);
  }),
];

function isLettered(setting: Setting, row: number): boolean {
  const { universe } = setting;
  const { text } = universe.numbers[universe.rowNumber[row]];
  return isHouse(setting, row) && /^(\d+)-\1[A-Z]$/.test(text);
}

function around(
  name: string,
  line: (parts: Said, style: Style, setting: Setting) => string | null,
  goals: QueryClass['goals'] = GOALS,
): QueryClass {
  return {
    name,
    goals,
    rows: isEveryday,
    ask(setting, row): Question | null {
      const parts = everydaySaid(setting.universe, row);
      const query = line(parts, randomStyle(setting.random), setting);
      if (query === null) return null;
      if (goals.high !== undefined) return forRow(setting, row, query);
      const building = buildingText(setting.universe, row);
      return { ...forRow(setting, row, query), ...(building === null ? {} : { accept: [building] }) };
    },
  };
}

/** The whole address in a style. */
function lineOf(parts: Said, style: Style, { universe, random }: Setting): string {
  return written(universe, parts, style, random);
}
