import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { haversine } from '../../../src/address/index/haversine.ts';
import { type AddressIndex, openIndex } from '../../../src/address/index/open.ts';
import { autocomplete } from '../../../src/address/operations/autocomplete.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import type { AutocompleteParameters } from '../../../src/address/operations/table/rows/autocomplete.ts';
import { STATES } from '../../../src/address/operations/table/rules.ts';
import { current, filesBelow, type Row, readTable } from '../../oracle/naive-tables.ts';
import { generatedIndex, generatedRelease } from '../../support/shared-releases.ts';
import { type Head, type Suggestions, seeded, some } from './sample.ts';

/** Enough that the best-known streets of a letter leave whole states out. */
const ADDRESSES = 80_000;

/** A house of the release: a principal without a unit. Of most, the first number is also the last. */
interface House {
  readonly number: string;
  readonly last: string;
  readonly street: string;
  readonly state: string;
  readonly lat: number;
  readonly lon: number;
}

/** What leads to a street: what stands before its name. */
interface Lead {
  readonly number: string;
  readonly street: string;
  readonly state: string;
}

const NOT_OF_HOUSES = [
  ...['FLAT_TYPE_CODE', 'FLAT_NUMBER', 'LEVEL_TYPE_CODE', 'LEVEL_NUMBER'],
  ...['NUMBER_FIRST_PREFIX', 'NUMBER_FIRST_SUFFIX', 'NUMBER_LAST_PREFIX', 'NUMBER_LAST_SUFFIX'],
];

let index: AddressIndex;
let houses: House[];
/** What is typed of the aliases of each principal: number and street. */
let aliases: Map<string, string[]>;
let compounds: Lead[];
let lots: Lead[];

beforeAll(() => {
  const release = generatedRelease(ADDRESSES, 5);
  index = openIndex(generatedIndex(ADDRESSES, 5));
  const tables = tablesOf(release.gnaf);
  const principals = principalsOf(tables);
  houses = housesOf(principals);
  aliases = aliasesOf(tables);
  compounds = compoundsOf(principals);
  lots = lotsOf(principals);
}, 120_000);

/** Tables of the release, each read once. */
interface Tables {
  readonly details: readonly { readonly row: Row; readonly state: string }[];
  /** Names of streets by their ids. */
  readonly streets: ReadonlyMap<string, string>;
  /** Geocodes by the ids of their addresses. */
  readonly points: ReadonlyMap<string, Row>;
  readonly aliases: readonly Row[];
}

function tablesOf(gnaf: string): Tables {
  const files = filesBelow(gnaf);
  return {
    details: STATES.flatMap((state) => {
      const ofState = files.filter((file) => basename(file).startsWith(`${state}_`));
      return current(readTable(ofState, 'ADDRESS_DETAIL')).map((row) => ({ row, state }));
    }),
    streets: new Map(readTable(files, 'STREET_LOCALITY').map((row) => [row.STREET_LOCALITY_PID, row.STREET_NAME])),
    points: new Map(readTable(files, 'ADDRESS_DEFAULT_GEOCODE').map((row) => [row.ADDRESS_DETAIL_PID, row])),
    aliases: current(readTable(files, 'ADDRESS_ALIAS')),
  };
}

/** A served principal of the release's tables, with the name of its street, its state, and its point. */
interface Principal {
  readonly row: Row;
  readonly street: string;
  readonly state: string;
  readonly lat: number;
  readonly lon: number;
}

function principalsOf({ details, streets, points }: Tables): Principal[] {
  return details.flatMap(({ row, state }) => {
    const point = points.get(row.ADDRESS_DETAIL_PID);
    const street = streets.get(row.STREET_LOCALITY_PID);
    if (point === undefined || street === undefined) return [];
    if (row.ALIAS_PRINCIPAL !== 'P' || row.CONFIDENCE === '-1') return [];
    return [{ row, street, state, lat: Number(point.LATITUDE), lon: Number(point.LONGITUDE) }];
  });
}

function aliasesOf({ details, streets, aliases }: Tables): Map<string, string[]> {
  const byId = new Map(details.map(({ row }) => [row.ADDRESS_DETAIL_PID, row]));
  const lines = new Map<string, string[]>();
  for (const { PRINCIPAL_PID: principal, ALIAS_PID: alias } of aliases) {
    const row = byId.get(alias);
    if (row === undefined) continue;
    const line = `${row.NUMBER_FIRST} ${streets.get(row.STREET_LOCALITY_PID)}`;
    lines.set(principal, [...(lines.get(principal) ?? []), line]);
  }
  return lines;
}

