import type { Instant } from '../../plans/period.ts';
import type { EventSettings } from '../settings.ts';
import { mailEvent } from './mail.ts';
import { ATTEMPT_TIMEOUT_MS, postWebhook } from './post-webhook.ts';
import { resolveByDns } from './reachable.ts';
import type { SenderOptions } from './sender.ts';

/**
 * Makes attempts over the network: webhooks by https, mail by SMTP if configured. `now` is the
 * ledger's time, which dates the messages.
 */
export async function attemptBy(settings: EventSettings, now: () => Instant): Promise<SenderOptions['attempt']> {
  const { allowed, smtp } = settings;
  const mail = smtp === null ? null : (await import('./smtp.ts')).smtpMail(smtp);
  const webhooks = { allowed, resolve: resolveByDns, timeoutMs: ATTEMPT_TIMEOUT_MS };
  return ({ event, endpoint }, stopping) =>
    endpoint.kind === 'email'
      ? mailEvent(event, endpoint, mail)
      : postWebhook(event, endpoint, now(), webhooks, stopping);
}
