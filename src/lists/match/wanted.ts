import type { AddressIndex } from '../../address/index/open.ts';
import { asPart, columnOfRole, findAddressColumns, isHeader, seemingParts } from './columns/choose-columns.ts';
import { groupOf, type Role } from './columns/header-names.ts';
import type { Flags } from './flags.ts';
import type { Input } from './input/open-input.ts';
import { quotedNames } from './input/source.ts';
import { fieldPaths } from './lookup/enrich-fields.ts';
import type { AddressColumn, Wanted } from './lookup/job.ts';
import { RunError } from './run/run-folder.ts';

/** What is looked up, and in words, by which columns and how they were chosen. */
export interface Chosen {
  readonly wanted: Wanted;
  readonly columns: string;
  readonly how: string;
  /** What to look at before relying on the choice; null for nothing. */
  readonly warning: string | null;
}

/** Tells whether the first row of a list that is looked up by the flags has names of columns. */
export function isHeaderFor(
  index: AddressIndex,
  { reverse, enrich }: Pick<Flags, 'reverse' | 'enrich'>,
): (first: readonly string[]) => boolean {
  return (first) =>
    reverse !== true && enrich !== true
      ? isHeader(index, first)
      : first.some((cell) => /^\s*\p{L}[\p{L}\s_]*$/u.test(cell));
}

/** Metres that an address may be away from a point, unless told otherwise, as in the service. */
const RADIUS = 100;

/**
 * Chooses what to look up, and in which columns, by the flags or else by the list itself. Throws a RunError where that
 * is not possible.
 */
export function chooseWanted(index: AddressIndex, input: Input, flags: Flags): Chosen {
  if (flags.reverse === true) {
    const lat = given(input, 'lat', flags.lat) ?? found(input, 'lat');
    const lon = given(input, 'lon', flags.lon) ?? found(input, 'lon');
    return {
      ...inWords(input, [lat, lon], flags.lat !== undefined),
      wanted: { kind: 'reverse', lat, lon, radius: flags.radius ?? RADIUS },
    };
  }
  if (flags.enrich === true) {
    const id = given(input, 'id', flags.id) ?? (input.columns.length === 1 ? 0 : found(input, 'id'));
    return { ...inWords(input, [id], flags.id !== undefined), wanted: { kind: 'enrich', id } };
  }
  if (flags.column !== undefined) {
    const columns = flags.column.map((name) => asPart(positionOf(input, name, '--column'), null, name));
    return matched(input, columns, 'as said', null);
  }
  const parts = PARTS.flatMap((part) => {
    const at = given(input, part, flags[part]);
    return at === null ? [] : [asPart(at, part, input.columns[at])];
  });
  if (parts.length > 0) return matched(input, parts, 'as said', null);
  const best = findAddressColumns(index, input.columns, input.sample, input.named);
  if (best === null) {
    const sheets =
      input.sheets.length > 1 ? `. Its sheets are ${quotedNames(input.sheets)}: name one with --sheet` : '';
    throw new RunError(
      `${input.name}: no column looks like addresses. Name it with --column, or say with --skip how many rows are above the header; there are ${quotedNames(input.columns)}${sheets}`,
    );
  }
  const { columns, score, tried } = best;
  const how =
    tried === 0 ? 'found by name' : `found: ${tried} of its rows score ${Math.round(score)} of 100 on average`;
  const unused = (input.named ? seemingParts(input.columns, input.sample) : []).filter(
    (at) =>
      !columns.some((used) => used.at === at) &&
      // Another group of columns has another address: the postal one beside the property's.
      ['', ...columns.map((used) => groupOf(input.columns[used.at]))].includes(groupOf(input.columns[at])),
  );
  const warnings = [
    ...(tried > 0 && score === 0
      ? [
          `None of ${tried} rows from all over the list is found in this index, and the columns are taken by their names`,
        ]
      : tried > 0 && score < PLAUSIBLE
        ? [`Few rows look like addresses: if the columns are others, name them with --column`]
        : []),
    ...(unused.length > 0
      ? [
          `Not used: ${quotedNames(unused.map((at) => input.columns[at]))}. Say which columns are parts with --unit, --street and the like`,
        ]
      : []),
  ];
  return matched(input, columns, how, warnings.length === 0 ? null : `${warnings.join('. ')}.`);
}

/** A mean score below this is warned about before work begins. */
const PLAUSIBLE = 50;

const PARTS = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'] as const;

function matched(input: Input, columns: readonly AddressColumn[], how: string, warning: string | null): Chosen {
  const names = quotedNames(columns.map(({ at }) => input.columns[at]));
  return { wanted: { kind: 'match', columns }, columns: names, how, warning };
}

/** The paths of the fields that were asked for. Throws a RunError that names a field that does not exist. */
export function chooseFields(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const paths = fieldPaths(name);
    if (paths.length === 0)
      throw new RunError(
        `--fields ${name}: enrich has no such field, or several. It is one like confidence, lga, meshBlock.code, streetName or legalParcelId`,
      );
    return paths;
  });
}

function inWords(
  { columns }: Input,
  positions: readonly number[],
  said: boolean,
): { columns: string; how: string; warning: null } {
  return {
    columns: quotedNames(positions.map((at) => columns[at])),
    how: said ? 'as said' : 'found by name',
    warning: null,
  };
}

function given(input: Input, part: string, name: string | undefined): number | null {
  return name === undefined ? null : positionOf(input, name, `--${part}`);
}

function found(input: Input, role: Role): number {
  const at = columnOfRole(input.columns, role);
  if (at === -1)
    throw new RunError(
      `${input.name}: no column is named like ${role}. Name it with --${role}; there are ${quotedNames(input.columns)}`,
    );
  return at;
}

/**
 * The position of a column by its name, in any letter case where none has it exactly, or by its number from 1. Throws a
 * RunError where there is none.
 */
export function positionOf(input: Input, name: string, flag: string): number {
  const { columns } = input;
  const exact = columns.indexOf(name);
  if (exact !== -1) return exact;
  const plain = (text: string) => text.trim().toLowerCase();
  const alike = columns.findIndex((column) => plain(column) === plain(name));
  if (alike !== -1) return alike;
  const number = /^\d+$/.test(name) ? Number(name) : 0;
  if (number >= 1 && number <= columns.length) return number - 1;
  throw new RunError(`${flag} ${name}: ${input.name} has no such column; there are ${quotedNames(input.columns)}`);
}
