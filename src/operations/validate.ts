import { streetOf } from '../index/address.ts';
import type { AddressIndex } from '../index/open.ts';
import type { Quality } from '../search/score/score.ts';
import { findBest } from '../search/validate/validate.ts';
import { whyNothing } from '../search/validate/why-nothing.ts';
import { writeFormatted } from './formatted.ts';
import type { JsonBytes } from './json-bytes.ts';
import { writeMatchQuality, writeScoreDebug } from './match-quality.ts';
import { writeStandardRecord } from './standard-record.ts';
import type { ValidateParameters } from './table/rows/validate.ts';

/** Writes the one best record for an address string, or null, with how well it matches (§3.3). Answers that quality. */
export function validate(
  index: AddressIndex,
  { q, parts, include, debug }: ValidateParameters,
  out: JsonBytes,
): Quality {
  const asked = parts ?? q;
  const found = findBest(index, asked);
  out.ascii('{"match":');
  if (found === null) out.ascii('null,');
  else {
    out.ascii('{');
    const { ordinal } = found.candidate;
    const street = streetOf(index, ordinal);
    writeStandardRecord(index, out, ordinal, street);
    writeFormatted(index, out, ordinal, street, include);
    out.ascii('},');
  }
  const quality = found?.score.quality ?? 'none';
  writeMatchQuality(out, found?.score.score ?? 0, quality);
  if (debug) {
    const reason = found === null ? whyNothing(index, asked) : null;
    writeScoreDebug(out, 'validate', found?.score ?? null, found?.candidate.cost ?? 0, reason);
  }
  out.ascii('}');
  return quality;
}
