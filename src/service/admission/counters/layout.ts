import { createHash } from 'node:crypto';
import { COSTS, OPERATIONS } from '../costs.ts';
import { MAX_PRODUCT_NAME, MAX_PRODUCTS } from '../product-names.ts';
import { type Field, layOut } from './record-layout.ts';

/**
 * The counter file: a header of 64 KiB, then segments of 1 MiB, each with records of one kind.
 * Numbers are little-endian and aligned; words that threads share are written with `Atomics` only.
 * What is read without may be a moment old, which an exchange then shows. Offsets follow from the lists of fields, in units of their view: `i32`, `i64`, or bytes.
 */
export const COUNTER_MAGIC = 'LBXCOUNT';
/** Bytes of the header. */
export const HEADER_BYTES = 64 * 1024;
/** Bytes of a segment. */
export const SEGMENT_BYTES = 1024 * 1024;
/** Most segments that a file can have: one byte each in the header says their kind. */
export const MAX_SEGMENTS = 60 * 1024;

/**
 * What segments hold. `buckets` is one segment: the heads of the chains in which keys are found.
 * `terms` are those of publishable keys; a file has no segment of them until a key needs one.
 */
export const KINDS = ['buckets', 'keys', 'accounts', 'meters', 'terms'] as const;
/** The kinds of which a file has a segment from the beginning. */
export const FIRST_KINDS: readonly Kind[] = ['buckets', 'keys', 'accounts', 'meters'];
/** The kind of a segment. */
export type Kind = (typeof KINDS)[number];
/** Bytes of one record of each kind. */
export const RECORD_BYTES: Readonly<Record<Kind, number>> = {
  buckets: 4,
  keys: 64,
  accounts: 128,
  meters: 512,
  terms: 4096,
};
/** Chains of keys: a power of two, as many as a segment has room for. */
export const BUCKETS = SEGMENT_BYTES / RECORD_BYTES.buckets;

/** Bytes of a boot id. */
export const BOOT_ID_BYTES = 36;
/** Bytes of a product's name. */
export const PRODUCT_NAME_BYTES = MAX_PRODUCT_NAME;

const HEADER_FIELDS = [
  // These two are in the same place in every version.
  ['MAGIC_BYTE', 'bytes', COUNTER_MAGIC.length],
  ['VERSION', 'i32'],
  /** Segments that may be used. Stored last when the file grows. */
  ['SEGMENTS', 'i32'],
  /** Random bytes that tell this file from any other: the ledger knows the machine by them. */
  ['IDENTITY_BYTE', 'bytes', 16],
  /** ASCII characters padded with spaces. */
  ['BOOT_BYTE', 'bytes', BOOT_ID_BYTES],
  /** Wall clock of the sidecar's last sign of life, ms. */
  ['HEARTBEAT', 'i64'],
  /** Wall clock of the last time everything counted was in the ledger, ms. */
  ['DRAINED', 'i64'],
  /** 1 once keys, accounts and windows have been published since the machine was started. */
  ['PUBLISHED', 'i32'],
  /** 1 while the ledger answers, 0 while it does not. */
  ['LEDGER', 'i32'],
  /** Records in use or used before, by kind; only the sidecar writes them. */
  ['KEYS', 'i32'],
  ['ACCOUNTS', 'i32'],
  ['METERS', 'i32'],
  /** Product names known so far. */
  ['PRODUCTS', 'i32'],
  /** Accounts whose work the sidecar cannot do at the moment. */
  ['SET_ASIDE', 'i32'],
  /** Meters that were found damaged. */
  ['QUARANTINED', 'i32'],
  /** Milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree. */
  ['CLOCK_OFF', 'i64'],
  /** Terms of publishable keys. */
  ['TERMS', 'i32'],
  /**
   * The sidecar's resident memory in bytes, its processor time in microseconds, and when it was
   * started, ms; 0 until it says so.
   */
  ['SIDECAR_MEMORY', 'i64'],
  ['SIDECAR_PROCESSOR', 'i64'],
  ['SIDECAR_STARTED', 'i64'],
  /** NUL-padded; bit n of an account's products is the n-th. */
  ['PRODUCT_NAMES_BYTE', 'bytes', MAX_PRODUCTS * PRODUCT_NAME_BYTES],
  /** The kinds of the segments. */
  ['KINDS_BYTE', 'bytes', MAX_SEGMENTS],
] as const satisfies readonly Field[];
/** The header. */
export const HEADER = layOut('HEADER', HEADER_BYTES, HEADER_FIELDS);

