import { type Command, InvalidArgumentError, Option } from 'commander';
import { isPlain } from './shown-text.ts';

/** A flag that may also come from the environment: `--data-dir` as `LETTERBOX_DATA_DIR`. */
export function flag(flags: string, description: string): Option {
  const name = /--([a-z-]+)/.exec(flags)![1]!;
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

/** A parser of names for commander: up to `max` characters, all of them plain, no space around. */
export function name(max: number): (text: string) => string {
  return (text) => {
    const length = [...text].length;
    if (length >= 1 && length <= max && text.trim() === text && isPlain(text)) return text;
    throw new InvalidArgumentError(
      `Expected a name of 1 to ${max} characters without space around it, control characters or changes of direction.`,
    );
  };
}

/** Reads the name of an HTTP header for commander. */
export function headerName(text: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the name of a header: letters, digits and hyphens.');
}

/**
 * Makes a command and its subcommands report unknown flags before missing ones. Commander does the
 * reverse, and reports `--gnaff` as a missing `--gnaf`. The function returned rejects a command's
 * missing flags once it is parsed; for a command with an action this happens by itself.
 */
export function unknownBeforeMissing(command: Command): (parsed: Command) => void {
  const needed = new Map<Command, Option[]>();
  const collect = (each: Command) => {
    const mandatory = each.options.filter((option) => option.mandatory);
    for (const option of mandatory) option.mandatory = false;
    needed.set(each, mandatory);
    for (const below of each.commands) collect(below);
  };
  collect(command);
  const refuse = (parsed: Command) => {
    for (const option of needed.get(parsed) ?? [])
      if (parsed.getOptionValue(option.attributeName()) === undefined)
        parsed.error(`error: required option '${option.flags}' not specified`);
  };
  command.hook('preAction', (_, acting) => refuse(acting));
  return refuse;
}
