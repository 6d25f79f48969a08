import type { NameParse } from '../parse/names/name-parse.ts';
import type { NumberParse } from '../parse/numbers/number-parse.ts';
import type { Tokens } from '../text/tokens.ts';
import type { Candidate } from './candidate.ts';

/** Every step of a search, for those who want to see it. */
export interface Trace {
  numbers?: (parse: NumberParse) => void;
  names?: (parse: NameParse, tokens: Tokens) => void;
  candidates?: (candidates: readonly Candidate[]) => void;
}
