import type { Asker } from '../asker.ts';
import { words } from '../language/phrasing.ts';
import { fullText, localityOf, postcodeOf, streetText, type Universe } from '../universe/universe.ts';
import type { Buildings } from './buildings.ts';

/** The result of typing one address letter by letter. */
export interface TypedAddress {
  readonly row: number;
  readonly typed: TypedLine;
  /**
   * Characters until it is the first suggestion, and until among the first five; null if it never
   * is.
   */
  readonly untilFirst: number | null;
  readonly untilFive: number | null;
  /** Lengths at which it is among the first five. */
  readonly inFive: ReadonlySet<number>;
  /** What was typed when a further correct letter removed it from the first five. */
  readonly lost: readonly string[];
  /** What was typed when the first suggestion was `high` but another record. */
  readonly highElse: readonly string[];
  /** What was typed when a unit stood before its building's record. */
  readonly unitsFirst: readonly string[];
}

/** Types an address one character after the other and looks at the first five suggestions each time. */
export function typeAddress(universe: Universe, asker: Asker, buildings: Buildings, row: number): TypedAddress {
  const typed = typedLine(universe, row);
  const text = fullText(universe, row);
  const asksNoUnit = universe.rowUnit[row] === 0;
  const inFive = new Set<number>();
  const lost: string[] = [];
  const unitsFirst: string[] = [];
  const highElse: string[] = [];
  let untilFirst: number | null = null;
  let untilFive: number | null = null;
  for (let length = 1; length <= typed.line.length; length++) {
    const q = typed.line.slice(0, length);
    const list = asker.autocomplete(q);
    const place = list.findIndex((answer) => answer.text === text);
    if (place >= 0) inFive.add(length);
    else if (inFive.has(length - 1)) lost.push(q);
    if (place === 0) untilFirst ??= length;
    if (place >= 0) untilFive ??= length;
    if (place !== 0 && list[0]?.serviceMatchQuality === 'high') highElse.push(q);
    if (asksNoUnit && buildings.unitBeforeBuilding(list) !== null) unitsFirst.push(q);
  }
  return { row, typed, untilFirst, untilFive, inFive, lost, highElse, unitsFirst };
}

/** An address as somebody types it from left to right, and where its parts end. */
export interface TypedLine {
  readonly line: string;
  /** Characters of the number and the space after it. */
  readonly numberEnd: number;
  /** Characters up to the end of the street. */
  readonly streetEnd: number;
}

/** `12 smith street richmond vic 3121`, or `3/12 smith street …` for a unit. */
export function typedLine(universe: Universe, row: number): TypedLine {
  const { name, state } = localityOf(universe, row);
  const { flat } = universe.units[universe.rowUnit[row]];
  const number = `${flat === '' ? '' : `${flat}/`}${universe.numbers[universe.rowNumber[row]].text} `;
  const street = streetText(universe.streets[universe.rowStreet[row]]);
  return {
    line: `${number}${street} ${words(name, state, postcodeOf(universe, row))}`.toLowerCase(),
    numberEnd: number.length,
    streetEnd: number.length + street.length,
  };
}
