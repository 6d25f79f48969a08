import { parseDuration } from './period.ts';

/**
 * Collects the problems of a catalogue while it is read: where, which field, what was found and
 * what was expected. Readers continue after a problem with a placeholder, so that one run reports
 * all of them.
 */
export class CatalogueReader {
  readonly problems: string[] = [];
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  /** Notes a problem; `where` is empty for the top level. */
  problem(where: string, field: string, what: string): void {
    this.problems.push(`${[this.#source, where, field, what].filter((part) => part !== '').join(': ')}.`);
  }

  /**
   * The fields of an object, which may have no others than `known`. `prefix` is the object's own
   * field name.
   */
  fields(where: string, json: unknown, known: readonly string[], prefix = ''): Fields {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      this.problem(where, prefix, `${found(json)}, expected an object with ${known.join(', ')}`);
      return new Fields(this, where, null, prefix);
    }
    for (const name of Object.keys(json)) {
      if (!known.includes(name)) {
        this.problem(where, path(prefix, name), `is not a field here, expected one of ${known.join(', ')}`);
      }
    }
    return new Fields(this, where, json as Record<string, unknown>, prefix);
  }
}

/**
 * The fields of one object of the catalogue. A null object has been reported already and yields
 * placeholders.
 */
export class Fields {
  readonly #reader: CatalogueReader;
  readonly #where: string;
  readonly #json: Record<string, unknown> | null;
  readonly #prefix: string;

  constructor(reader: CatalogueReader, where: string, json: Record<string, unknown> | null, prefix: string) {
    this.#reader = reader;
    this.#where = where;
    this.#json = json;
    this.#prefix = prefix;
  }

  /** Whether the field is there at all. */
  has(name: string): boolean {
    return this.#json !== null && Object.hasOwn(this.#json, name);
  }

  /** Whether the field is there and null. */
  isNull(name: string): boolean {
    return this.has(name) && this.value(name) === null;
  }

  /** The field as it is in the file. */
  value(name: string): unknown {
    return this.has(name) ? this.#json?.[name] : undefined;
  }

  /** A whole number from `min` to `max`. */
  integer(name: string, min: number, max: number, unit: string): number {
    const value = this.value(name);
    if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return value as number;
    return this.#wrong(name, `a whole number of ${unit} from ${min} to ${max}`, min);
  }

  /** A number from `min` to `max`. */
  number(name: string, min: number, max: number, unit: string): number {
    const value = this.value(name);
    if (typeof value === 'number' && value >= min && value <= max) return value;
    return this.#wrong(name, `a number of ${unit} from ${min} to ${max}`, min);
  }

  /** True or false. */
  boolean(name: string): boolean {
    const value = this.value(name);
    return typeof value === 'boolean' ? value : this.#wrong(name, 'true or false', false);
  }

  /** A string that matches a pattern, which `expected` puts in words. */
  pattern(name: string, pattern: RegExp, expected: string): string {
    const value = this.value(name);
    return typeof value === 'string' && pattern.test(value) ? value : this.#wrong(name, expected, '');
  }

  /** One of a few strings. */
  oneOf(name: string, values: readonly string[]): string {
    const value = values.find((known) => known === this.value(name));
    return value ?? this.#wrong(name, `one of ${values.join(', ')}`, values[0]!);
  }

  /** An ISO 8601 duration that `period.ts` can count. */
  duration(name: string): string {
    const value = this.value(name);
    if (typeof value === 'string' && parseDuration(value)) return value;
    return this.#wrong(name, 'an ISO 8601 duration of one unit, at most ten years, such as P1M, P30D or P1Y', 'P1M');
  }

  /** A list with at least one item. */
  list(name: string, expected: string): readonly unknown[] {
    const value = this.value(name);
    return Array.isArray(value) && value.length > 0 ? value : this.#wrong(name, expected, []);
  }

  /** The fields of an object in this one. */
  nested(name: string, known: readonly string[]): Fields {
    if (this.#json === null) return new Fields(this.#reader, this.#where, null, name);
    return this.#reader.fields(this.#where, this.value(name), known, path(this.#prefix, name));
  }

  #wrong<T>(name: string, expected: string, standIn: T): T {
    if (this.#json !== null) {
      this.#reader.problem(this.#where, path(this.#prefix, name), `${found(this.value(name))}, expected ${expected}`);
    }
    return standIn;
  }
}

function path(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}.${name}`;
}

function found(value: unknown): string {
  return value === undefined ? 'is missing' : `got ${shortJson(value)}`;
}

/** A value as JSON, truncated if long, for the text of problems. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
