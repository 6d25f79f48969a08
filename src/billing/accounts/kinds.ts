import * as s from '../../system/schema.ts';
import type { Check } from './checks.ts';
import type { Instant } from './plans/period.ts';

/** What a value of an answer is: its schema, an example, and how it is written as JSON. */
export interface Kind<V> {
  readonly schema: s.Schema;
  readonly example: unknown;
  readonly write: (value: V) => unknown;
  /** The named kinds that the schema refers to. */
  readonly names: readonly Named[];
  /** As a property, it may be absent. */
  readonly optional?: true;
}

/** A kind with a name in the interface description; its `schema` is a reference to the definition. */
export interface Named<V = never> extends Kind<V> {
  readonly name: string;
  readonly definition: s.Schema;
  /** Those that the definition refers to. */
  readonly parts: readonly Named[];
}

type Properties = Readonly<Record<string, Kind<never>>>;

/** What a kind is written from. */
export type ValueOf<K> = K extends Kind<infer V> ? V : never;

/** What an object is written from: a value for each property, named alike; others are left out. */
type SourceOf<P extends Properties> = { readonly [Name in keyof P]: ValueOf<P[Name]> };

/** An object of an answer. */
export interface Resource<P extends Properties> extends Named<SourceOf<P>> {
  readonly properties: P;
  readonly example: Readonly<Record<string, unknown>>;
  readonly write: (source: SourceOf<P>) => Readonly<Record<keyof P, unknown>>;
}

/** A moment as the console writes it: ISO 8601, UTC. */
export function iso(at: Instant): string {
  return new Date(at).toISOString();
}

/** A moment as ISO 8601, or null. */
export function isoOrNull(at: Instant | null): string | null {
  return at === null ? null : iso(at);
}

/** Any kind by its schema, written as it is. */
export function kind<V>(schema: s.Schema, example: V, write: (value: V) => unknown = (value) => value): Kind<V> {
  return { schema, example, write, names: [] };
}

/** Text. */
export const text = (description: string, example: string) => kind(s.string(description), example);
/** Text, or null. */
export const textOrNull = (description: string, example: string | null = null) => kind(s.text(description), example);
/** A moment, written as ISO 8601. */
export const moment = (description: string, example: string): Kind<Instant> => ({
  ...text(description, example),
  schema: { type: 'string', format: 'date-time', description },
  write: iso,
});
/** A moment, or null. */
export const momentOrNull = (description: string, example: string | null = null): Kind<Instant | null> => ({
  ...textOrNull(description, example),
  schema: { type: ['string', 'null'], format: 'date-time', description },
  write: isoOrNull,
});
/** A day, `2026-01-31`. */
export const day = (description: string, example: string) =>
  kind({ type: 'string', format: 'date', description }, example);
/** A whole number from 0. */
export const count = (description: string, example: number) => kind(s.count(description), example);
/** A whole number from 0, or null. */
export const countOrNull = (description: string, example: number | null) =>
  kind(s.nullable(s.count(description)), example);
/** A whole number from 1. */
export const position = (description: string, example: number) =>
  kind({ type: 'integer', minimum: 1, description }, example);
/** An amount in whole cents. */
export const cents = (description: string, example: number) => count(`${description} In cents.`, example);
/** True or false. */
export const yes = (description: string, example: boolean) => kind({ type: 'boolean', description }, example);
/** One of a few texts. */
export const oneOf = <const T extends string>(values: readonly T[], description: string, example = values[0]!) =>
  kind<T>(s.oneOf(values, description), example);
/** An object whose shape depends on something else. */
export const details = (description: string, example: object) => kind({ type: 'object', description }, example);

/** A list; its example has one item, unless it is given. */
export function listOf<V>(item: Kind<V>, description: string, example: readonly unknown[] = [item.example]) {
  const write = (values: readonly V[]) => values.map(item.write);
  return { schema: s.array(item.schema, description), example, write, names: item.names };
}

/** A kind, or null. */
export function orNull<V>(of: Kind<V>, example: unknown = of.example): Kind<V | null> {
  const { description, ...schema } = of.schema;
  const write = (value: V | null) => (value === null ? null : of.write(value));
  return { ...of, schema: { anyOf: [schema, { type: 'null' }], description }, example, write };
}

/** A named kind in a place that says what it is there. */
export function as<V>(named: Kind<V>, description: string, example: unknown = named.example): Kind<V> {
  return { ...named, schema: { ...named.schema, description }, example };
}

/** Gives a kind a name. */
export function name<V>(called: string, { schema, example, write, names }: Kind<V>): Named<V> {
  const made = { name: called, schema: s.ref(called), definition: schema, parts: names };
  const itself: Named<V> = { ...made, example, write, names: [] };
  return Object.assign(itself, { names: [itself] });
}

/**
 * An object that has all of these properties, in this order; `example` is where its own differs from
 * theirs. It is open: later releases may add more.
 */
export function resource<P extends Properties>(
  called: string,
  description: string,
  properties: P,
  example: { readonly [Name in keyof P]?: unknown } = {},
): Resource<P> {
  const entries = Object.entries(properties);
  const each = (value: (kind: Kind<never>, name: string) => unknown) =>
    Object.fromEntries(entries.map(([name, kind]) => [name, value(kind, name)]));
  const leftOut = Object.keys(properties).filter((name) => properties[name]!.optional);
  const named = name(called, {
    schema: s.object(description, each(({ schema }) => schema) as Readonly<Record<string, s.Schema>>, leftOut),
    example: each(({ example: usual }, name) => (name in example ? example[name] : usual)),
    // What rows of earlier versions lack stays left out.
    write: (source: SourceOf<P>) =>
      each(({ write }, name) => (source[name] === undefined ? undefined : write(source[name] as never))),
    names: entries.flatMap(([, { names }]) => names),
  });
  return Object.assign(named, { properties }) as unknown as Resource<P>;
}

/** A kind that is read too, from a file or a request, with what may be given for it. */
export function given<V, C extends Check<V>>(kind: Kind<V>, check: C): Kind<V> & C {
  return { ...kind, ...check };
}

/** Where the next page of a list begins. */
export const next = textOrNull('Where the next page begins: to be given as `after`. Null on the last one.');

/** The definitions of named kinds, and of those that they refer to, by name. */
export function definitionsOf(kinds: readonly Named[]): Readonly<Record<string, s.Schema>> {
  const found: Record<string, s.Schema> = {};
  const visit = ({ name, definition, parts }: Named): void => {
    if (name in found) return;
    found[name] = definition;
    parts.forEach(visit);
  };
  kinds.forEach(visit);
  return found;
}
