import { type NameParse, statesOf } from '../parse/names/name-parse.ts';
import { ABSENT, EXACT, type Grade, NONE, PREFIX } from '../retrieve/grades.ts';

/** How a state, a position in STATE_ORDER, answers the one that was given, or those that it may become. */
export function stateGrade(parse: NameParse, state: number): Grade {
  const states = statesOf(parse);
  if (states === 0) return ABSENT;
  if ((states & (1 << state)) === 0) return NONE;
  return parse.state >= 0 ? EXACT : PREFIX;
}
