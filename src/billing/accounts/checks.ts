/** Something wrong in what was given. */
export interface Problem {
  /** Names of the fields that lead to it, with dots between; empty for the whole. */
  readonly path: string;
  /** `unknown`: there is no such field. `wrong`: the value is not what is expected. `fault`: another fault of it. */
  readonly kind: 'unknown' | 'wrong' | 'fault';
  /** What was given; undefined where it is missing. */
  readonly given?: unknown;
  /** What is expected; of a fault, the rest of a sentence that begins with the field. */
  readonly words: string;
}

/** What may be given for a value. */
export interface Check<V> {
  /** It, in words that go on from "expected" or "must be". */
  readonly expected: string;
  /** The value of what was given. What it returns is of use only where it noted no problem. */
  readonly read: (given: unknown, path: string, problems: Problem[]) => V;
  /** As a field, it may be left out, and then has this value. */
  readonly otherwise?: V;
}

/** What may be given for the fields of an object. */
export type Checks = Readonly<Record<string, Check<unknown>>>;

/** What is read by checks: a value for each field. */
export type ReadBy<C extends Checks> = {
  readonly [Name in keyof C]: C[Name] extends Check<infer V> ? V : never;
};

/** What a test accepts; `take` makes the value of it. */
export function is<G, V = G>(
  expected: string,
  fits: (given: unknown) => given is G,
  take = (given: G) => given as unknown as V,
): Check<V> {
  const read: Check<V>['read'] = (given, path, problems) => {
    if (fits(given)) return take(given);
    problems.push({ path, kind: 'wrong', given, words: expected });
    return undefined as V;
  };
  return { expected, read };
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number, unit = ''): Check<number> {
  const words = `a whole number ${unit === '' ? '' : `of ${unit} `}from ${min} to ${max}`;
  return is(words, (given): given is number => Number.isInteger(given) && within(given, min, max));
}

/** A number from `min` to `max`. */
export function number(min: number, max: number, unit: string): Check<number> {
  return is(`a number of ${unit} from ${min} to ${max}`, (given): given is number => within(given, min, max));
}

function within(given: unknown, min: number, max: number): given is number {
  return typeof given === 'number' && given >= min && given <= max;
}

/** A text that matches a pattern, or that a test accepts. */
export function textThat(fits: RegExp | ((text: string) => boolean), expected: string): Check<string> {
  const test = fits instanceof RegExp ? (text: string) => fits.test(text) : fits;
  return is(expected, (given): given is string => typeof given === 'string' && test(given));
}

/** One of a few texts. */
export function among<const T extends string>(values: readonly T[]): Check<T> {
  return is(`one of ${values.join(', ')}`, (given): given is T => values.some((value) => value === given));
}

/** True or false. */
export const trueOrFalse = is('true or false', (given): given is boolean => typeof given === 'boolean');

/** A list of `min` to `max` texts that a test accepts. */
export function texts(
  min: number,
  max: number,
  fits: (text: string) => boolean,
  expected: string,
): Check<readonly string[]> {
  return is(expected, (given): given is readonly string[] => {
    if (!Array.isArray(given) || given.length < min || given.length > max) return false;
    return given.every((text) => typeof text === 'string' && fits(text));
  });
}

/** A list of at least one item, which `readAll` reads. */
export function list<V>(
  expected: string,
  readAll: (items: readonly unknown[], path: string, problems: Problem[]) => readonly V[],
): Check<readonly V[]> {
  const some = is(expected, (given): given is readonly unknown[] => Array.isArray(given) && given.length > 0);
  return { expected, read: (given, path, problems) => readAll(some.read(given, path, problems) ?? [], path, problems) };
}

/** The same, or null. */
export function nullOr<V>({ expected, read }: Check<V>): Check<V | null> {
  return { expected, read: (given, path, problems) => (given === null ? null : read(given, path, problems)) };
}

/** The same, which may be left out. */
export function optional<V, C extends Check<V>>(check: C & Check<V>, otherwise: V): C {
  return { ...check, otherwise };
}

/** Whether a field may be left out. */
export function isOptional(check: Check<unknown>): boolean {
  return 'otherwise' in check;
}

/** Notes a further fault of an object: of the value of a field what is expected, else the rest of a sentence. */
type Note = (field: string, words: string, given?: unknown) => void;

/** An object of these fields and no others. `look` is for its further faults, where each field by itself has none. */
export function fieldsOf<C extends Checks>(
  checks: C,
  { look, expected }: { look?: (values: ReadBy<C>, note: Note) => void; expected?: string } = {},
): Check<ReadBy<C>> {
  const names = Object.keys(checks).join(', ');
  const words = expected ?? `an object with ${names}`;
  const read: Check<ReadBy<C>>['read'] = (given, path, problems) => {
    const values: Record<string, unknown> = {};
    const before = problems.length;
    const below = (name: string) => [path, name].filter((part) => part !== '').join('.');
    if (!isObject(given)) {
      problems.push({ path, kind: 'wrong', given, words });
      return values as ReadBy<C>;
    }
    for (const name of Object.keys(given))
      if (!Object.hasOwn(checks, name)) problems.push({ path: below(name), kind: 'unknown', words: names });
    for (const [name, check] of Object.entries(checks)) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      const found =
        value === undefined && isOptional(check) ? check.otherwise : check.read(value, below(name), problems);
      if (found !== undefined) values[name] = found;
    }
    if (problems.length === before)
      look?.(values as ReadBy<C>, (field, words, given) => {
        problems.push({ path: below(field), kind: given === undefined ? 'fault' : 'wrong', given, words });
      });
    return values as ReadBy<C>;
  };
  return { expected: words, read };
}

/** Whether JSON is an object. */
export function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A value as JSON, truncated if long, for the text of problems. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
