import type { StateFacts } from './country.ts';
import { mix32, type Random } from './random.ts';

const ADDRESS_PRIME = 99_999_989;
const STREET_PRIME = 8_999_993;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * The persistent identifiers of one state, none given twice. Numbers run through a whole residue ring in large steps,
 * so that they are not in the order of the rows, as G-NAF's are not.
 */
export class Identifiers {
  private readonly facts: StateFacts;
  private addresses = 0;
  private sites = 0;
  private streets = 0;
  private readonly counters = new Map<string, number>();

  constructor(facts: StateFacts) {
    this.facts = facts;
  }

  /** `GAVIC411087566`; one in five hundred like `GAVIC_J2LPN2y4pll0`, since PIDs are opaque. */
  address(): string {
    const step = ++this.addresses;
    const number = 400_000_000 + ((step * 61_803_399) % ADDRESS_PRIME);
    return step % 499 === 7 ? this.opaque(step) : this.facts.addressPrefix + number;
  }

  /** An ADDRESS_SITE_PID: nine digits, the first being the state's. */
  site(): number {
    return this.facts.pid * 100_000_000 + ((++this.sites * 38_196_603) % ADDRESS_PRIME);
  }

  /** `VIC1953679`. */
  street(): string {
    return this.facts.file + (1_000_000 + ((++this.streets * 5_562_301) % STREET_PRIME));
  }

  /** The next identifier of a table, starting with the state's digit. */
  next(table: string): number {
    const count = (this.counters.get(table) ?? 0) + 1;
    this.counters.set(table, count);
    return this.facts.pid * 1_000_000_000 + count;
  }

  private opaque(step: number): string {
    let text = `${this.facts.addressPrefix}_`;
    let low = mix32(step);
    let high = mix32(step ^ 0x5bd1e995);
    for (let i = 0; i < 4; i++) {
      text += ALPHABET[(low >>> 0) % 62] + ALPHABET[(high >>> 0) % 62];
      low = Math.imul(low, 31) + i;
      high = mix32(high + i);
    }
    for (let rest = step, i = 0; i < 4; i++, rest = Math.floor(rest / 62)) text += ALPHABET[rest % 62];
    return text;
  }
}

/** `prefix` and twelve hex digits, as locality and boundary PIDs are. */
export function hexIdentifier(prefix: string, random: Random): string {
  const hex = (value: number) => value.toString(16).padStart(6, '0');
  return prefix + hex(random.next() >>> 8) + hex(random.next() >>> 8);
}
