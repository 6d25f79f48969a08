import { InvalidArgumentError, Option } from 'commander';

/** A flag that may also come from the environment: `--data-dir` as `LETTERBOX_DATA_DIR`. */
export function flag(flags: string, description: string): Option {
  const name = /--([a-z-]+)/.exec(flags)![1];
  return new Option(flags, description).env(`LETTERBOX_${name.toUpperCase().replaceAll('-', '_')}`);
}

/** A parser of whole numbers for commander. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** A parser of names for commander: up to `max` characters, no control characters, no space around. */
export function name(max: number): (text: string) => string {
  return (text) => {
    const length = [...text].length;
    if (length >= 1 && length <= max && text.trim() === text && !/[\p{Cc}\p{Cs}]/u.test(text)) return text;
    throw new InvalidArgumentError(`Expected a name of 1 to ${max} characters without space around it.`);
  };
}

/** Reads the name of an HTTP header for commander. */
export function headerName(text: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the name of a header: letters, digits and hyphens.');
}
