import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../service/telemetry/log.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { resumePayments } from '../accounts/charges/resume.ts';

/** How often payments that are pending are looked for, ms. */
const PAUSE = 5000;

/** How long a stop waits for the round that is under way, ms; the next sidecar goes on with it. */
const STOP_TIMEOUT = 2000;

/**
 * Asks the payment provider about pending payments concurrently with the sidecar's rounds, so that
 * an answer that is late delays no round.
 */
export interface PaymentRounds {
  /** Begins a round, unless one is under way or has just been. */
  begin(accounts: Accounts): void;
  /** Resolves when the round that is under way has ended, or after a while. */
  stop(): Promise<void>;
}

/** Prepares the rounds. What is not decided is logged once, until it changes. */
export function paymentRounds(log: Log): PaymentRounds {
  let running: Promise<void> | null = null;
  let begunAt = Number.NEGATIVE_INFINITY;
  let told = new Map<string, string>();
  async function round(accounts: Accounts): Promise<void> {
    try {
      const undecided = await resumePayments(accounts);
      for (const [payment, reason] of undecided)
        if (told.get(payment) !== reason) log.warn({ payment, reason }, 'payment not decided: it is asked for again');
      told = new Map([...told, ...undecided].slice(-1000));
    } catch (error) {
      log.error({ err: error }, 'payments not asked for: they are tried again');
    } finally {
      running = null;
    }
  }
  return {
    begin(accounts) {
      if (accounts.payments.charges === null || running !== null || performance.now() - begunAt < PAUSE) return;
      begunAt = performance.now();
      running = round(accounts);
    },
    async stop() {
      await Promise.race([running, setTimeout(STOP_TIMEOUT, undefined, { ref: false })]);
    },
  };
}
