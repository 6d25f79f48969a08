import type { AddressIndex } from '../../address/index/open.ts';
import type { Flags } from './flags.ts';
import { primariesOf } from './group/buildings.ts';
import type { Grouping } from './group/keys.ts';
import { groupNamed, readHeader } from './header/grammar.ts';
import { type Input, type InputSettings, openInput } from './input/open-input.ts';
import { answerColumns } from './lookup/answer-columns.ts';
import type { Plan } from './run/plan.ts';
import { RunError } from './run/run-folder.ts';
import { type Chosen, chooseWanted, isHeaderFor, positionOf } from './wanted.ts';

/** What the flags group rows by; null for nothing. Throws a RunError where a column of names is not there. */
export function chooseGrouping(index: AddressIndex, input: Input, { group, name = [] }: Flags): Grouping | null {
  if (group !== true) return null;
  return { primaries: primariesOf(index), names: name.map((column) => positionOf(input, column, '--name')) };
}

/** The list that another is compared with. */
export interface OtherList {
  readonly input: Input;
  readonly chosen: Chosen;
  readonly plan: Plan;
}

/**
 * Opens the list that another is compared with. Its columns of names are called the same; so are its columns of
 * addresses where it has all of them, else they are found. Throws an InputError or a RunError.
 */
export async function openOther(path: string, plan: Plan, index: AddressIndex, flags: Flags): Promise<OtherList> {
  if (path === '-') throw new RunError('--against -: expected the name of a file, standard input may be the list');
  const settings: InputSettings = {
    path,
    format: null,
    encoding: null,
    sheet: null,
    delimiter: null,
    header: null,
    skip: null,
  };
  const input = await openInput(settings, isHeaderFor(index, flags));
  const chosen = chooseWanted(index, input, columnsIn(input, flags));
  const names = (flags.name ?? []).map((column) => positionOf(input, column, '--name'));
  const { wanted } = chosen;
  const other: Plan = {
    ...plan,
    input: input.format,
    output: { kind: 'ndjson' },
    columns: input.columns,
    wanted,
    fields: [],
    added: answerColumns(wanted.kind, [], [], input.columns),
    review: null,
    decisions: new Map(),
    grouping: plan.grouping === null ? null : { ...plan.grouping, names },
  };
  return { input, chosen, plan: other };
}

/** The flags without those that name columns, or an address, where the list does not have all of them. */
function columnsIn(input: Input, flags: Flags): Flags {
  const { column = [], id, building, unit, level, number, street, suburb, state, postcode, address, ...others } = flags;
  const named = [...column, id, building, unit, level, number, street, suburb, state, postcode];
  const own = new Set(input.columns.map((name) => name.trim().toLowerCase()));
  const isAddressed =
    address === undefined || readHeader(input.columns).some((said) => said?.group === groupNamed(address));
  return isAddressed && named.every((name) => name === undefined || own.has(name.trim().toLowerCase()))
    ? flags
    : others;
}
