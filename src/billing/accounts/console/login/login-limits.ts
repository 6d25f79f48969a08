import { clientOf } from '../../../../service/admission/caller.ts';
import { type Clock, systemClock } from '../../../../service/admission/clock.ts';
import { ClientRates, clientRateTable } from '../../../../service/admission/limits/client-rates.ts';
import { ConsoleError } from '../answer.ts';

/** What attempts to log in are counted by: how many may be made at once, and how many seconds bring one more. */
const RULES = {
  /** An address of a client (64 bits of IPv6), which may be a whole office in the morning. */
  client: { atOnce: 100, seconds: 10 },
  /** A mail address that links are asked for, whether anybody has it or not. */
  address: { atOnce: 5, seconds: 120 },
  /** An organization that links are mailed for. */
  organization: { atOnce: 50, seconds: 20 },
} as const;

/** Limits attempts to log in. */
export interface LoginLimits {
  /** Counts an attempt; throws a ConsoleError with the seconds to wait if it is one too many, which is not counted. */
  attempt(by: keyof typeof RULES, subject: string): void;
}

/** Limits whose counts take one MiB, however many subjects there are, and are forgotten when the console ends. */
export function loginLimits(clock: Clock = systemClock): LoginLimits {
  const rates = new ClientRates(clientRateTable(), clock);
  return {
    attempt(by, subject) {
      const { atOnce, seconds } = RULES[by];
      const interval = seconds * 1e9;
      const name = by === 'client' ? clientOf(subject) : subject;
      const wait = Math.ceil(rates.pass(`${by} ${name}`, { interval, tolerance: (atOnce - 1) * interval }) / 1e9);
      if (wait > 0)
        throw new ConsoleError(
          'RATE_LIMITED',
          `There were too many attempts to log in. Try again in ${wait} seconds.`,
          {
            retry_after: wait,
          },
        );
    },
  };
}
