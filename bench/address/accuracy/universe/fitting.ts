import { fullText, type Street, type Universe } from './universe.ts';

/** Visible parts that a record may share with others; an absent part fits any. */
export interface VisibleParts {
  readonly name: string;
  readonly type?: string;
  readonly suffix?: string;
  /** Position in `universe.numbers`. */
  readonly number?: number;
  /** Position in `universe.units`. */
  readonly unit?: number;
  /** Which localities (positions) are meant. */
  readonly inLocality?: (locality: number) => boolean;
  readonly postcode?: number;
}

/**
 * The full texts that answer a query with these parts: one if it is unique, several if it is
 * ambiguous. Aliases count as their principals. O(rows of the streets of that name).
 */
export function fittingTexts(universe: Universe, parts: VisibleParts, most = 8): Set<string> {
  const { streetStart, rowNumber, rowUnit, rowPostcode, rowAnswer } = universe;
  const texts = new Set<string>();
  for (const at of universe.streetsByName.get(parts.name) ?? []) {
    const street = universe.streets[at];
    if (parts.type !== undefined && street.type !== parts.type) continue;
    if (parts.suffix !== undefined && street.suffix !== parts.suffix) continue;
    if (parts.inLocality !== undefined && !parts.inLocality(street.locality)) continue;
    for (let row = streetStart[at]; row < streetStart[at + 1]; row++) {
      if (parts.number !== undefined && rowNumber[row] !== parts.number) continue;
      if (parts.unit !== undefined && rowUnit[row] !== parts.unit) continue;
      if (parts.postcode !== undefined && rowPostcode[row] !== parts.postcode) continue;
      if (rowAnswer[row] === 0xffffffff) continue;
      texts.add(fullText(universe, rowAnswer[row]));
      if (texts.size >= most) return texts;
    }
  }
  return texts;
}

/** The parts of a row's street, number and unit: what its label shows. */
export function labelParts(universe: Universe, row: number): VisibleParts {
  const { name, type, suffix } = universe.streets[universe.rowStreet[row]];
  return { name, type, suffix, number: universe.rowNumber[row], unit: universe.rowUnit[row] };
}

/**
 * True if one of a street's records, aliases included, has or contains a number: the same digits
 * with or without a letter, or a range around it.
 */
export function streetCovers(universe: Universe, street: number, number: number): boolean {
  for (let row = universe.streetStart[street]; row < universe.streetStart[street + 1]; row++) {
    const { low, high } = universe.numbers[universe.rowNumber[row]];
    if (number >= Math.min(low, high) && number <= Math.max(low, high)) return true;
  }
  return false;
}

/**
 * True if no other street of the same name, in the localities (positions) meant, that reads like
 * the row's has or contains its number.
 */
export function isOnlyStreet(universe: Universe, row: number, inLocality: (locality: number) => boolean): boolean {
  const at = universe.rowStreet[row];
  const { name, type, suffix } = universe.streets[at];
  const { low } = universe.numbers[universe.rowNumber[row]];
  return (universe.streetsByName.get(name) ?? []).every((other) => {
    const street = universe.streets[other];
    const readsAlike = street.type === type && street.suffix === suffix && inLocality(street.locality);
    return other === at || !readsAlike || !streetCovers(universe, other, low);
  });
}

/** Streets of a locality, other than `street`, that pass a test. */
export function otherStreets(universe: Universe, street: number, test: (other: Street) => boolean): number[] {
  const { locality } = universe.streets[street];
  return universe.localities[locality].streets.filter((other) => other !== street && test(universe.streets[other]));
}

/**
 * A locality, its neighbours, and the localities of its state that share one of its postcodes:
 * places that people may mean instead.
 */
export class Surroundings {
  private readonly byPostcode = new Map<string, number[]>();

  constructor(private readonly universe: Universe) {
    universe.localities.forEach(({ postcodes }, at) => {
      for (const postcode of postcodes) {
        const group = this.byPostcode.get(postcode);
        if (group) group.push(at);
        else this.byPostcode.set(postcode, [at]);
      }
    });
  }

  /** Positions of localities, the asked one included. */
  of(locality: number): Set<number> {
    const { postcodes, neighbours } = this.universe.localities[locality];
    const found = new Set([locality, ...neighbours]);
    for (const postcode of postcodes) for (const other of this.byPostcode.get(postcode) ?? []) found.add(other);
    return found;
  }
}
