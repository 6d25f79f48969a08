import type { BatchPart } from './admit.ts';
import { keyFault } from './api-key.ts';
import type { Clock } from './clock.ts';
import type { CounterFile } from './counters/counter-file.ts';
import { keyIsActive } from './counters/directory.ts';
import { ACCOUNT_FLAG } from './counters/layout.ts';
import { charge, count, giveBack, hasRoom, type Meter, MOVED, REFUSED, release, reserve } from './counters/meter.ts';
import {
  type Admission,
  DISABLED_ACCOUNT,
  INACTIVE_KEY,
  MALFORMED_KEY,
  MISSING_KEY,
  MISTYPED_KEY,
  type Refusal,
  UNKNOWN_KEY,
} from './decision.ts';
import { describe, describeGivenBack, type GateState, gateState } from './gate-state.ts';
import type { KnownAccount, KnownKey } from './known-accounts.ts';
import { passBurst, returnBurst } from './limits/burst.ts';
import { refuseCredits, refuseKey, refuseProduct, refuseRate } from './refusals.ts';

/** Decides who may pass. One per thread. */
export interface Gate {
  /**
   * Lets a request of an operation (its index in `OPERATIONS`) pass and charges its credits, or
   * refuses it and charges nothing. `part` says which part of a batch it is. `apiKey` is the value
   * of `X-Api-Key`, null when there is none; `began` is when the request did (`Caller`). Takes no lock, awaits nothing,
   * throws nothing.
   */
  admit(apiKey: string | null, operation: number, part?: BatchPart, began?: number): Admission | Refusal;
  /**
   * Refuses a client of a publishable key that is faster than the key allows and may ask again in
   * `wait` nanoseconds. Charges nothing.
   */
  refuseClient(apiKey: string, wait: number): Refusal;
  /**
   * Gives back the credits of the request that was admitted last, and corrects the admission that
   * was returned: for an answer that is a 500 or a 429.
   */
  giveBack(): void;
}

/**
 * Closed meters that may follow each other while a request looks for the open one; each was current
 * at least for a moment.
 */
const MOST_MOVES = 1000;

/** Opens the gate of a thread on a counter file, for one product (API family). */
export function openGate(file: CounterFile, product: string, clock?: Clock): Gate {
  const gate = gateState(file, product, clock);
  return {
    admit: (apiKey, operation, part, began) => admit(gate, apiKey, operation, part, began),
    refuseClient: (apiKey, wait) => refuseClient(gate, apiKey, wait),
    giveBack: () => giveBackLast(gate),
  };
}

/**
 * Checks key, account, product, burst limit, the key's caps and the account's credits, in this
 * order (§7.2).
 */
function admit(
  gate: GateState,
  apiKey: string | null,
  operation: number,
  part: BatchPart | undefined,
  began: number | undefined,
): Admission | Refusal {
  const key = (apiKey === null ? undefined : gate.known.find(apiKey)) ?? firstUse(gate, apiKey);
  if ('admitted' in key) return key;
  if (!keyIsActive(key.view, gate.clock.now)) return INACTIVE_KEY;
  const { account } = key;
  gate.known.update(account);
  if ((account.flags & ACCOUNT_FLAG.DISABLED) !== 0) return DISABLED_ACCOUNT;
  if (!account.allowed) return refuseProduct(gate, account);

  const { burst, view } = account;
  const { i64, at64 } = view;
  const steady = burst.interval === 0 && began === undefined ? 0 : gate.clock.steady(began);
  const isBurst = burst.interval > 0 && part !== 'query';
  const wait = isBurst ? passBurst(i64, at64, burst, steady) : 0;
  if (wait > 0) return refuseRate(gate, account, 'burst', wait, steady);

  const isHead = part === 'head';
  if (!passCaps(gate, key, operation, isHead)) {
    if (isBurst) returnBurst(i64, at64, burst);
    return refuseKey(gate, key, operation, steady);
  }
  const keyMeter = isHead ? null : key.meter;
  if (passCredits(gate, account, keyMeter, operation, isHead, steady)) return gate.admission;
  if (keyMeter !== null) release(keyMeter, operation);
  if (isBurst) returnBurst(i64, at64, burst);
  return refuseCredits(gate, account, operation, steady);
}

function refuseClient(gate: GateState, apiKey: string, wait: number): Refusal {
  const key = gate.known.find(apiKey) ?? firstUse(gate, apiKey);
  if ('admitted' in key) return key;
  const { account } = key;
  gate.known.update(account);
  if ((account.flags & ACCOUNT_FLAG.DISABLED) !== 0) return DISABLED_ACCOUNT;
  if (!account.allowed) return refuseProduct(gate, account);
  return refuseRate(gate, account, 'client', wait, account.burst.interval === 0 ? 0 : gate.clock.steady());
}

/** A key that is used for the first time, or why it is not valid. */
function firstUse({ known }: GateState, apiKey: string | null): KnownKey | Refusal {
  if (apiKey === null) return MISSING_KEY;
  const fault = keyFault(apiKey);
  if (fault !== null) return fault === 'malformed' ? MALFORMED_KEY : MISTYPED_KEY;
  return known.lookUp(apiKey) ?? UNKNOWN_KEY;
}

/**
 * Takes the credits of a request from what its key may use, or with `isHead` only checks that there
 * are enough; false if there are not.
 */
function passCaps({ known }: GateState, key: KnownKey, operation: number, isHead: boolean): boolean {
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    if (key.meter === null) known.moveKeyOn(key);
    if (key.meter === null) return false;
    const used = isHead ? hasRoom(key.meter, operation) : reserve(key.meter, operation);
    if (used !== MOVED) return used !== REFUSED;
    known.moveKeyOn(key);
  }
  return false;
}

/**
 * Charges a request to its account and counts it in its key's meter, or with `isHead` only checks
 * that there is room; false if there is not.
 */
function passCredits(
  gate: GateState,
  account: KnownAccount,
  keyMeter: Meter | null,
  operation: number,
  isHead: boolean,
  steady: number,
): boolean {
  for (let moves = 0; account.meter !== null && moves < MOST_MOVES; moves++) {
    const { meter } = account;
    const used = isHead ? hasRoom(meter, operation) : charge(meter, operation);
    if (used >= 0) {
      gate.meter = isHead ? null : meter;
      gate.keyMeter = keyMeter;
      gate.operation = operation;
      if (keyMeter !== null) count(keyMeter, operation);
      describe(gate, account, meter, used, steady);
      return true;
    }
    if (used === REFUSED) return false;
    gate.known.moveOn(account);
  }
  return false;
}

function giveBackLast(gate: GateState): void {
  const { meter, keyMeter, operation } = gate;
  if (meter === null) return;
  giveBack(meter, operation);
  if (keyMeter !== null) giveBack(keyMeter, operation);
  describeGivenBack(gate, meter);
  gate.meter = null;
  gate.keyMeter = null;
}
