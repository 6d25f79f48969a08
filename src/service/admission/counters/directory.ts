import { hash } from 'node:crypto';
import { burstLimit, NO_BURST_LIMIT } from '../limits/burst.ts';
import { type PublishableTerms, parseTerms, termsText } from '../publishable/terms.ts';
import { bucketOf, type CounterFile, offsetOf, productBit, segmentOf, type WordViews } from './counter-file.ts';
import {
  ACCOUNT,
  ACCOUNT_FLAG,
  HEADER,
  KEY,
  KEY_STATE,
  MAX_ID_BYTES,
  MAX_TERMS_BYTES,
  TERMS,
  Unpublishable,
} from './layout.ts';

/** A record of the counter file: the words around it, and where it begins in them. */
export interface RecordView {
  readonly record: number;
  readonly i32: WordViews['i32'];
  readonly i64: WordViews['i64'];
  readonly u8: WordViews['u8'];
  readonly at32: number;
  readonly at64: number;
  readonly at8: number;
}

/** A view of a key, an account or the terms of a key. */
export function recordAt(file: CounterFile, kind: 'keys' | 'accounts' | 'terms', record: number): RecordView {
  const { i32, i64, u8 } = segmentOf(file, kind, record);
  const at8 = offsetOf(kind, record);
  return { record, i32, i64, u8, at8, at32: at8 / 4, at64: at8 / 8 };
}

/** The SHA-256 of the key that is being looked up. */
const lookedUp = new Int32Array(8);

/**
 * The record of a key, or null where there is none. Asking for the digest as text costs a third of
 * what a Buffer would.
 */
export function lookUpKey(file: CounterFile, apiKey: string): RecordView | null {
  const digest = hash('sha256', apiKey, 'binary');
  for (let word = 0; word < 8; word++) {
    const at = word * 4;
    lookedUp[word] =
      digest.charCodeAt(at) |
      (digest.charCodeAt(at + 1) << 8) |
      (digest.charCodeAt(at + 2) << 16) |
      (digest.charCodeAt(at + 3) << 24);
  }
  return findKey(file, lookedUp);
}

/** Whether a key with this SHA-256 can be found. */
export function hasKey(file: CounterFile, sha256: Uint8Array): boolean {
  return findKey(file, wordsOf(sha256)) !== null;
}

/**
 * The key with this SHA-256 (eight words, little-endian), or null. Walks one chain and compares all
 * eight words of each key in it, even if the first ones differ, so that the time reveals nothing
 * about how much of a guess was right.
 */
function findKey(file: CounterFile, wanted: Int32Array): RecordView | null {
  const heads = segmentOf(file, 'buckets', 0).i32;
  let next = Atomics.load(heads, bucketOf(wanted[0]!));
  const known = Atomics.load(file.header.i32, HEADER.KEYS);
  // No chain has more links than there are keys: a damaged one may be circular, or lead to no key.
  for (let left = known; next > 0 && next <= known && left > 0; left--) {
    const key = recordAt(file, 'keys', next - 1);
    let difference = 0;
    for (let i = 0; i < 8; i++) difference |= key.i32[key.at32 + KEY.HASH + i]! ^ wanted[i]!;
    if (difference === 0) return key;
    next = Atomics.load(key.i32, key.at32 + KEY.NEXT);
  }
  return null;
}

/**
 * Eight words of 32 bytes, copied: a Buffer may be a part of something larger that is not aligned.
 */
function wordsOf(sha256: Uint8Array): Int32Array {
  return new Int32Array(new Uint8Array(sha256).buffer);
}

/**
 * Whether a key may be used at `now` (wall clock, ms). The clock is asked only for keys that
 * expire.
 */
export function keyIsActive(key: RecordView, now: () => number): boolean {
  if (key.i32[key.at32 + KEY.STATE] === KEY_STATE.ACTIVE) return true;
  const state = Atomics.load(key.i32, key.at32 + KEY.STATE);
  return state === KEY_STATE.EXPIRING && now() < Number(Atomics.load(key.i64, key.at64 + KEY.EXPIRES));
}

