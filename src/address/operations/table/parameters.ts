import { flag, integer, optionalState, type Rule } from './rules.ts';

/** The parameters of an operation: the rules they are read by, and how the read values become what it takes. */
export interface ParameterTable<P> {
  readonly rules: Readonly<Record<string, Rule<unknown>>>;
  readonly names: readonly string[];
  /** The rules in the order of `names`. */
  readonly inOrder: readonly Rule<unknown>[];
  readonly absent: Readonly<Record<string, unknown>>;
  /** Two names of which both or neither are given. */
  readonly pair: readonly [string, string] | null;
  /**
   * Names that may be given in place of one that is otherwise required, but not together with it.
   */
  readonly instead: { readonly of: string; readonly names: readonly string[] } | null;
  /** By bits, in the order of `names`: those that are required, the two of `pair`, and what `instead` is of and names. */
  readonly bits: {
    readonly required: number;
    readonly pair: number;
    readonly replaced: number;
    readonly instead: number;
  };
  readonly assemble: (values: Record<string, unknown>) => P;
}

type Rules<V> = { readonly [K in keyof V]-?: Rule<V[K]> };

/** A table whose values are the operation's parameters as they are. */
export function parameters<V extends object>(rules: Rules<V>): ParameterTable<Readonly<V>> {
  return assembled<V, V>(rules, {}, (values) => values);
}

/** Which parameters go together, and which stand in place of another. */
interface Together<V> {
  readonly pair?: readonly [keyof V & string, keyof V & string];
  readonly instead?: { readonly of: keyof V & string; readonly names: readonly (keyof V & string)[] };
}

/** A table whose values are combined into the operation's parameters. */
export function assembled<V extends object, P>(
  rules: Rules<V>,
  { pair, instead }: Together<V>,
  assemble: (values: V) => P,
): ParameterTable<P> {
  const all: Readonly<Record<string, Rule<unknown>>> = { ...rules };
  const names = Object.keys(all);
  const absent = Object.fromEntries(names.map((name) => [name, all[name]!.absent]));
  const bitsOf = (some: readonly string[]) => some.reduce((bits, name) => bits | (1 << names.indexOf(name)), 0);
  const bits = {
    required: bitsOf(names.filter((name) => all[name]!.required)),
    pair: bitsOf(pair ?? []),
    replaced: bitsOf(instead === undefined ? [] : [instead.of]),
    instead: bitsOf(instead?.names ?? []),
  };
  return {
    rules: all,
    names,
    inOrder: names.map((name) => all[name]!),
    absent,
    pair: pair ?? null,
    instead: instead ?? null,
    bits,
    assemble: (values) => assemble(values as V),
  };
}

/** `debug`, which every operation takes. */
export const debug = flag({
  description: 'Adds diagnostics to the answer. They are for support only and must not be used for business decisions.',
  example: 'false',
});

/** `limit`, from 1 to `max`. */
export const limit = (max: number, absent: number, of: string, example = absent) =>
  integer(1, max, absent, { description: `The most ${of} to return.`, example });

/** `state`, a filter. */
export const state = optionalState({
  description:
    'Only addresses of this state or territory. Lower case is accepted too. The Other Territories have no value here.',
  example: 'QLD',
});
