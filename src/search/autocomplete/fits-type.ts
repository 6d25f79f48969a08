import { MEANING } from '../../index/lexicon.ts';
import { suffixOnCard, typeOnCard } from '../../index/street-card.ts';
import { suffixIn, typeIn } from '../../index/street-codes.ts';
import { RECORD_CODES, STREET_RECORD } from '../../index/street-record.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import type { Search } from '../score/candidates.ts';
import { hasCodeIn } from '../text/code-set.ts';
import { hasCode } from '../text/lexicon.ts';

/** Whether a street has the type and suffix that were given, or that are being typed; `card` is its own (street-card.ts), or BLANK_CARD. */
export function fitsType(search: Search, parse: NameParse, street: number, card: number): boolean {
  const { type: typedType, suffix: typedSuffix, typesOpen, suffixesOpen } = parse;
  if (typedType < 0 && typedSuffix < 0 && typesOpen === null && suffixesOpen === null) return true;
  let type = typeOnCard(card);
  let suffix = suffixOnCard(card);
  if (type < 0 || suffix < 0) {
    const codes = search.index.columns.streetRecord[street * STREET_RECORD + RECORD_CODES];
    type = typeIn(codes);
    suffix = suffixIn(codes);
  }
  if (typedType >= 0 && !hasCode(search.index, typedType, MEANING.streetType, type)) return false;
  if (typedSuffix >= 0 && !hasCode(search.index, typedSuffix, MEANING.streetSuffix, suffix)) return false;
  if (typesOpen === null && suffixesOpen === null) return true;
  return (
    (typesOpen !== null && hasCodeIn(typesOpen, type)) || (suffixesOpen !== null && hasCodeIn(suffixesOpen, suffix))
  );
}
