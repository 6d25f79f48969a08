import { homeOf, streetOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { readRecordAhead } from '../index/read-ahead.ts';
import { bestMatch, type Found, searchWhole } from '../search/find-best.ts';
import type { Search } from '../search/score/candidates.ts';
import type { Quality } from '../search/score/score.ts';
import type { Asked } from '../search/text/parts.ts';
import { writeAlternatives } from './alternatives.ts';
import { componentsOf } from './components.ts';
import { writeFormatted } from './formatted.ts';
import { givenOf } from './given.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeMatchQuality, writeScoreDebug } from './match-quality.ts';
import { linkOf, writeStandardRecord } from './standard-record.ts';
import type { ValidateParameters } from './table/rows/validate.ts';
import { type AliasTyped, noVerdict, verdictOf } from './verdict.ts';
import { nothingFound, type Reason } from './why-nothing.ts';

/** Writes the one best record for an address string, or null, with how well it matches (§3.3). Answers that quality. */
export function validate(index: AddressIndex, parameters: ValidateParameters, out: JsonBytes): Quality {
  const { q, parts, include, debug } = parameters;
  const asked = parts ?? q;
  const search = searchWhole(index, asked);
  const found = bestMatch(search);
  const isTold = found === null && (debug || include !== undefined);
  const reason = isTold ? nothingFound(search, asked).reason : null;
  out.ascii('{"match":');
  if (found === null) out.ascii('null,');
  else {
    out.ascii('{');
    const { ordinal, alias } = found.candidate;
    const street = homeOf(index, ordinal, found.candidate.street);
    readRecordAhead(index, ordinal, street);
    writeStandardRecord(index, out, ordinal, street);
    writeFormatted(index, out, ordinal, street, include, alias);
    out.ascii('},');
  }
  const quality = found?.score.quality ?? 'none';
  writeMatchQuality(out, found?.score.score ?? 0, quality);
  if (include !== undefined) writeMore(search, out, asked, include, found, reason);
  if (debug) writeScoreDebug(out, 'validate', found, reason);
  out.ascii('}');
  return quality;
}

const NOTHING = { score: 0, quality: 'none', caps: [] } as const;

/** Writes what else was asked for: the verdict, then the alternatives, which search again. */
function writeMore(
  search: Search,
  out: JsonBytes,
  asked: Asked,
  include: NonNullable<ValidateParameters['include']>,
  found: Found | null,
  reason: Reason | null,
): void {
  if (include.includes('verdict')) {
    out.ascii(',"verdict":');
    out.utf8(JSON.stringify(found === null ? noVerdict(reason) : verdictFor(search, asked, found)));
  }
  if (!include.includes('alternatives')) return;
  const ordinal = found?.candidate.ordinal ?? -1;
  const { score, quality, caps } = found?.score ?? NOTHING;
  writeAlternatives(search.index, out, { asked, ordinal, quality, score, caps }, include);
}

function verdictFor(search: Search, asked: Asked, { candidate, score }: Found) {
  const { index } = search;
  const { ordinal, alias, street } = candidate;
  const found = componentsOf(index, ordinal, homeOf(index, ordinal, street));
  const given = givenOf(search, asked, candidate);
  return verdictOf(candidate, score, given, found, alias < 0 ? null : aliasTyped(index, alias));
}

/** The alias by which a record was found. */
function aliasTyped(index: AddressIndex, alias: number): AliasTyped {
  return { ...linkOf(index, alias), components: componentsOf(index, alias, streetOf(index, alias)) };
}
