import { warn } from '../warning.ts';

/**
 * The parts of an address that a form may have inputs for, each with what browsers call it. `line` is
 * the whole first line; `line1` is street and number where `line2` has unit and level.
 */
export const PARTS = {
  line: 'street-address',
  line1: 'address-line1',
  line2: 'address-line2',
  suburb: 'address-level2',
  state: 'address-level1',
  postcode: 'postal-code',
  id: '',
  lat: '',
  lon: '',
} as const;

export type Part = keyof typeof PARTS;

export type PartTexts = Partial<Readonly<Record<Part, string>>>;

/** Names, ids or selectors of a form's inputs, by part; or by parts with commas, which share one. */
export type FieldNames = Readonly<Record<string, string>>;

/** A part, or parts with commas between, and a name. */
const PAIR = /([^\s=]+)=(\S+?)(?=,?(?:\s|$)|,[\w,+]+=)/g;

export const ALL_PARTS = Object.keys(PARTS) as readonly Part[];

/**
 * Names of a form's inputs by part, if they differ from those of the parts: `line1=address1
 * suburb,postcode=place`, where two parts share an input. Of `line` and `line1`, the one that is named
 * is meant.
 */
export function readFieldNames(given: string | FieldNames): PartTexts {
  const own: Partial<Record<Part, string>> = {};
  const pairs =
    typeof given === 'string' ? [...given.matchAll(PAIR)].map(([, ...pair]) => pair) : Object.entries(given);
  for (const [parts, name] of pairs)
    for (const part of parts!.split(/[,+]/).filter(Boolean)) {
      if (part in PARTS) own[part as Part] = name;
      else warn(`fields: “${part}” is no part of an address; the parts are ${ALL_PARTS.join(', ')}`);
    }
  const names: Partial<Record<Part, string>> = Object.fromEntries(ALL_PARTS.map((part) => [part, part]));
  if (own.line !== undefined) delete names.line1;
  else if (own.line1 !== undefined) delete names.line;
  return { ...names, ...own };
}

/** The texts of parts that share an input, as one. */
export function joined(values: PartTexts, parts: readonly Part[]): string {
  const texts = (wanted: readonly Part[]) => wanted.filter((part) => parts.includes(part)).map((part) => values[part]);
  const place = texts(['suburb', 'state', 'postcode']).filter(Boolean).join(' ');
  return [...texts(['line2', 'line1', 'line']), place, ...texts(['id', 'lat', 'lon'])].filter(Boolean).join(', ');
}