function housesOf(principals: readonly Principal[]): House[] {
  return principals
    .filter(({ row }) => isHouse(row))
    .map(({ row, ...where }) => ({ number: row.NUMBER_FIRST, last: row.NUMBER_LAST || row.NUMBER_FIRST, ...where }));
}

/** Those without a unit whose number has a letter before or behind it, or is a range. */
function compoundsOf(principals: readonly Principal[]): Lead[] {
  return principals.flatMap(({ row, street, state }) => {
    const end = (which: string) => row[`${which}_PREFIX`] + row[which] + row[`${which}_SUFFIX`];
    const number = row.NUMBER_LAST === '' ? end('NUMBER_FIRST') : `${end('NUMBER_FIRST')}-${end('NUMBER_LAST')}`;
    const isAsked = row.FLAT_NUMBER === '' && /\D/.test(number) && /^[A-Z]{3}/.test(street);
    return isAsked ? [{ number, street, state }] : [];
  });
}

/** A number, and no unit or letter. */
function isHouse(row: Row): boolean {
  return row.NUMBER_FIRST !== '' && NOT_OF_HOUSES.every((column) => row[column] === '');
}

const out = new JsonBytes();
function ask(q: string, more: Partial<AutocompleteParameters>): Suggestions {
  out.reset();
  autocomplete(index, { q, state: null, limit: 5, near: null, debug: false, ...more }, out);
  return JSON.parse(Buffer.from(out.view()).toString());
}

/** Some houses of every state, without ranges. */
function ofEveryState(count: number): House[] {
  return STATES.flatMap((state) => {
    const plain = houses.filter((house) => house.state === state && house.number === house.last);
    return some(plain, count, seeded(31));
  });
}

/** What may be typed of a house: its number and the beginning of its street, up to a letter. */
function beginningsOf({ number, street }: House): string[] {
  const begun = [1, 2, 3, street.length].map((letters) => street.slice(0, letters).trim());
  return [number, ...begun.filter((letters) => /[A-Z]$/.test(letters)).map((letters) => `${number} ${letters}`)];
}

/** Whether a label is that of a house with a number on a street that begins so: `12 SMITH STREET` for 12 and `SM`. */
const begins = ({ addressLabel }: Head, q: string) => addressLabel.startsWith(q.toUpperCase());

describe('With a state', () => {
  it('an address of it is found for every beginning of one, and none of another', () => {
    const asked = ofEveryState(40).flatMap((house) => beginningsOf(house).map((q) => ({ q, state: house.state })));
    expect(asked.length).toBeGreaterThan(1000);
    const missed = asked.filter(({ q, state }) => {
      const { suggestions } = ask(q, { state: state as AutocompleteParameters['state'] });
      return (
        !suggestions.some((it) => begins(it, q)) || suggestions.some((it) => it.state !== state && it.state !== null)
      );
    });
    expect(missed).toEqual([]);
  });

  it('as many are found as there are', () => {
    for (const { q, state } of ofEveryState(15).flatMap((house) =>
      [1, 2].map((letters) => ({ q: `${house.number} ${house.street.slice(0, letters)}`, state: house.state })),
    )) {
      const [number, letters] = q.split(' ');
      const there = houses.filter((h) => h.state === state && h.number === number && h.street.startsWith(letters));
      const { total } = ask(q, { state: state as AutocompleteParameters['state'] });
      expect(total, `${q} in ${state}`).toBeGreaterThanOrEqual(Math.min(5, new Set(there.map((h) => h.street)).size));
    }
  });
});

