import type { Instant } from '../../plans/period.ts';
import { invalid } from '../answer.ts';
import type { FieldValues } from './fields.ts';

/** A parameter that is a calendar day, without its description. */
export const DAY = {
  kind: 'text',
  required: false,
  min: 10,
  max: 10,
  pattern: /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/,
  expected: 'a day such as 2026-01-31',
} as const;

/** Milliseconds in a day, UTC. */
export const DAY_MILLISECONDS = 86_400_000;

/** The first moment of a day, UTC. Throws `INVALID_PARAMETERS` if there is no such day. */
export function dayIn(given: FieldValues[string], name: string): Instant {
  const time = Date.parse(`${given}T00:00:00Z`);
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== given)
    throw invalid({ [name]: ['must be a day of the calendar'] });
  return time;
}
