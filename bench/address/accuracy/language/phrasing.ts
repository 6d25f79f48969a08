import type { Random } from '../../../../build-index/generate/random.ts';
import { labelOf, localityOf, postcodeOf, type Universe, unitText } from '../universe/universe.ts';
import { STATE_NAMES, TYPED_STREET_TYPES, TYPED_SUFFIXES } from './abbreviations.ts';

/** What is given of an address, part by part; an empty part is not given. */
export interface Said {
  /** With the separator between it and the number: `3/`, `UNIT 3, `. */
  unit: string;
  number: string;
  name: string;
  type: string;
  suffix: string;
  locality: string;
  state: string;
  postcode: string;
}

/** How an address is written. */
export interface Style {
  readonly letters: 'upper' | 'lower' | 'title';
  readonly commas: boolean;
  readonly abbreviated: boolean;
}

export const AS_LABELLED: Style = { letters: 'upper', commas: true, abbreviated: false };

/** The parts of a row as labels show them. */
export function saidOf(universe: Universe, row: number): Said {
  const street = universe.streets[universe.rowStreet[row]];
  const { name, state } = localityOf(universe, row);
  const unit = unitText(universe.units[universe.rowUnit[row]]);
  return {
    unit: unit === '' ? '' : `${unit}, `,
    number: universe.numbers[universe.rowNumber[row]].text,
    name: street.name,
    type: street.type,
    suffix: street.suffix,
    locality: name,
    state: state ?? '',
    postcode: postcodeOf(universe, row) ?? '',
  };
}

/** `UNIT 5, LEVEL 1, 1A CANNING STREET, NORTH MELBOURNE VIC 3051`: a whole address as labels show it. */
export function labelledLine(universe: Universe, row: number): string {
  const { name, state } = localityOf(universe, row);
  return `${labelOf(universe, row)}, ${words(name, state, postcodeOf(universe, row))}`;
}

/**
 * A random style, distributed as people write: half in lower case, half with commas, mostly
 * abbreviated.
 */
export function randomStyle(random: Random): Style {
  return {
    letters: random.weighted([
      [0.5, 'lower'],
      [0.4, 'title'],
      [0.1, 'upper'],
    ]),
    commas: random.chance(0.5),
    abbreviated: random.chance(0.6),
  };
}

/** The given parts in the usual order, in a style. */
export function written(universe: Universe, said: Said, style: Style, random: Random): string {
  const street = streetLine(universe, said, style, random);
  const place = words(said.locality, said.state, said.postcode);
  return inStyle(street === '' || place === '' ? street + place : `${street}, ${place}`, style);
}

/** Unit, number and street in the usual order. */
export function streetLine(universe: Universe, said: Said, style: Style, random: Random): string {
  const type = style.abbreviated ? abbreviatedType(universe, said.type, random) : said.type;
  const suffix = style.abbreviated ? abbreviatedSuffix(universe, said.suffix, random) : said.suffix;
  return said.unit + words(said.number, said.name, type, suffix);
}

/** Applies the letter case and commas of a style to a line written in capitals with commas. */
export function inStyle(line: string, style: Style): string {
  const text = style.commas ? line : line.replaceAll(',', '');
  if (style.letters === 'lower') return text.toLowerCase();
  return style.letters === 'upper' ? text.toUpperCase() : titleCase(text);
}

/** A street type as people shorten it; the word itself if nobody does. */
export function abbreviatedType(universe: Universe, type: string, random: Random): string {
  if (type === '') return '';
  return random.pick(TYPED_STREET_TYPES[type] ?? [universe.typeAbbreviation.get(type) ?? type]);
}

/** A street suffix as people shorten it. */
function abbreviatedSuffix(universe: Universe, suffix: string, random: Random): string {
  if (suffix === '') return '';
  return random.pick(TYPED_SUFFIXES[suffix] ?? [universe.suffixCode.get(suffix) ?? suffix]);
}

/** `Victoria` for VIC. */
export function stateName(state: string): string {
  return STATE_NAMES[state] ?? state;
}

/** The non-empty parts, joined by spaces. */
export function words(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(' ');
}

const KEPT_CAPITAL = new Set([...Object.keys(STATE_NAMES), 'PO', 'GPO']);

function titleCase(text: string): string {
  return text.replace(/[A-Za-z']+/g, (word) =>
    KEPT_CAPITAL.has(word) ? word : word[0].toUpperCase() + word.slice(1).toLowerCase(),
  );
}
