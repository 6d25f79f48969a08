import type { Random } from '../../../../build-index/generate/random.ts';
import { STATES, type State } from '../../../../src/address/operations/table/rules.ts';
import type { Answer, Asker } from '../asker.ts';
import { isHouse, isUnit } from '../classes/rows.ts';
import { labelledLine } from '../language/phrasing.ts';
import { beginsAsTyped } from '../real/agreement.ts';
import { isPrincipal, streetText, type Universe, unitText } from '../universe/universe.ts';
import { typedLine } from './keystrokes.ts';

/**
 * Largest share of the beginnings of existing units that may lead to lines that begin differently.
 */
const UNITS_LOST = 0.005;

/** Queries of a kind, and those for which a promise was broken. */
export interface PromiseResult {
  readonly name: string;
  readonly asked: number;
  readonly broken: readonly string[];
  /** Largest share that may be broken. */
  readonly goal: number;
}

/** Asks prefixes of random addresses and checks every answer against what autocomplete promises. */
export function checkPromises(universe: Universe, asker: Asker, random: Random, most: number): PromiseResult[] {
  const prefixes = Array.from({ length: most }, () => {
    const { line } = typedLine(universe, random.below(universe.rows));
    return line.slice(0, random.between(1, line.length));
  });
  const check = (name: string, queries: readonly string[], keeps: (q: string) => boolean, goal = 0): PromiseResult => ({
    name,
    asked: queries.length,
    broken: queries.filter((q) => !keeps(q)),
    goal,
  });
  return [
    check('at most `limit` suggestions, and `total` is their number', prefixes, (q) =>
      [1, 5, 20].every((limit) => {
        const { suggestions, total } = JSON.parse(asker.autocompleteText(q, { limit }));
        return suggestions.length <= limit && total === suggestions.length;
      }),
    ),
    check('a shorter list is the beginning of a longer one', prefixes, (q) => {
      const ids = (limit: number) => asker.autocomplete(q, { limit }).map(({ id }) => id);
      const long = ids(20);
      return [1, 5, 10].every((limit) => ids(limit).join() === long.slice(0, limit).join());
    }),
    check('no record twice', prefixes, (q) => {
      const list = asker.autocomplete(q, { limit: 20 });
      return new Set(list.map(({ id }) => id)).size === list.length;
    }),
    check(
      'the same query gives the same bytes',
      prefixes,
      (q) => new Set([asker.autocompleteText(q), asker.autocompleteText(q)]).size === 1,
    ),
    check('debug changes nothing else', prefixes, (q) => {
      const plain = asker.autocomplete(q).map(({ text, serviceMatchScore }) => `${text} ${serviceMatchScore}`);
      const debug = asker
        .autocomplete(q, { debug: true })
        .map(({ text, serviceMatchScore }) => `${text} ${serviceMatchScore}`);
      return plain.join() === debug.join();
    }),
    check('scores fall or stay from first to last', prefixes, (q) => {
      const scores = asker.autocomplete(q, { limit: 20 }).map(({ serviceMatchScore }) => serviceMatchScore);
      return scores.every((score, i) => i === 0 || score <= scores[i - 1]);
    }),
    check('`state` keeps the others out', prefixes, (q) => {
      const state = random.pick(STATES);
      // A territory is found by the state that its mail goes to, and has none of its own (contract 4.8).
      return asker.autocomplete(q, { state, limit: 20 }).every((it) => it.state === state || it.state === null);
    }),
    check(
      'with its state, number and two letters of a street find some',
      houseLines(universe, random, most),
      (line) => {
        const place = placeOf(asker, line);
        const q = begun(line);
        return place === null || asker.autocomplete(q, { state: place.state }).some(beginsWith(q));
      },
    ),
    check(
      'at its point, number and two letters of its street find a house',
      houseLines(universe, random, most),
      (line) => {
        const place = placeOf(asker, line);
        if (place === null) return true;
        return asker.autocomplete(begun(line), { near: place.near }).some(({ text }) => text === place.text);
      },
    ),
    check('of equal lines the one at the given point is first', houseLines(universe, random, most), (line) => {
      const place = placeOf(asker, line);
      if (place === null) return true;
      const [first] = asker.autocomplete(line.split(', ')[0], { near: place.near });
      return first?.text === place.text;
    }),
    check(
      'a unit that is typed first leads to a line that begins as typed',
      begunUnits(universe, random, most),
      (q) => asker.autocomplete(q).some(({ text }) => beginsAsTyped(text, q)),
      UNITS_LOST,
    ),
    check('a suburb alone gives addresses of a suburb of that name', suburbs(universe, random, most), (q) =>
      isFull(asker, q, ({ localityName }) => (localityName ?? '').startsWith(q.toUpperCase())),
    ),
    check('a street and suburb alone give its addresses', streets(universe, random, most), (q) => {
      const [street, suburb] = q.toUpperCase().split(', ');
      return isFull(asker, q, ({ addressLabel, localityName }) => {
        return localityName === suburb && (addressLabel ?? '').endsWith(street);
      });
    }),
  ];
}

