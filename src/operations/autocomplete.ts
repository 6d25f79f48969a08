import { streetOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { STATE_ORDER } from '../index/sections.ts';
import { suggest } from '../search/suggest.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeMatchQuality, writeScoreDebug } from './match-quality.ts';
import type { AutocompleteParameters } from './parameters.ts';
import { writeAddressHead } from './standard-record.ts';

/** Writes suggestions for what is typed so far, the best first (contract, "autocomplete"). */
export function autocomplete(index: AddressIndex, parameters: AutocompleteParameters, out: JsonBytes): void {
  const { q, state, limit, near, debug } = parameters;
  const suggestions = suggest(index, q, { limit, near, state: state === null ? -1 : STATE_ORDER.indexOf(state) });
  out.ascii('{"suggestions":[');
  for (let i = 0; i < suggestions.length; i++) {
    const { candidate, score } = suggestions[i];
    out.ascii(i > 0 ? ',{' : '{');
    writeAddressHead(index, out, candidate.ordinal, streetOf(index, candidate.ordinal));
    out.ascii(',');
    writeMatchQuality(out, score.score, score.quality);
    if (debug) writeScoreDebug(out, 'autocomplete', score, candidate.cost);
    out.ascii('}');
  }
  out.ascii('],"total":');
  out.uint(suggestions.length);
  if (debug) writeScoreDebug(out, 'autocomplete', suggestions[0]?.score ?? null, suggestions[0]?.candidate.cost ?? 0);
  out.ascii('}');
}
