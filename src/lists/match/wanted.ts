import type { AddressIndex } from '../../address/index/open.ts';
import { fieldsOf, type NamedField } from './columns/address-groups.ts';
import { asColumn, fieldsNamed, findAddressColumns, isHeader } from './columns/choose-columns.ts';
import type { Flags } from './flags.ts';
import { groupNamed } from './header/grammar.ts';
import { type Input, sheetsHint } from './input/open-input.ts';
import { quotedNames } from './input/source.ts';
import { fieldPaths } from './lookup/enrich-fields.ts';
import type { AddressColumn, Field, Wanted } from './lookup/job.ts';
import { RunError } from './run/run-folder.ts';

/** What is looked up, and in words, by which columns and how they were chosen. */
export interface Chosen {
  readonly wanted: Wanted;
  readonly columns: string;
  /** Columns that look like parts and are not used; empty for none. */
  readonly unused: string;
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
    const points = foundFields(input, ['lat', 'lon'], flags);
    const [lat, lon] = points.fields;
    return { ...points, wanted: { kind: 'reverse', lat, lon, radius: flags.radius ?? RADIUS } };
  }
  if (flags.enrich === true) {
    const ids = foundFields(input, ['id'], input.columns.length === 1 ? { ...flags, id: '1' } : flags);
    return { ...ids, wanted: { kind: 'enrich', id: ids.fields[0] } };
  }
  const parts =
    flags.column !== undefined
      ? flags.column.map((name) => asColumn(fieldNamed(input, name, '--column'), null))
      : PARTS.flatMap((part) => {
          const name = flags[part];
          return name === undefined ? [] : [asColumn(fieldNamed(input, name, `--${part}`), part)];
        });
  if (parts.length > 0) return matched(input, parts, [], 'as said', null);
  const group = flags.address === undefined ? null : groupOf(flags.address);
  const best = findAddressColumns(index, input.columns, input.sample, input.named, group);
  if (best === null) {
    throw new RunError(
      `${input.name}: no column looks like addresses${group === null ? '' : ` of ${flags.address}`}. Name it with --column, or say with --skip how many rows are above the header; there are ${quotedNames(input.columns)}${sheetsHint(input.sheets)}`,
    );
  }
  const { columns, unused, groups, score, tried } = best;
  const how = [
    tried === 0 ? 'found by name' : `found: ${tried} of its rows score ${Math.round(score)} of 100 on average`,
    ...ofGroups(groups),
  ].join('; ');
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
          `Not used: ${namesOf(input, unused)}. Rows in which they say more are not high. Say which columns are parts with --unit, --street and the like`,
        ]
      : []),
  ];
  return matched(input, columns, unused, how, warnings.length === 0 ? null : `${warnings.join('. ')}.`);
}

/** A mean score below this is warned about before work begins. */
const PLAUSIBLE = 50;

const PARTS = ['building', 'unit', 'level', 'number', 'street', 'suburb', 'state', 'postcode'] as const;

function matched(
  input: Input,
  columns: readonly AddressColumn[],
  unused: readonly AddressColumn[],
  how: string,
  warning: string | null,
): Chosen {
  const wanted = { kind: 'match', columns, unused } as const;
  return { wanted, columns: namesOf(input, columns), unused: namesOf(input, unused), how, warning };
}

function namesOf({ columns }: Input, fields: readonly Field[]): string {
  return quotedNames(fields.map(({ at, path = [] }) => [columns[at], ...path].join('.')));
}

/** Which of several addresses was taken. */
function ofGroups([taken, ...others]: readonly string[]): readonly string[] {
  const named = (name: string) => JSON.stringify(name === '' ? NO_GROUP : name);
  return others.length === 0
    ? []
    : [`of ${others.length + 1} addresses ${named(taken)}, with --address also ${others.map(named).join(', ')}`];
}

function groupOf(name: string): string {
  return name === NO_GROUP ? '' : groupNamed(name);
}

/** What the columns of no group are called. */
const NO_GROUP = 'none';

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

/** The columns that flags name for parts of a point or an id, or else those that are named so. Throws a RunError where there are none. */
function foundFields(
  input: Input,
  parts: readonly ('lat' | 'lon' | 'id')[],
  flags: Flags,
): Omit<Chosen, 'wanted'> & { readonly fields: readonly Field[] } {
  const group = flags.address === undefined ? null : groupOf(flags.address);
  const all = fieldsNamed(input.columns, input.sample, parts, group);
  const fields = parts.map((part, i) => {
    const name = flags[part];
    const field = name === undefined ? all?.fields[i] : fieldNamed(input, name, `--${part}`);
    if (field !== undefined) return field;
    throw new RunError(
      `${input.name}: no column is named like ${part}${group === null ? '' : ` of ${flags.address}`}. Name it with --${part}; there are ${quotedNames(input.columns)}${sheetsHint(input.sheets)}`,
    );
  });
  const isSaid = parts.every((part) => flags[part] !== undefined);
  const how = isSaid ? 'as said' : ['found by name', ...ofGroups(all?.groups ?? [])].join('; ');
  return { fields, columns: namesOf(input, fields), unused: '', how, warning: null };
}

/** A column by its name, or a field of a column with objects by the names that lead to it: `address.street`. */
function fieldNamed(input: Input, name: string, flag: string): NamedField {
  const plain = (text: string) => text.trim().toLowerCase();
  const field = fieldsOf(input.columns, input.sample).find(
    (one) => one.path.length > 0 && plain(one.name) === plain(name),
  );
  if (field !== undefined && !input.columns.includes(name)) return field;
  const at = positionOf(input, name, flag);
  return { at, path: [], name: input.columns[at] };
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
  throw new RunError(
    `${flag} ${name}: ${input.name} has no such column; there are ${quotedNames(input.columns)}${sheetsHint(input.sheets)}`,
  );
}
