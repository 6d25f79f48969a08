import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../service/telemetry/log.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { EventSettings } from '../accounts/events/settings.ts';

/**
 * How long a stop waits for messages that are under way, ms; slower ones are sent again by the next
 * sidecar.
 */
const STOP_TIMEOUT = 2000;

/**
 * Sends events concurrently with the sidecar's rounds, so that a message that hangs delays no
 * round.
 */
export interface EventSending {
  /** Begins; further calls do nothing. */
  begin(accounts: Accounts): Promise<void>;
  stop(): Promise<void>;
}

/** Prepares the sending of events; `begin` starts it. */
export function eventSending({ allowed, smtp }: EventSettings, log: Log): EventSending {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let failed: string | null = null;
  return {
    async begin(accounts) {
      if (running !== null) return;
      // Loaded here, since mail and DNS are not needed to start.
      const { attemptBy, createSender } = await import('../accounts/events/sending/sender.ts');
      const attempt = await attemptBy({ allowed, smtp }, accounts.now);
      const sender = createSender({
        accounts,
        attempt,
        failed(error) {
          const reason = error instanceof Error ? error.message : String(error);
          if (reason !== failed) log.error({ reason }, 'events not sent: they are tried again');
          failed = reason;
        },
      });
      running = sender.run(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await Promise.race([running, setTimeout(STOP_TIMEOUT, undefined, { ref: false })]);
    },
  };
}