function isFull(
  asker: Asker,
  q: string,
  fits: (answer: ReturnType<Asker['autocomplete']>[number]) => boolean,
): boolean {
  const list = asker.autocomplete(q);
  return list.length === 5 && list.every(fits);
}

/** Whole lines of random houses: number and street up to the first comma. */
function houseLines(universe: Universe, random: Random, most: number): string[] {
  const lines: string[] = [];
  while (lines.length < most) {
    const row = random.below(universe.rows);
    if (isHouse({ universe }, row)) lines.push(labelledLine(universe, row));
  }
  return lines;
}

/**
 * `apartment 902a`, `unit 1206, floor 1`, `unit 168, `: units of lines that exist, from the first
 * character of their number on.
 */
function begunUnits(universe: Universe, random: Random, most: number): string[] {
  const beginnings: string[] = [];
  while (beginnings.length < most) {
    const row = random.below(universe.rows);
    const unit = universe.units[universe.rowUnit[row]];
    if (unit.flatType === '' || unit.flat === '' || !isUnit({ universe }, row)) continue;
    const line = `${unitText(unit)}, `.toLowerCase();
    beginnings.push(line.slice(0, random.between(unit.flatType.length + 2, line.length)));
  }
  return beginnings;
}

/** `12 SM` of `12 SMITH STREET, RICHMOND VIC 3121`, `8 L'E` of `8 L'ESTRANGE STREET`: number and two letters. */
function begun(line: string): string {
  const [most] = /^\S+ [^A-Z0-9]*[A-Z0-9][^A-Z0-9]*[A-Z0-9]/i.exec(line) ?? [line];
  return most;
}

function beginsWith(q: string): (answer: Answer) => boolean {
  return ({ addressLabel }) => (addressLabel ?? '').startsWith(q.toUpperCase());
}

/** The record of a whole line, and its location; null unless validate is certain of it. */
function placeOf(asker: Asker, line: string): { text: string; state: State; near: Location } | null {
  const match = asker.validate(line);
  const { location } = (JSON.parse(asker.validateText(line, false)) as { match: { location: Location | null } | null })
    .match ?? { location: null };
  if (match === null || location === null || match.serviceMatchScore < 100) return null;
  const state = STATES.find((each) => each === match.state);
  return state === undefined ? null : { text: match.text, state, near: location };
}

interface Location {
  readonly lat: number;
  readonly lon: number;
}

/** Names of localities with at least thirty buildings, that no street's name begins with. */
function suburbs(universe: Universe, random: Random, most: number): string[] {
  const names = [...universe.streetsByName.keys()].sort();
  const large = universe.localities.filter(
    ({ name, streets }) => !beginsOne(names, name) && buildingsOf(universe, streets) >= 30,
  );
  return Array.from({ length: Math.min(most, large.length) }, () => random.pick(large).name.toLowerCase());
}

/**
 * Streets with buildings at eight numbers or more, with their suburb, if no other suburb of that
 * name has such a street.
 */
function streets(universe: Universe, random: Random, most: number): string[] {
  const large = universe.streets.filter(({ name, locality }, at) => {
    const namesakes = universe.streetsByName.get(name) ?? [];
    const suburb = universe.localities[locality].name;
    const isOnly = namesakes.every(
      (it) => it === at || universe.localities[universe.streets[it].locality].name !== suburb,
    );
    return name !== '' && isOnly && buildingsOf(universe, [at]) >= 8;
  });
  return Array.from({ length: Math.min(most, large.length) }, () => {
    const street = random.pick(large);
    return `${streetText(street)}, ${universe.localities[street.locality].name}`.toLowerCase();
  });
}

/**
 * How many different numbers the principals on some streets have: units of one building are
 * suggested as one record, aliases as their principals.
 */
function buildingsOf(universe: Universe, list: readonly number[]): number {
  let count = 0;
  for (const at of list) {
    const numbers = new Set<number>();
    for (let row = universe.streetStart[at]; row < universe.streetStart[at + 1]; row++)
      if (isPrincipal(universe, row)) numbers.add(universe.rowNumber[row]);
    count += numbers.size;
  }
  return count;
}

/** True if one of the sorted names begins with a text. */
function beginsOne(sorted: readonly string[], text: string): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < text) low = middle + 1;
    else high = middle;
  }
  return sorted[low]?.startsWith(text) ?? false;
}