describe('Near a point', () => {
  it('the nearest house of those that answer comes first', () => {
    const random = seeded(33);
    let asked = 0;
    for (const house of ofEveryState(12)) {
      const near = { lat: house.lat + (random() - 0.5) / 10, lon: house.lon + (random() - 0.5) / 10 };
      for (const q of beginningsOf(house).slice(1)) if (nearestFirst(q, near, null)) asked++;
    }
    expect(asked).toBeGreaterThan(200);
  });

  it('a shorter list begins a longer one', () => {
    const random = seeded(34);
    let longer = 0;
    for (const house of ofEveryState(6)) {
      const near = { lat: house.lat + (random() - 0.5) / 5, lon: house.lon + (random() - 0.5) / 5 };
      for (const q of [...beginningsOf(house), house.street, `lot ${house.number}`])
        for (const state of [null, house.state as AutocompleteParameters['state']]) {
          const all = ask(q, { near, state, limit: 20 }).suggestions;
          for (const limit of [1, 5]) {
            expect(ask(q, { near, state, limit }).suggestions, `${q}, ${limit}`).toEqual(all.slice(0, limit));
            if (all.length > limit) longer++;
          }
        }
    }
    expect(longer).toBeGreaterThan(200);
  });

  it('the nearest one of a state comes first, wherever the point is', () => {
    const points = ofEveryState(3);
    let asked = 0;
    ofEveryState(6).forEach((house, i) => {
      const { lat, lon } = points[(i * 7) % points.length];
      for (const q of beginningsOf(house).slice(1))
        if (nearestFirst(q, { lat, lon }, house.state as AutocompleteParameters['state'])) asked++;
    });
    expect(asked).toBeGreaterThan(100);
  });
});

/** Expects the nearest house that answers before all others; answers whether it may be expected: a range answers less well. */
function nearestFirst(q: string, near: { lat: number; lon: number }, state: AutocompleteParameters['state']): boolean {
  const [number, letters] = [Number.parseInt(q, 10), q.slice(q.indexOf(' ') + 1)];
  const nearest = houses
    .filter((h) => (state === null || h.state === state) && has(h, number) && h.street.startsWith(letters))
    .map((h) => ({ ...h, metres: haversine(near.lat, near.lon, h.lat, h.lon) }))
    .reduce((a, b) => (b.metres < a.metres ? b : a));
  if (nearest.number !== nearest.last) return false;
  const [first] = ask(q, { near, state }).suggestions;
  // A nearer record that goes by the number and street as an alias of its own.
  if (aliases.get(first?.id)?.some((line) => line.startsWith(q)) === true) return false;
  const label = ` ${first?.addressLabel}`;
  expect(label, `${q} near ${near.lat}, ${near.lon} in ${state}`).toContain(` ${number} ${nearest.street}`);
  expect(first?.state).toBe(nearest.state);
  return true;
}

/** Lots that have no street number. */
function lotsOf(principals: readonly Principal[]): Lead[] {
  return principals.flatMap(({ row, street, state }) =>
    row.NUMBER_FIRST !== '' || row.LOT_NUMBER === '' || row.FLAT_NUMBER !== '' || row.LEVEL_NUMBER !== ''
      ? []
      : [{ number: `LOT ${row.LOT_NUMBER_PREFIX}${row.LOT_NUMBER}${row.LOT_NUMBER_SUFFIX}`, street, state }],
  );
}

/** Whether a house has a number, or its range does, on the same side of the street. */
function has(house: House, number: number): boolean {
  const [first, last] = [Number(house.number), Number(house.last)];
  return number >= first && number <= last && (number - first) % 2 === 0;
}

describe('What stands before a street', () => {
  it.each([
    ['a number with letters, or a range,', () => compounds],
    ['a lot', () => lots],
  ])('leads to it: %s', (_, leads) => {
    const asked = some(leads(), 400, seeded(35)).map(({ number, street, state }) => ({
      q: `${number} ${street.slice(0, 3).trim()}`,
      state: state as AutocompleteParameters['state'],
    }));
    expect(asked.length).toBe(400);
    const missed = asked.filter(({ q, state }) =>
      [null, state].some((only) => !ask(q, { state: only }).suggestions.some((it) => begins(it, q))),
    );
    expect(missed).toEqual([]);
  });

  it('is in the first line that is shown for it: a lot by its number alone, while its digits are typed', () => {
    const typed = some(
      lots.filter(({ number }) => /^LOT \d/.test(number)),
      200,
      seeded(36),
    ).flatMap(({ number }) =>
      Array.from({ length: number.length - 'LOT '.length }, (_, i) => number.slice(0, 'LOT '.length + i + 1)),
    );
    expect(typed.length).toBeGreaterThan(300);
    const missed = typed.filter((q) => ask(q, {}).suggestions[0]?.addressLabel.startsWith(q) !== true);
    expect(missed).toEqual([]);
  });
});