const KEY_FIELDS = [
  /** The SHA-256. */
  ['HASH', 'i32', 8],
  /** The next key of the chain, plus 1; 0 at its end. */
  ['NEXT', 'i32'],
  /** Its account's record, plus 1. */
  ['ACCOUNT', 'i32'],
  /** `KEY_STATE`. */
  ['STATE', 'i32'],
  /** Of a publishable key: its terms' record, plus 1; 0 for a secret one. */
  ['TERMS', 'i32'],
  /** Wall clock, ms, after which an `EXPIRING` key is not valid any more. */
  ['EXPIRES', 'i64'],
  /** The meter that its requests are counted in, plus 1; 0 while it has none. */
  ['METER', 'i32'],
] as const satisfies readonly Field[];
/** A key. */
export const KEY = layOut('KEY', RECORD_BYTES.keys, KEY_FIELDS);
/** States of a key. */
export const KEY_STATE = { REVOKED: 0, ACTIVE: 1, EXPIRING: 2 } as const;

/** Most bytes of a publishable key's terms. */
export const MAX_TERMS_BYTES = RECORD_BYTES.terms - 4;
const TERMS_FIELDS = [
  /** Bytes of their text. */
  ['LENGTH', 'i32'],
  /** Their text (`termsText`). */
  ['TEXT_BYTE', 'bytes', MAX_TERMS_BYTES],
] as const satisfies readonly Field[];
/** The terms of a publishable key, written once. */
export const TERMS = layOut('TERMS', RECORD_BYTES.terms, TERMS_FIELDS);

/** Most bytes of an account's id. */
export const MAX_ID_BYTES = 80;
const ACCOUNT_FIELDS = [
  /** The burst clock: theoretical arrival time, nanoseconds of the steady clock. */
  ['ARRIVAL', 'i64'],
  /** Nanoseconds between requests at the sustained rate; 0 for no burst limit. */
  ['INTERVAL', 'i64'],
  /** Nanoseconds that the arrival time may run ahead of the clock. */
  ['TOLERANCE', 'i64'],
  /** The meter that its requests are counted in, plus 1; 0 while it has none. */
  ['METER', 'i32'],
  /** `ACCOUNT_FLAG`s. */
  ['FLAGS', 'i32'],
  /** Bit n is the n-th product of the header. */
  ['PRODUCTS', 'i32'],
  /** Bytes of its id. */
  ['ID_LENGTH', 'i32'],
  /**
   * Grows after anything else has changed here, or in the current meter except its counts: what
   * threads remember is then out of date.
   */
  ['REVISION', 'i32'],
  ['ID_BYTE', 'bytes', MAX_ID_BYTES],
] as const satisfies readonly Field[];
/** An account. */
export const ACCOUNT = layOut('ACCOUNT', RECORD_BYTES.accounts, ACCOUNT_FIELDS);
/** Flags of an account. */
export const ACCOUNT_FLAG = { OVERDUE: 1, DISABLED: 2 } as const;

