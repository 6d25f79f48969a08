/** A locality of the release. */
export interface Locality {
  readonly name: string;
  /** One of the eight states, or null in Other Territories. */
  readonly state: string | null;
  readonly aliases: readonly string[];
  /** Positions of neighbouring localities. */
  readonly neighbours: readonly number[];
  /** Postcodes of its records, most frequent first. */
  readonly postcodes: readonly string[];
  /** Positions of its streets. */
  readonly streets: readonly number[];
}

/** A street in its locality. */
export interface Street {
  readonly name: string;
  /** The long word: `STREET`. */
  readonly type: string;
  /** The long word: `NORTH`. */
  readonly suffix: string;
  readonly locality: number;
}

/** A street number, range or lot as labels show it. */
export interface HouseNumber {
  /** `12A`, `12-14`, `LOT 5`; empty for none. */
  readonly text: string;
  /** `12A`; the lot's number for a lot. */
  readonly first: string;
  /** `14` of `12-14`; otherwise empty. */
  readonly last: string;
  readonly low: number;
  readonly high: number;
  readonly lot: boolean;
}

/** A flat and level as labels show them. */
export interface Unit {
  readonly flatCode: string;
  readonly flatType: string;
  readonly flat: string;
  readonly levelCode: string;
  readonly levelType: string;
  readonly level: string;
}

/**
 * Every current address of a release, read independently of the index under test: columns of rows,
 * grouped by street. Aliases are rows too, because queries that name one are answered; `rowAnswer`
 * is the principal that answers for a row.
 */
export interface Universe {
  readonly localities: readonly Locality[];
  readonly streets: readonly Street[];
  /** Entry 0 is no number. */
  readonly numbers: readonly HouseNumber[];
  /** Entry 0 is no unit. */
  readonly units: readonly Unit[];
  /** Building and site names; entry 0 is none. */
  readonly names: readonly string[];
  readonly rows: number;
  /** Rows of street `s` are `streetStart[s]` to `streetStart[s + 1] - 1`. */
  readonly streetStart: Uint32Array;
  readonly rowStreet: Uint32Array;
  readonly rowNumber: Uint32Array;
  readonly rowUnit: Uint32Array;
  /** 65535 for none. */
  readonly rowPostcode: Uint16Array;
  readonly rowBuilding: Uint32Array;
  readonly rowSite: Uint32Array;
  readonly rowAnswer: Uint32Array;
  /** Ids of a few rows, for comparing with the answers of Enrich. */
  readonly ids: readonly { readonly row: number; readonly id: string }[];
  readonly streetsByName: ReadonlyMap<string, readonly number[]>;
  readonly localitiesByName: ReadonlyMap<string, readonly number[]>;
  /** Authority codes in use: street type to its abbreviation, suffix to its code. */
  readonly typeAbbreviation: ReadonlyMap<string, string>;
  readonly suffixCode: ReadonlyMap<string, string>;
}

export const NO_POSTCODE = 65535;

/** The postcode of a row as answers show it, or null. */
export function postcodeOf(universe: Universe, row: number): string | null {
  const code = universe.rowPostcode[row];
  return code === NO_POSTCODE ? null : String(code).padStart(4, '0');
}

/** The locality of a row. */
export function localityOf(universe: Universe, row: number): Locality {
  return universe.localities[universe.streets[universe.rowStreet[row]].locality];
}

/** `ARMSTRONG STREET NORTH`. */
export function streetText(street: Street): string {
  return [street.name, street.type, street.suffix].filter(Boolean).join(' ');
}

/** `UNIT 5, LEVEL 1`, or empty. */
export function unitText(unit: Unit): string {
  return [[unit.flatType, unit.flat].filter(Boolean).join(' '), [unit.levelType, unit.level].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}

/** The label of a row (§4.3). */
export function labelOf(universe: Universe, row: number): string {
  const number = universe.numbers[universe.rowNumber[row]].text;
  const street = streetText(universe.streets[universe.rowStreet[row]]);
  return [
    number === '' ? universe.names[universe.rowBuilding[row]] : '',
    unitText(universe.units[universe.rowUnit[row]]),
    [number, street].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * Everything an answer shows of a row, in one line: records with equal texts are the same to a
 * reader.
 */
export function fullText(universe: Universe, row: number): string {
  const { name, state } = localityOf(universe, row);
  return answerText(labelOf(universe, row), name, state, postcodeOf(universe, row));
}

/** The line that {@link fullText} gives, from the fields of an answer. */
export function answerText(
  label: string | null,
  locality: string | null,
  state: string | null,
  postcode: string | null,
): string {
  return `${label ?? ''} | ${locality ?? ''} | ${state ?? '-'} | ${postcode ?? '-'}`;
}

/** True for a principal, the kind of record that answers list. */
export function isPrincipal(universe: Universe, row: number): boolean {
  return universe.rowAnswer[row] === row;
}
