/** The eight states and territories that answers and filters know (§1.8). */
export const STATES = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;

/** One of the eight values of `state`. Other Territories are indexed, but have no value here. */
export type State = (typeof STATES)[number];

/** Why a value was refused, as a message for `error.details`. */
export class Problem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** How one query parameter is read, checked and described. */
export interface Rule<T> {
  readonly required: boolean;
  /** The value when the parameter is not given; meaningless when it is required. */
  readonly absent: T;
  /**
   * Line breaks and tabs in its text count as spaces, since pasted addresses contain them. Other
   * control characters are refused everywhere.
   */
  readonly breakable?: true;
  /** The value that a decoded text stands for, or why it stands for none. */
  readonly read: (text: string) => T | Problem;
  /** The JSON Schema of the decoded text (integers and numbers as OpenAPI serializes them), or a reference to one of the description. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly example: string | number;
}

/** What the interface description says of one parameter. */
type Description = { readonly description: string; readonly example: string | number };

/** No control characters (Unicode category Cc), as a regular expression of JSON Schema. */
const NO_CONTROLS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** No control characters except line breaks and tabs. */
const BREAKS_ALONE = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

/** A required text of `min` to `max` Unicode characters. */
export function text(min: number, max: number, words: Description): Rule<string> {
  return {
    required: true,
    absent: '',
    schema: { type: 'string', minLength: min, maxLength: max, pattern: NO_CONTROLS },
    ...words,
    read(text) {
      const n = text.length > max ? characters(text) : text.length;
      if (n >= min && n <= max) return text;
      return new Problem(`must have ${min} to ${max} characters, not ${n}`);
    },
  };
}

/** A text of `min` to `max` Unicode characters in which line breaks and tabs are spaces; null when it is not given. */
export function optionalText(min: number, max: number, words: Description): Rule<string | null> {
  return { ...brokenText(min, max, words), required: false, absent: null };
}

/** A required text of `min` to `max` Unicode characters, in which line breaks and tabs are spaces. */
export function brokenText(min: number, max: number, words: Description): Rule<string> {
  const rule = text(min, max, words);
  return { ...rule, breakable: true, schema: { ...rule.schema, pattern: BREAKS_ALONE } };
}

/** A text of at most `max` Unicode characters in which line breaks and tabs are spaces; null when it is not given, or has nothing but spaces. */
export function part(max: number, words: Description): Rule<string | null> {
  const rule = optionalText(0, max, words);
  return { ...rule, read: (text) => (text.trim() === '' ? null : rule.read(text)) };
}

/** A required text of exactly `length` ASCII digits. */
export function digits(length: number, words: Description): Rule<string> {
  return {
    required: true,
    absent: '',
    schema: { type: 'string', pattern: `^[0-9]{${length}}$` },
    ...words,
    read(text) {
      if (text.length === length && hasOnlyDigits(text)) return text;
      return new Problem(`must be exactly ${length} digits, not ${quote(text)}`);
    },
  };
}

/** Whether a text has ASCII digits alone: cheaper than a regular expression. */
function hasOnlyDigits(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 0x30 || c > 0x39) return false;
  }
  return true;
}

/** An optional integer from `min` to `max`, in decimal digits without a sign. */
export function integer(min: number, max: number, absent: number, words: Description): Rule<number> {
  return {
    required: false,
    absent,
    schema: { type: 'integer', minimum: min, maximum: max, default: absent },
    ...words,
    read(text) {
      const value = text !== '' && hasOnlyDigits(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= max) return value;
      return new Problem(`must be an integer from ${min} to ${max}, not ${quote(text)}`);
    },
  };
}

/**
 * A number from `min` to `max` in decimal digits, perhaps with a minus, a fraction or an exponent,
 * as in JSON; leading zeros are allowed.
 */
function decimal<T>(min: number, max: number, rest: Pick<Rule<number | T>, 'required' | 'absent'>, words: Description) {
  return {
    schema: {
      type: 'number',
      minimum: min,
      maximum: max,
      ...(rest.absent === null || rest.required ? {} : { default: rest.absent }),
    },
    ...rest,
    ...words,
    read(text: string): number | T | Problem {
      const value = /^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= max) return value === 0 ? 0 : value;
      return new Problem(`must be a number from ${min} to ${max}, not ${quote(text)}`);
    },
  };
}

/** A required number. */
export function requiredDecimal(min: number, max: number, words: Description): Rule<number> {
  return decimal<number>(min, max, { required: true, absent: 0 }, words);
}

/** A number that is null when it is not given. */
export function optionalDecimal(min: number, max: number, words: Description): Rule<number | null> {
  return decimal<null>(min, max, { required: false, absent: null }, words);
}

/** A number with a default. */
export function defaultDecimal(min: number, max: number, absent: number, words: Description): Rule<number> {
  return decimal<number>(min, max, { required: false, absent }, words);
}

/** One of the eight states and territories in either case; null, which is no filter, when it is not given. */
export function optionalState(words: Description): Rule<State | null> {
  const eitherCase = (state: string) => Array.from(state, (letter) => `[${letter}${letter.toLowerCase()}]`).join('');
  const pattern = new RegExp(`^(?:${STATES.map(eitherCase).join('|')})$`);
  return {
    required: false,
    absent: null,
    schema: { $ref: '#/components/schemas/State' },
    ...words,
    read(text) {
      if (pattern.test(text)) return text.toUpperCase() as State;
      return new Problem(`must be one of ${STATES.join(', ')}, not ${quote(text)}`);
    },
  };
}

/** `true` or `false`, in this spelling only; false when it is not given. */
export function flag(words: Description): Rule<boolean> {
  return {
    required: false,
    absent: false,
    schema: { $ref: '#/components/schemas/DebugFlag' },
    ...words,
    read(text) {
      if (text === 'true') return true;
      if (text === 'false') return false;
      return new Problem(`must be true or false, not ${quote(text)}`);
    },
  };
}

/** Why bytes, or half of a surrogate pair, are no text. */
export const NOT_UTF8 = new Problem('must be UTF-8');

/** Why a text is refused that has characters of Unicode's category Cc. */
export const CONTROL_CHARACTER = new Problem('must not contain control characters');

/**
 * Checks the text of a parameter by the rules of all of them: no lone surrogates, no control
 * characters, and spaces for `breakable` ones.
 */
export function checkedText(text: string, breakable: boolean): string | Problem {
  if (/\p{Surrogate}/u.test(text)) return NOT_UTF8;
  const checked = breakable ? text.replace(/[\t\n\r]/g, ' ') : text;
  return /\p{Cc}/u.test(checked) ? CONTROL_CHARACTER : checked;
}

/** The number of Unicode characters (code points) of a text. */
function characters(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

/** A text in quotation marks for a message, cut to 40 characters. */
export function quote(text: string): string {
  const shown = characters(text) > 40 ? `${Array.from(text.slice(0, 80)).slice(0, 40).join('')}…` : text;
  return `"${shown}"`;
}