/** The fields of a meter: two words for each operation, and what its owner may use. */
export function meterFields<const O extends readonly string[]>(operations: O) {
  return [
    /**
     * Credits used or returned (`RETURNED`); the sign bit is set once the meter is closed, in the
     * same word, so that nothing is admitted afterwards.
     */
    ['USED', 'i64'],
    /** Credits that may be used or returned here; `UNLIMITED` without a cap. Only grows. */
    ['ALLOWANCE', 'i64'],
    /** Credits that the sidecar took back. Only grows. */
    ['RETURNED', 'i64'],
    /** Credits that it is taking back at the moment: they may be in `USED` and not in `RETURNED`. */
    ['TAKING', 'i64'],
    /**
     * Grows each time the record is given out, so that a latecomer notices that it is a different
     * meter now.
     */
    ['SERIAL', 'i32'],
    /** `MODE`. */
    ['MODE', 'i32'],
    /** The record of the account or of the key that it is of, plus 1; the other is 0. */
    ['ACCOUNT', 'i32'],
    ['KEY', 'i32'],
    /** `METER_STATE`. */
    ['STATE', 'i32'],
    /** The meter that took over, plus 1; 0 for none. */
    ['AFTER', 'i32'],
    /** Requests refused here for want of credits. */
    ['REFUSALS', 'i32'],
    /**
     * CRC-32 of what never changes while the meter is in use: a machine that lost power may have
     * written half of it.
     */
    ['CHECKSUM', 'i32'],
    /** One word per operation: requests charged. */
    ['CHARGED', 'i64', operations.length],
    /** One word per operation: requests whose credits were given back. */
    ['GIVEN_BACK', 'i64', operations.length],
    /** The lease in the ledger. */
    ['LEASE', 'i64'],
    /** The window's number within its account; 0 for a key. */
    ['WINDOW', 'i64'],
    /** Wall clock at which it was closed, ms. */
    ['CLOSED', 'i64'],
    /**
     * What is reported to callers: the included credits of an account's window, or a key's caps by
     * UTC day and by calendar month; -1 for none, or where none is reported.
     */
    ['LIMIT', 'i64', 2],
    /** Credits of each that were used elsewhere: in earlier meters, or on other machines. */
    ['ELSEWHERE', 'i64', 2],
    /** Wall clock at which the period of each ends, ms. */
    ['RESETS', 'i64', 2],
    /** Credits beyond the included ones that the customer's own cap on spending allows; -1 without. */
    ['BEYOND', 'i64'],
  ] as const satisfies readonly Field[];
}
/**
 * A meter: what is used under one lease, by an account in one window, or by a key. A key with caps
 * has one for each UTC day, any other key just one.
 */
export const METER = layOut('METER', RECORD_BYTES.meters, meterFields(OPERATIONS));
/** The most credits that a key's own cap can have. */
export const MAX_KEY_CAP = 1_000_000_000;

/** What makes up a version: programs that differ in any of this have different versions. */
export interface CountedBy {
  readonly operations: readonly string[];
  /** Credits of each operation. */
  readonly costs: readonly number[];
  /** The fields of all records. */
  readonly fields: readonly (readonly Field[])[];
}

/**
 * The version of a counter file: a digest, so that nobody can forget to raise it.
 *
 * @throws Error when an operation has no cost
 */
export function counterVersion({ operations, costs, fields }: CountedBy): number {
  if (operations.length !== costs.length)
    throw new Error(`${operations.length} operations (${operations.join(', ')}) have ${costs.length} costs`);
  const described = JSON.stringify([HEADER_BYTES, SEGMENT_BYTES, KINDS, RECORD_BYTES, operations, costs, fields]);
  return createHash('sha256').update(described).digest().readInt32LE() & 0x7fffffff;
}
/**
 * The version of the files that this program counts in. A file of another version is put aside
 * (`OtherCounterVersion`).
 */
export const COUNTER_VERSION = counterVersion({
  operations: OPERATIONS,
  costs: COSTS,
  fields: [HEADER_FIELDS, KEY_FIELDS, TERMS_FIELDS, ACCOUNT_FIELDS, meterFields(OPERATIONS)],
});
/**
 * States of a meter. `OPEN` until its lease is settled, whether it takes requests or not.
 * `QUARANTINED`, for good, once it has been found damaged.
 */
export const METER_STATE = { FREE: 0, OPEN: 1, QUARANTINED: 2 } as const;
/**
 * What happens beyond the available credits (§8.4, §8.6): the last two are overage and pay as you
 * go up to the customer's own cap on spending.
 */
export const MODE = { HARD_CAP: 0, SOFT_OVERAGE: 1, UNCAPPED: 2, OVERAGE_TO_CAP: 3, PAYG_TO_CAP: 4 } as const;
/** Whether a mode has an allowance to keep to. */
export function isCapped(mode: number): boolean {
  return mode !== MODE.SOFT_OVERAGE && mode !== MODE.UNCAPPED;
}
/** An unlimited allowance. */
export const UNLIMITED = (1n << 62n) - 1n;
/** The sign bit of `METER.USED`. */
export const CLOSED_BIT = -(1n << 63n);

/**
 * Something about an account or key in the ledger that the counter file cannot hold; the message is
 * a sentence that says why.
 */
export class Unpublishable extends Error {
  override readonly name = 'Unpublishable';
}