/** What the sidecar says of a key. */
export interface KeyTerms {
  /** 32 bytes. */
  readonly sha256: Uint8Array;
  /** The record of its account. */
  readonly account: number;
  readonly revoked: boolean;
  /** Wall clock in ms, or null when it does not expire. */
  readonly expiresAt: number | null;
  /** The terms of a publishable key; null or absent for a secret one. They never change. */
  readonly terms?: PublishableTerms | null;
  /** Called with a new key before it can be found. */
  readonly prepare?: (key: RecordView) => void;
}

/**
 * Publishes a key, or what has changed about it. For the sidecar alone. Throws the file system's
 * error when there is no space to grow.
 */
export function publishKey(file: CounterFile, terms: KeyTerms): RecordView {
  const known = findKey(file, wordsOf(terms.sha256));
  const record = known?.record ?? Atomics.load(file.header.i32, HEADER.KEYS);
  if (record >= file.capacity('keys')) file.grow('keys');
  const key = known ?? recordAt(file, 'keys', record);
  const { i32, i64, at32, at64 } = key;
  Atomics.store(i64, at64 + KEY.EXPIRES, BigInt(terms.expiresAt ?? 0));
  const state = terms.revoked ? KEY_STATE.REVOKED : terms.expiresAt === null ? KEY_STATE.ACTIVE : KEY_STATE.EXPIRING;
  Atomics.store(i32, at32 + KEY.STATE, state);
  Atomics.store(i32, at32 + KEY.ACCOUNT, terms.account + 1);
  if (known !== null) return key;
  i32.set(wordsOf(terms.sha256), at32 + KEY.HASH);
  const publishable = terms.terms ?? null;
  Atomics.store(i32, at32 + KEY.TERMS, publishable === null ? 0 : addTerms(file, publishable) + 1);
  Atomics.store(i32, at32 + KEY.METER, 0);
  terms.prepare?.(key);
  const heads = segmentOf(file, 'buckets', 0).i32;
  const bucket = bucketOf(i32[at32 + KEY.HASH]!);
  Atomics.store(i32, at32 + KEY.NEXT, Atomics.load(heads, bucket));
  Atomics.store(file.header.i32, HEADER.KEYS, record + 1);
  Atomics.store(heads, bucket, record + 1);
  return key;
}

/** Writes the terms of a publishable key, and returns the number of their record. */
function addTerms(file: CounterFile, terms: PublishableTerms): number {
  const text = Buffer.from(termsText(terms), 'utf8');
  if (text.length > MAX_TERMS_BYTES)
    throw new Unpublishable(
      `The terms of a publishable key have ${text.length} bytes, expected at most ${MAX_TERMS_BYTES}`,
    );
  const record = termsCount(file);
  if (record >= file.capacity('terms')) file.grow('terms');
  const { i32, u8, at32, at8 } = recordAt(file, 'terms', record);
  u8.set(text, at8 + TERMS.TEXT_BYTE);
  Atomics.store(i32, at32 + TERMS.LENGTH, text.length);
  Atomics.store(file.header.i32, HEADER.TERMS, record + 1);
  return record;
}

/** The terms of a key: undefined for a secret one, null when they cannot be read. */
export function termsOfKey(file: CounterFile, key: RecordView): PublishableTerms | null | undefined {
  const record = Atomics.load(key.i32, key.at32 + KEY.TERMS) - 1;
  return record < 0 ? undefined : readTerms(file, record);
}

/** How many records of terms have been published. */
export function termsCount(file: CounterFile): number {
  return Atomics.load(file.header.i32, HEADER.TERMS);
}

/** The terms of a record below `termsCount`; null when they cannot be read. */
export function readTerms(file: CounterFile, record: number): PublishableTerms | null {
  const { i32, u8, at32, at8 } = recordAt(file, 'terms', record);
  const length = Atomics.load(i32, at32 + TERMS.LENGTH);
  const start = at8 + TERMS.TEXT_BYTE;
  return parseTerms(Buffer.from(u8.subarray(start, start + length)).toString('utf8'));
}

