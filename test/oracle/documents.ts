/** Main geocode and items of `allGeocodes` (§4.4). WGS84 degrees. */
export interface Geocode {
  readonly latitude: number;
  readonly longitude: number;
  readonly type: string | null;
  readonly reliability: number | null;
}

/** Specification, "NamedArea". */
export interface NamedArea {
  readonly name: string;
  readonly code: string | null;
}

/** Boundaries that every standard record carries (§4.5). */
interface Boundaries {
  readonly lga: NamedArea | null;
  readonly stateElectorate: NamedArea | null;
  readonly commonwealthElectorate: NamedArea | null;
  readonly meshBlock: { readonly code: string; readonly category: string | null } | null;
  readonly sa2: NamedArea | null;
  readonly sa3: NamedArea | null;
  readonly sa4: NamedArea | null;
  readonly gccsa: NamedArea | null;
}

/** Specification, "AddressComponents". */
export interface AddressComponents {
  readonly addressSiteName: string | null;
  readonly buildingName: string | null;
  readonly flatType: string | null;
  readonly flatNumber: string | null;
  readonly levelType: string | null;
  readonly levelNumber: string | null;
  readonly lotNumber: string | null;
  readonly streetNumberFirst: string | null;
  readonly streetNumberLast: string | null;
  readonly streetName: string | null;
  readonly streetType: string | null;
  readonly streetSuffix: string | null;
}

/** The fields of a record that Validate and Reverse answer with (§3.4). */
export interface StandardRecord {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly confidence: number | null;
  readonly geocode: Geocode | null;
  readonly location: { readonly lat: number; readonly lon: number } | null;
  readonly boundaries: Boundaries;
}

/** The answer of Enrich, without `debug` (§3.5). */
export interface EnrichDocument extends StandardRecord {
  readonly boundaries: Boundaries & { readonly sa1: string | null; readonly ward: { readonly name: string } | null };
  readonly sourceDataRelease: string | null;
  readonly addressRole: 'PRIMARY' | 'SECONDARY' | null;
  readonly components: AddressComponents;
  readonly legalParcelId: string | null;
  readonly allGeocodes: readonly Geocode[];
  readonly locality: {
    readonly id: string | null;
    readonly classification: string | null;
    readonly neighbours: readonly string[];
    readonly aliases: readonly string[];
  };
  readonly street: {
    readonly id: string | null;
    readonly classification: string | null;
    readonly aliases: readonly string[];
  };
  readonly aliases: readonly {
    readonly id: string;
    readonly addressLabel: string | null;
    readonly type: string | null;
  }[];
  readonly secondaries: readonly { readonly id: string; readonly addressLabel: string | null }[];
}

/** Fields whose order the specification leaves open; all other arrays, `allGeocodes` above all, are compared in order. */
const UNORDERED = new Set(['locality.neighbours', 'locality.aliases', 'street.aliases', 'aliases', 'secondaries']);

/** Codes that the published documents of `expected/enrich.ndjson` do not carry. */
export const ELECTORATE_CODES: ReadonlySet<string> = new Set([
  'boundaries.stateElectorate.code',
  'boundaries.commonwealthElectorate.code',
]);

/**
 * Which fields of a document differ, one sentence each, every one beginning with the document's id: empty when none does.
 * A field that is absent is not a field that is null. Paths in `ignored` (`boundaries.lga.code`) are not looked at.
 */
export function differences(
  actual: unknown,
  expected: StandardRecord,
  ignored: ReadonlySet<string> = new Set(),
): string[] {
  const found: string[] = [];
  compare(actual, expected, '', ignored, (path, got, wanted) =>
    found.push(`${expected.id} ${path || '(document)'}: got ${show(got)}, expected ${show(wanted)}`),
  );
  return found;
}

/** The standard record inside an Enrich document: its base fields and base boundaries only. */
export function standardRecord(document: EnrichDocument): StandardRecord {
  const { id, addressLabel, localityName, state, postcode, confidence, geocode, location } = document;
  const { lga, stateElectorate, commonwealthElectorate, meshBlock, sa2, sa3, sa4, gccsa } = document.boundaries;
  const boundaries = { lga, stateElectorate, commonwealthElectorate, meshBlock, sa2, sa3, sa4, gccsa };
  return { id, addressLabel, localityName, state, postcode, confidence, geocode, location, boundaries };
}

type Report = (path: string, actual: unknown, expected: unknown) => void;

function compare(actual: unknown, expected: unknown, path: string, ignored: ReadonlySet<string>, report: Report): void {
  if (ignored.has(path)) return;
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const got = UNORDERED.has(path) ? distinctSorted(actual) : actual;
    const wanted = UNORDERED.has(path) ? distinctSorted(expected) : expected;
    if (got.length !== wanted.length) report(path, actual, expected);
    else for (const [i, item] of wanted.entries()) compare(got[i], item, `${path}[${i}]`, ignored, report);
  } else if (isObject(actual) && isObject(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      compare(actual[key], expected[key], path === '' ? key : `${path}.${key}`, ignored, report);
    }
  } else if (actual !== expected) {
    report(path, actual, expected);
  }
}

function distinctSorted(items: readonly unknown[]): unknown[] {
  const byText = new Map(items.map((item) => [canonical(item), item]));
  return [...byText.keys()].sort().map((text) => byText.get(text));
}

function canonical(value: unknown): string {
  return isObject(value) ? JSON.stringify(Object.entries(value).sort()) : JSON.stringify(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
