import { isHeldOut } from '../../../build-index/generate/written/written-addresses.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { validate } from '../../../src/address/operations/validate.ts';
import type { RealString } from '../accuracy/real/agreement.ts';

/**
 * Address strings as people wrote them, divided by whether a release that was made with them has
 * their streets.
 */
export interface AskedStrings {
  /**
   * Those of postcodes whose streets and numbers are put into releases, 9 of 10 as written: what
   * users send.
   */
  readonly sent: readonly string[];
  /** Those of held-out postcodes: most of their streets are absent. */
  readonly absent: readonly string[];
}

/** Strings that are asked to estimate what share an index has. */
const SAMPLED = 1000;

/** Divides strings by their postcodes; those without one are taken as sent. */
export function divided(strings: readonly RealString[]): AskedStrings {
  const isAbsent = ({ postcode }: RealString) => postcode !== null && isHeldOut(postcode);
  return {
    sent: strings.filter((it) => !isAbsent(it)).map(({ q }) => q),
    absent: strings.filter(isAbsent).map(({ q }) => q),
  };
}

/** The share of some strings, drawn evenly, that validate answers with a high or medium match. */
export function shareFound(index: AddressIndex, strings: readonly string[]): number {
  const step = Math.max(1, Math.floor(strings.length / SAMPLED));
  const some = strings.filter((q, i) => i % step === 0 && q.length <= 500);
  const out = new JsonBytes();
  const isFound = (q: string) => {
    out.reset();
    validate(index, { q, debug: false }, out);
    return /"(high|medium)"/.test(Buffer.from(out.view()).toString());
  };
  return some.filter(isFound).length / Math.max(1, some.length);
}