/** What the sidecar says of an account. */
export interface AccountTerms {
  readonly overdue: boolean;
  readonly disabled: boolean;
  readonly products: readonly string[];
  /** Requests per second sustained, and at once; null for no burst limit. */
  readonly burst: { readonly perSecond: number; readonly size: number } | null;
}

/**
 * Gives an account a record. For the sidecar alone. Throws an Unpublishable when the id is too
 * long, or the file system's error when there is no space.
 */
export function addAccount(file: CounterFile, id: string): number {
  const bytes = Buffer.from(id, 'utf8');
  if (bytes.length === 0 || bytes.length > MAX_ID_BYTES)
    throw new Unpublishable(
      `The account id ${JSON.stringify(id)} has ${bytes.length} bytes, expected 1 to ${MAX_ID_BYTES}`,
    );
  const record = Atomics.load(file.header.i32, HEADER.ACCOUNTS);
  if (record >= file.capacity('accounts')) file.grow('accounts');
  const { u8, i32, at8, at32 } = recordAt(file, 'accounts', record);
  u8.set(bytes, at8 + ACCOUNT.ID_BYTE);
  Atomics.store(i32, at32 + ACCOUNT.ID_LENGTH, bytes.length);
  Atomics.store(file.header.i32, HEADER.ACCOUNTS, record + 1);
  return record;
}

/**
 * Publishes what may have changed about an account; each thread takes it up with its next request.
 * For the sidecar alone.
 */
export function publishAccount(file: CounterFile, record: number, terms: AccountTerms): void {
  const { i32, i64, at32, at64 } = recordAt(file, 'accounts', record);
  let products = 0;
  for (const name of terms.products) products |= 1 << productBit(file, name);
  const { interval, tolerance } = terms.burst === null ? NO_BURST_LIMIT : burstLimit(terms.burst);
  Atomics.store(i64, at64 + ACCOUNT.TOLERANCE, BigInt(tolerance));
  Atomics.store(i64, at64 + ACCOUNT.INTERVAL, BigInt(interval));
  Atomics.store(i32, at32 + ACCOUNT.PRODUCTS, products);
  const flags = (terms.overdue ? ACCOUNT_FLAG.OVERDUE : 0) | (terms.disabled ? ACCOUNT_FLAG.DISABLED : 0);
  Atomics.store(i32, at32 + ACCOUNT.FLAGS, flags);
  Atomics.add(i32, at32 + ACCOUNT.REVISION, 1);
}

/** Refuses an account's keys from now on, whatever else is known of it. For the sidecar alone. */
export function disableAccount(file: CounterFile, record: number): void {
  const account = recordAt(file, 'accounts', record);
  Atomics.or(account.i32, account.at32 + ACCOUNT.FLAGS, ACCOUNT_FLAG.DISABLED);
  announceChange(account);
}

/**
 * Tells all threads that something changed about an account or its meter. For the sidecar alone,
 * after each change.
 */
export function announceChange(account: RecordView): void {
  Atomics.add(account.i32, account.at32 + ACCOUNT.REVISION, 1);
}

/** The id of an account. */
export function accountId(account: RecordView): string {
  const length = Atomics.load(account.i32, account.at32 + ACCOUNT.ID_LENGTH);
  const start = account.at8 + ACCOUNT.ID_BYTE;
  return Buffer.from(account.u8.subarray(start, start + length)).toString('utf8');
}

/** Where the record of an account, and that of a key, says which meter its requests go to. */
const METER_FIELD = { account: ACCOUNT.METER, key: KEY.METER } as const;

/** The record of the meter where requests of an account or a key go; -1 while it has none. */
export function currentMeter(kind: 'account' | 'key', { i32, at32 }: RecordView): number {
  return Atomics.load(i32, at32 + METER_FIELD[kind]) - 1;
}

/** Sends requests of an account or a key to a meter from now on. For the sidecar alone. */
export function setCurrentMeter(kind: 'account' | 'key', view: RecordView, meter: number): void {
  Atomics.store(view.i32, view.at32 + METER_FIELD[kind], meter + 1);
  if (kind === 'account') announceChange(view);
}
