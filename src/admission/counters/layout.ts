import { OPERATIONS } from '../costs.ts';
import { MAX_PRODUCT_NAME } from '../product-names.ts';

/**
 * The counter file: a header of 64 KiB, then segments of 1 MiB. A segment holds records of one kind; the header says which.
 * All numbers are little-endian and aligned to their size; a word that more than one thread writes, or that is read while it is
 * written, is accessed with `Atomics` only. Offsets below are in units of the view they are used with: `I32` or `I64`.
 */
export const COUNTER_MAGIC = 'LBXCOUNT';
/** Raised with every change of this page, of `OPERATIONS` or of `COSTS`; a file of another version is refused. */
export const COUNTER_VERSION = 1;
/** Bytes of the header. */
export const HEADER_BYTES = 64 * 1024;
/** Bytes of a segment. */
export const SEGMENT_BYTES = 1024 * 1024;
/** Most segments that a file can have: one byte each in the header says their kind. */
export const MAX_SEGMENTS = 60 * 1024;

/**
 * What segments hold. `buckets` is one segment: the heads of the chains in which keys are found. `terms` are those of publishable keys; a
 * file has no segment of them until there is such a key.
 */
export const KINDS = ['buckets', 'keys', 'accounts', 'slots', 'terms'] as const;
/** The kinds of which a file has a segment from the beginning. */
export const FIRST_KINDS: readonly Kind[] = ['buckets', 'keys', 'accounts', 'slots'];
/** The kind of a segment. */
export type Kind = (typeof KINDS)[number];
/** Bytes of one record of each kind. */
export const RECORD_BYTES: Readonly<Record<Kind, number>> = {
  buckets: 4,
  keys: 64,
  accounts: 128,
  slots: 256,
  terms: 4096,
};
/** Chains of keys: a power of two, as many as a segment has room for. */
export const BUCKETS = SEGMENT_BYTES / RECORD_BYTES.buckets;

/** The header. */
export const HEADER = {
  /** I32. */
  VERSION: 2,
  /** I32: segments that may be used. Stored last when the file grows. */
  SEGMENTS: 3,
  /** Byte offset of 16 random bytes that tell this file from any other: the ledger knows the machine by them. */
  IDENTITY_BYTE: 16,
  /** Byte offset of the boot id, `BOOT_ID_BYTES` ASCII characters padded with spaces. */
  BOOT_BYTE: 32,
  /** I64: wall clock of the sidecar's last sign of life, ms. */
  HEARTBEAT: 10,
  /** I64: wall clock of the last time everything counted was in the ledger, ms. */
  DRAINED: 11,
  /** I32: 1 once keys, accounts and windows have been published at least once. */
  PUBLISHED: 24,
  /** I32: 1 while the ledger answers, 0 while it does not. */
  LEDGER: 25,
  /** I32: records in use or used before, by kind; only the sidecar writes them. */
  KEYS: 26,
  ACCOUNTS: 27,
  SLOTS: 28,
  /** I32: product names known so far. */
  PRODUCTS: 29,
  /** I32: accounts whose work the sidecar cannot do at the moment. */
  SET_ASIDE: 30,
  /** I32: slots that were found damaged. */
  QUARANTINED: 31,
  /** I64: milliseconds by which the machine's clock is ahead of the ledger's; 0 while they agree. */
  CLOCK_OFF: 16,
  /** I32: terms of publishable keys. */
  TERMS: 34,
  /** Byte offset of the product names: `MAX_PRODUCTS` of `PRODUCT_NAME_BYTES`, NUL-padded; bit n of an account's products is the n-th. */
  PRODUCT_NAMES_BYTE: 1024,
  /** Byte offset of the segment kinds. */
  KINDS_BYTE: 4096,
} as const;
/** Bytes of a boot id. */
export const BOOT_ID_BYTES = 36;
/** Bytes of a product's name. */
export const PRODUCT_NAME_BYTES = MAX_PRODUCT_NAME;

/** A key. All I32 but EXPIRES. */
export const KEY = {
  /** Eight words: the SHA-256. */
  HASH: 0,
  /** The next key of the chain, plus 1; 0 at its end. */
  NEXT: 8,
  /** Its account's record, plus 1. */
  ACCOUNT: 9,
  /** `KEY_STATE`. */
  STATE: 10,
  /** Of a publishable key: its terms' record, plus 1; 0 for a secret one. */
  TERMS: 11,
  /** I64: wall clock, ms, after which an `EXPIRING` key is not valid any more. */
  EXPIRES: 6,
} as const;
/** States of a key. */
export const KEY_STATE = { REVOKED: 0, ACTIVE: 1, EXPIRING: 2 } as const;

