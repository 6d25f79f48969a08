import type { ParameterTable } from '../table/parameters.ts';

/** Why a call is `INVALID_PARAMETERS`: what is wrong with each offending parameter. */
export class InvalidParameters {
  readonly details: Record<string, string[]> = {};

  get isEmpty(): boolean {
    return Object.keys(this.details).length === 0;
  }

  add(name: string, message: string): this {
    const messages = this.details[name];
    if (messages === undefined) this.details[name] = [message];
    else messages.push(message);
    return this;
  }
}

/** Whether a parameter that was sent has a value: an empty field of a form has none. */
export function saysSomething(
  values: Readonly<Record<string, unknown>>,
  problems: InvalidParameters | null,
  name: string,
): boolean {
  return values[name] !== null || problems?.details[name] !== undefined;
}

/**
 * Whether a parameter that was not given is required, and nothing that may replace it was given.
 */
export function isMissing<P>(
  { rules, instead }: ParameterTable<P>,
  name: string,
  given: (name: string) => boolean,
): boolean {
  return rules[name]!.required && !(instead?.of === name && instead.names.some(given));
}

/** Refuses one of a pair that was given without the other. */
export function refuseAlone<P>(
  { pair }: ParameterTable<P>,
  given: (name: string) => boolean,
  problems: InvalidParameters | null,
): InvalidParameters | null {
  if (pair === null) return problems;
  const [one, other] = pair;
  if (given(one) === given(other)) return problems;
  const first = refuseOnce(problems, one, `must be given together with ${other}`);
  return refuseOnce(first, other, `must be given together with ${one}`);
}

/** Refuses parameters that replace one that was given too, and that one. */
export function refuseBeside<P>(
  { instead }: ParameterTable<P>,
  given: (name: string) => boolean,
  problems: InvalidParameters | null,
): InvalidParameters | null {
  if (instead === null || !given(instead.of)) return problems;
  const beside = instead.names.filter(given);
  if (beside.length === 0) return problems;
  let all = refuseOnce(problems, instead.of, `must not be given together with ${beside.join(', ')}`);
  for (const name of beside) all = refuseOnce(all, name, `must not be given together with ${instead.of}`);
  return all;
}

/** Adds what is wrong with a parameter, unless it was said already. */
export function refuseOnce(problems: InvalidParameters | null, name: string, message: string): InvalidParameters {
  const all = problems ?? new InvalidParameters();
  return all.details[name]?.includes(message) ? all : all.add(name, message);
}
