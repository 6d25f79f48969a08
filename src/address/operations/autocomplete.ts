import { homeOf, streetOf } from '../index/address.ts';
import { HAS_ALIASES } from '../index/address-flags.ts';
import { flagsOf } from '../index/address-record.ts';
import { addressAt, answersAt, beginningOf, MOST_BEGUN, scoreAt } from '../index/beginnings.ts';
import type { AddressIndex } from '../index/open.ts';
import { readLabelAhead } from '../index/read-ahead.ts';
import { STATE_ORDER } from '../index/sections.ts';
import { type Quality, qualityOf, scoreOf } from '../search/score/score.ts';
import { type Suggestion, suggest } from '../search/suggest.ts';
import { isFormatted, writeFormatted } from './formatted.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writeMatchQuality, writeScoreDebug } from './match-quality.ts';
import { writeAddressHead } from './standard-record.ts';
import type { AutocompleteParameters } from './table/rows/autocomplete.ts';

const OPEN = fragment('{"suggestions":[');
const FIRST = fragment('{');
const NEXT = fragment(',{');
const COMMA = fragment(',');
const TOTAL = fragment('],"total":');
const CLOSE = 0x7d;

/**
 * By parameter, whether what the index has for beginnings answers its value. One without a row does not compile: beginnings would be
 * answered as if it had not been given.
 */
const IS_BEGUN: Readonly<
  Record<Exclude<keyof AutocompleteParameters, 'q'>, (parameters: AutocompleteParameters) => boolean>
> = {
  state: ({ state }) => state === null,
  limit: ({ limit }) => limit <= MOST_BEGUN,
  near: ({ near }) => near === null,
  include: () => true,
  debug: ({ debug }) => !debug,
};
const BEGUN = Object.values(IS_BEGUN);

/** Writes suggestions for what is typed so far, the best first (§3.1). Answers how well that one matches. */
export function autocomplete(index: AddressIndex, parameters: AutocompleteParameters, out: JsonBytes): Quality {
  const { q, state, limit, near, include, debug } = parameters;
  const begun = BEGUN.every((isBegun) => isBegun(parameters)) ? beginningOf(index, q) : -1;
  if (begun >= 0 && !(isFormatted(include) && mayBeByAlias(index, begun)))
    return writeBeginning(index, out, begun, parameters);
  const suggestions = suggest(index, q, { limit, near, state: state === null ? -1 : STATE_ORDER.indexOf(state) });
  for (const { candidate } of suggestions) readLabelAhead(index, candidate.ordinal, candidate.street);
  out.write(OPEN);
  for (let i = 0; i < suggestions.length; i++) {
    const { candidate, score } = suggestions[i];
    const { ordinal, street, alias } = candidate;
    out.write(i > 0 ? NEXT : FIRST);
    writeSuggestion(index, out, ordinal, homeOf(index, ordinal, street), score, include, alias);
    if (debug) writeDebug(out, suggestions[i]);
    out.character(CLOSE);
  }
  out.write(TOTAL);
  out.uint(suggestions.length);
  if (debug) writeDebug(out, suggestions[0]);
  out.character(CLOSE);
  return suggestions.length === 0 ? 'none' : qualityOf(suggestions[0].score);
}

/** Whether an answer to a beginning may have been found by an alias, which an index does not tell. */
function mayBeByAlias(index: AddressIndex, begun: number): boolean {
  const { beginning } = index.columns;
  for (let i = 0; i < answersAt(beginning, begun); i++)
    if ((flagsOf(index, addressAt(beginning, begun, i)) & HAS_ALIASES) !== 0) return true;
  return false;
}

/** Writes what the index has for a beginning: the same as is found without. */
function writeBeginning(
  index: AddressIndex,
  out: JsonBytes,
  begun: number,
  { limit, include }: AutocompleteParameters,
): Quality {
  const { columns } = index;
  const { beginning } = columns;
  const count = Math.min(limit, answersAt(beginning, begun));
  for (let i = 0; i < count; i++) {
    const ordinal = addressAt(beginning, begun, i);
    readLabelAhead(index, ordinal, streetOf(index, ordinal));
  }
  out.write(OPEN);
  for (let i = 0; i < count; i++) {
    const ordinal = addressAt(beginning, begun, i);
    out.write(i > 0 ? NEXT : FIRST);
    writeSuggestion(index, out, ordinal, streetOf(index, ordinal), scoreAt(columns, begun, i), include);
    out.character(CLOSE);
  }
  out.write(TOTAL);
  out.uint(count);
  out.character(CLOSE);
  return count > 0 ? qualityOf(scoreAt(columns, begun, 0)) : 'none';
}

/** Writes the members of a suggestion: its address and how well that matches. */
function writeSuggestion(
  index: AddressIndex,
  out: JsonBytes,
  ordinal: number,
  street: number,
  score: number,
  include: AutocompleteParameters['include'],
  alias = -1,
): void {
  writeAddressHead(index, out, ordinal, street);
  out.write(COMMA);
  writeMatchQuality(out, score, qualityOf(score));
  writeFormatted(index, out, ordinal, street, include, alias);
}

function writeDebug(out: JsonBytes, suggestion: Suggestion | undefined): void {
  if (suggestion === undefined) writeScoreDebug(out, 'autocomplete', null);
  else {
    const { candidate, circumstances } = suggestion;
    writeScoreDebug(out, 'autocomplete', { candidate, score: scoreOf(candidate, circumstances) });
  }
}
