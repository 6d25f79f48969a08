import { homeOf, streetOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import { readRecordAhead } from '../index/read-ahead.ts';
import { type Found, findBest } from '../search/find-best.ts';
import type { Quality } from '../search/score/score.ts';
import type { Asked } from '../search/text/parts.ts';
import { writeAlternatives } from './alternatives.ts';
import { componentsOf } from './components.ts';
import { writeFormatted } from './formatted.ts';
import { givenOf, type Noted, notes } from './given.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeMatchQuality, writeScoreDebug } from './match-quality.ts';
import { linkOf, writeStandardRecord } from './standard-record.ts';
import type { ValidateParameters } from './table/rows/validate.ts';
import { type AliasTyped, noVerdict, verdictOf } from './verdict.ts';
import { whyNothing } from './why-nothing.ts';

/** Writes the one best record for an address string, or null, with how well it matches (§3.3). Answers that quality. */
export function validate(index: AddressIndex, parameters: ValidateParameters, out: JsonBytes): Quality {
  const { q, parts, include, debug } = parameters;
  const asked = parts ?? q;
  const noted = include === undefined ? null : notes();
  const found = findBest(index, asked, noted?.trace);
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
  if (noted !== null) writeMore(index, out, asked, include, found, noted);
  if (debug) {
    const reason = found === null ? whyNothing(index, asked) : null;
    writeScoreDebug(out, 'validate', found, reason);
  }
  out.ascii('}');
  return quality;
}

const NOTHING = { score: 0, quality: 'none', caps: [] } as const;

/** Writes what else was asked for: the verdict, then the alternatives. */
function writeMore(
  index: AddressIndex,
  out: JsonBytes,
  asked: Asked,
  include: ValidateParameters['include'],
  found: Found | null,
  noted: Noted,
): void {
  if (include?.includes('verdict')) {
    out.ascii(',"verdict":');
    out.utf8(
      JSON.stringify(found === null ? noVerdict(whyNothing(index, asked)) : verdictFor(index, asked, found, noted)),
    );
  }
  if (!include?.includes('alternatives')) return;
  const ordinal = found?.candidate.ordinal ?? -1;
  const { score, quality, caps } = found?.score ?? NOTHING;
  writeAlternatives(index, out, { asked, ordinal, quality, score, caps }, include);
}

function verdictFor(index: AddressIndex, asked: Asked, { candidate, score }: Found, noted: Noted) {
  const { ordinal, alias } = candidate;
  const found = componentsOf(index, ordinal, homeOf(index, ordinal, candidate.street));
  const given = givenOf(asked, noted, candidate, found);
  return verdictOf(candidate, score, given, found, alias < 0 ? null : aliasTyped(index, alias));
}

/** The alias by which a record was found. */
function aliasTyped(index: AddressIndex, alias: number): AliasTyped {
  return { ...linkOf(index, alias), components: componentsOf(index, alias, streetOf(index, alias)) };
}
