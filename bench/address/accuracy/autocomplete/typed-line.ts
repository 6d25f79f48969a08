import { words } from '../language/phrasing.ts';
import { localityOf, postcodeOf, streetText, type Universe } from '../universe/universe.ts';

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