/** The terms of a publishable key, written once. */
export const TERMS = {
  /** I32: bytes of their text. */
  LENGTH: 0,
  /** Byte offset of their text (`termsText`). */
  TEXT_BYTE: 4,
} as const;
/** Most bytes of a publishable key's terms. */
export const MAX_TERMS_BYTES = RECORD_BYTES.terms - TERMS.TEXT_BYTE;

/** An account. */
export const ACCOUNT = {
  /** I64: the burst clock: theoretical arrival time, nanoseconds of the steady clock. */
  ARRIVAL: 0,
  /** I64: nanoseconds between requests at the sustained rate; 0 for no burst limit. */
  INTERVAL: 1,
  /** I64: nanoseconds that the arrival time may run ahead of the clock. */
  TOLERANCE: 2,
  /** I32: its current slot, plus 1; 0 while it has none. */
  SLOT: 6,
  /** I32: `ACCOUNT_FLAG`s. */
  FLAGS: 7,
  /** I32: bit n is the n-th product of the header. */
  PRODUCTS: 8,
  /** I32: bytes of its id. */
  ID_LENGTH: 9,
  /** I32: grows after anything else changed here or in the current slot but its counts: what threads remember is old then. */
  REVISION: 10,
  /** Byte offset of its id. */
  ID_BYTE: 48,
} as const;
/** Flags of an account. */
export const ACCOUNT_FLAG = { OVERDUE: 1, DISABLED: 2 } as const;
/** Most bytes of an account's id. */
export const MAX_ID_BYTES = RECORD_BYTES.accounts - ACCOUNT.ID_BYTE;

/** A slot: what one account uses in one window under one lease. All I64 unless said otherwise. */
export const SLOT = {
  /** Credits used; the sign bit is set once the slot is closed, in the same word, so that nothing is admitted afterwards. */
  USED: 0,
  /** Credits that may be used here under a hard cap. Only grows. `PENDING` until what the slot before leaves over is known. */
  ALLOWANCE: 1,
  /** Included credits of the window, as told to callers; -1 when there is no limit to tell. */
  LIMIT: 2,
  /** Credits of the window that were used elsewhere: in earlier slots, or on other machines. */
  ELSEWHERE: 3,
  /** I32: grows each time the record is given out, so that a late-comer notices that the slot is another one now. */
  SERIAL: 8,
  /** I32: `MODE`. */
  MODE: 9,
  /** I32: its account's record, plus 1. */
  ACCOUNT: 10,
  /** I32: `SLOT_STATE`. */
  STATE: 11,
  /** Wall clock at which the window ends, ms. */
  RESETS: 6,
  /** Requests refused here for want of credits. */
  REFUSALS: 7,
  /** One word per operation: requests charged. */
  CHARGED: 8,
  /** One word per operation: requests whose credits were given back. */
  GIVEN_BACK: 8 + OPERATIONS.length,
  /** The lease in the ledger; and the window's number within its account. */
  LEASE: 20,
  WINDOW: 21,
  /** I32: the slots before and after it, plus 1; 0 for none. */
  BEFORE: 44,
  AFTER: 45,
  /** With a slot before it, the allowance is the smaller of what that one leaves over and this. */
  INHERITS: 23,
  /** Wall clock at which it was closed, ms. */
  CLOSED: 24,
  /** I32: CRC-32 of what never changes while the slot is in use: a machine that lost power may have written half of it. */
  CHECKSUM: 50,
} as const;
/** States of a slot. `OPEN` until its lease is settled, whether it takes requests or not. `QUARANTINED` once it was found damaged: for good. */
export const SLOT_STATE = { FREE: 0, OPEN: 1, QUARANTINED: 2 } as const;
/** What happens beyond the available credits (specification, "Limits", rules 3 to 5). */
export const MODE = { HARD_CAP: 0, SOFT_OVERAGE: 1, UNCAPPED: 2 } as const;
/** An allowance that is not known yet. */
export const PENDING = -1n;
/** An allowance without end. */
export const UNLIMITED = (1n << 62n) - 1n;
/** The sign bit of `SLOT.USED`. */
export const CLOSED_BIT = -(1n << 63n);

/** What the ledger says of an account or key and the counter file cannot hold: a sentence that says why. */
export class Unpublishable extends Error {
  override readonly name = 'Unpublishable';
}
