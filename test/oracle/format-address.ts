import { STREET_SUFFIXES, STREET_TYPES } from '../../src/address/formatted/street-types.ts';
import { titleCase } from '../../src/address/formatted/title-case.ts';

/** The parts of an address as G-NAF writes them, in capitals; null where it has none. */
export interface AddressParts {
  readonly building: string | null;
  readonly flatType: string | null;
  readonly flatNumber: string | null;
  readonly levelType: string | null;
  readonly levelNumber: string | null;
  /** `12`, `11-15`; of a lot, `LOT 19`. */
  readonly number: string | null;
  readonly streetName: string | null;
  /** Written out. */
  readonly streetType: string | null;
  readonly streetSuffix: string | null;
  readonly locality: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
}

/** An address as people write it, and as it stands on an envelope. */
export interface FormattedAddress {
  /** Unit, level, number and street: `Unit 3, 25 Smith Street`. */
  readonly line1: string | null;
  /** The place: `Footscray VIC 3011`. */
  readonly line2: string | null;
  /** Both, with a comma. */
  readonly full: string | null;
  /** The lines of an envelope, in capitals and without commas: `3/25 SMITH STREET`, `FOOTSCRAY VIC 3011`. */
  readonly postal: readonly string[];
}

/** Types of units that a slash says well enough. */
const SLASHED = new Set<string | null>([null, 'UNIT', 'FLAT', 'APARTMENT']);

const TYPE_CODES = new Map(STREET_TYPES);
const SUFFIX_CODES = new Map(STREET_SUFFIXES.map(([code, name]) => [name, code] as const));

/**
 * Writes an address in title case and in the postal form of AS 4590. `abbreviated`: the type and suffix of the street by their
 * codes, `St` and `ST`. The building's name stands only where there is neither number nor lot, as in `addressLabel`.
 */
export function formatAddress(parts: AddressParts, abbreviated: boolean): FormattedAddress {
  const { flatType, flatNumber, levelType, levelNumber, number, locality, state, postcode } = parts;
  const building = number === null ? parts.building : null;
  const street = streetOf(parts, abbreviated);
  const unit = spaced(flatType && titleCase(flatType), flatNumber);
  const level = spaced(levelType && titleCase(levelType), levelNumber);
  const numbered = spaced(number === null ? null : number.replace(/^LOT /, 'Lot '), street && titleCase(street));
  const line1 = listed(building && titleCase(building), unit, level, numbered);
  const line2 = spaced(locality && titleCase(locality), state, postcode);
  const place = spaced(locality, state, postcode);
  const postal = [...postalLines(parts, building, street), place].filter((line) => line !== null);
  return { line1, line2, full: listed(line1, line2), postal: postal.map((line) => line.replaceAll(',', '')) };
}

function streetOf({ streetName, streetType, streetSuffix }: AddressParts, abbreviated: boolean): string | null {
  if (!abbreviated) return spaced(streetName, streetType, streetSuffix);
  const type = streetType && (TYPE_CODES.get(streetType) ?? streetType);
  return spaced(streetName, type, streetSuffix && (SUFFIX_CODES.get(streetSuffix) ?? streetSuffix));
}

/** A unit stands before its number with a slash; with a level, or without a number, on a line of its own. */
function postalLines(parts: AddressParts, building: string | null, street: string | null): (string | null)[] {
  const { flatType, flatNumber, levelType, levelNumber, number } = parts;
  const line = spaced(number, street);
  const level = spaced(levelType, levelNumber);
  const isSlashed = level === null && flatNumber !== null && number !== null && !number.startsWith('LOT ');
  if (!isSlashed) return [building, spaced(flatType, flatNumber, level), line];
  return [building, `${SLASHED.has(flatType) ? '' : `${flatType} `}${flatNumber}/${line}`];
}

function spaced(...parts: readonly (string | null)[]): string | null {
  return joined(parts, ' ');
}

function listed(...parts: readonly (string | null)[]): string | null {
  return joined(parts, ', ');
}

function joined(parts: readonly (string | null)[], by: string): string | null {
  let text: string | null = null;
  for (const part of parts) if (part) text = text === null ? part : text + by + part;
  return text;
}
