import type { Log } from '../../telemetry/log.ts';
import { countShed, type ShedReason, type WorkerCounts } from '../../telemetry/worker-counts.ts';
import { divideShares } from './shares.ts';
import { followTurns } from './turns.ts';

/** With so few connections nobody waits for long. */
const FEW_CONNECTIONS = 32;

/**
 * A turn should answer for this many times as long as it reads and refuses: the cheaper that is,
 * the shorter the turn, so that nobody waits for long.
 */
const ANSWERING = 4;
/**
 * But for at least and at most this many times the target; if reading and refusing take longer than
 * the maximum, for as long as they take, up to twice the maximum.
 */
const LEAST_TURN = 0.5;
const MOST_TURN = 1;

/**
 * The most that an answer is charged, as a part of the target: what takes longer is a pause, or
 * garbage collection on behalf of others.
 */
const MOST_CHARGED = 0.25;

/** The number of turns over which the usage of those with credit is averaged. */
const REMEMBERED = 4;

/**
 * Batches, as an operation of an account; and the longest slice of one, as a part of the target.
 */
const BATCHES = -1;
const MOST_SLICE = 0.1;

/** The shortest time between two logs of overload, ms. */
const LOGGED_MS = 10_000;

/** What an application knows of its load. */
export interface OverloadSettings {
  /** How long requests may wait, ms; 0 for any time. */
  readonly target: number;
  /** The number of open connections. */
  readonly connections: () => number;
  readonly log: Log;
  readonly counts: WorkerCounts | null;
  /** The time, in ms; the process's monotonic clock by default. */
  readonly now?: (() => number) | undefined;
}

/** Decides which requests an overloaded thread answers. */
export interface Overload {
  /** Notes that a connection is opened or closed. */
  reach(): void;
  /** Notes that a request is read. Returns the time, ms; NaN if nobody needs it here. */
  begin(): number;
  /**
   * Whether connections should be closed after their answers: clients of an overloaded worker are
   * pipelining.
   */
  isPiledUp(): boolean;
  /**
   * Whether to answer the request that was begun last, of an account for an operation (its place in
   * `OPERATION_LABELS`). If so, `answered` is to be called afterwards; if not, refuse it at once.
   */
  admits(account: string, operation: number): boolean;
  /** To be called when the request that was admitted last is answered. */
  answered(): void;
  /**
   * Whether a request that is about to begin may have waited for so long that its client has left:
   * then it should be put off.
   */
  putsOff(): boolean;
  /**
   * How long a batch of an account may be worked on in this turn, ms; 0 for as long as usual, also
   * if the account is using more than its share.
   */
  sliceOf(account: string): number;
  /** Charges an account for such a slice. */
  charge(account: string, milliseconds: number): void;
  /** Notes that a client had left, so that its request was not answered. */
  noteGone(): void;
}

/** Refuses nobody. */
const NEVER: Overload = {
  reach: () => {},
  begin: () => Number.NaN,
  isPiledUp: () => false,
  admits: () => true,
  answered: () => {},
  putsOff: () => false,
  sliceOf: () => 0,
  charge: () => {},
  noteGone: () => {},
};

/**
 * Keeps the time that requests wait near a target. While they wait for longer (`followTurns`), a
 * turn answers for about as long as the target and refuses the rest. An account's operation that
 * has used less than its share (`divideShares`) is answered however late it is read.
 */
export function holdWaiting({ target, connections, log, counts, now }: OverloadSettings): Overload {
  if (target === 0) return NEVER;
  const between = (least: number, value: number, most: number) =>
    Math.min(most * target, Math.max(least * target, value));
  const shares = divideShares();
  /** How long a turn may answer for. */
  let budget = target;
  /** How long this turn has answered requests with credit, and others. */
  let withCredit = 0;
  let others = 0;
  /** The part of the budget reserved for those with credit: what they used in recent turns. */
  let reserved = 0;
  /** The requests read in this turn, and those of them refused. */
  let requests = 0;
  let refused = 0;
  let hasPutOff = false;
  let refusedSince = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  /** When answering the current request began; 0 if it is charged to nobody. */
  let chargedSince = 0;
  let hasCredit = false;

  const turns = followTurns(
    target,
    (length, stood, throughout) => {
      const more = refused > 0 || hasPutOff;
      if (stood) {
        if (counts !== null) counts.overloaded[0]! += length / 1000;
        const overhead = throughout ? length - withCredit - others : 0;
        budget = between(LEAST_TURN, ANSWERING * overhead, MOST_TURN);
        if (overhead > budget) budget = between(LEAST_TURN, overhead, 2 * MOST_TURN);
        shares.divide(budget, turns.reached());
      } else budget = target;
      if (refused > 0) report();
      reserved += (Math.min(withCredit, budget) - reserved) / REMEMBERED;
      withCredit = 0;
      others = 0;
      requests = 0;
      refused = 0;
      hasPutOff = false;
      return more;
    },
    now,
  );
  shares.divide(budget, 0);

  const report = (): void => {
    refusedSince += refused;
    const at = turns.reached();
    if (at - loggedAt <= LOGGED_MS) return;
    loggedAt = at;
    log.warn({ connections: connections(), refused: refusedSince }, 'overloaded: requests are refused');
    refusedSince = 0;
  };
  const shed = (reason: ShedReason): false => {
    refused++;
    shares.refuse(turns.reached());
    if (counts !== null) countShed(counts, reason);
    return false;
  };
  return {
    reach: () => void turns.reach(),
    begin() {
      requests++;
      return turns.reach();
    },
    // A socket is read once in a turn.
    isPiledUp: () => requests > connections() && turns.isStanding(),
    admits(account, operation) {
      chargedSince = 0;
      const at = turns.reached();
      if (!turns.isStanding()) return true;
      if (connections() <= FEW_CONNECTIONS && !turns.isLong()) return true;
      shares.choose(account, operation, at);
      hasCredit = shares.credit() > 0;
      if (!hasCredit && others >= budget - reserved) return shed('account');
      // One answer may exceed a share, so that more credit is used than the budget: accounts that
      // have used little are still answered.
      if (hasCredit && withCredit >= (shares.isLittle() ? 2 * budget : budget)) return shed('turn');
      chargedSince = at;
      return true;
    },
    answered() {
      if (chargedSince === 0) return;
      const took = Math.min(turns.time() - chargedSince, MOST_CHARGED * target);
      if (hasCredit) {
        shares.charge(took);
        withCredit += took;
      } else others += took;
      chargedSince = 0;
    },
    putsOff() {
      if (!turns.isLate() || connections() <= FEW_CONNECTIONS) return false;
      hasPutOff = true;
      return true;
    },
    sliceOf(account) {
      if (!turns.isStanding()) return 0;
      shares.choose(account, BATCHES, turns.reached());
      if (shares.isRefused(turns.reached())) return 0;
      return Math.max(0, Math.min(MOST_SLICE * target, shares.credit()));
    },
    charge(account, milliseconds) {
      if (!turns.isStanding()) return;
      shares.choose(account, BATCHES, turns.reached());
      shares.charge(milliseconds);
    },
    noteGone() {
      if (counts !== null) countShed(counts, 'gone');
    },
  };
}
