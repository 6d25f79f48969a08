import { createHmac } from 'node:crypto';
import type { Instant } from '../../plans/period.ts';
import type { Endpoint } from '../endpoint.ts';

/**
 * The headers that sign a message by Standard Webhooks (https://www.standardwebhooks.com): its id, the time of this attempt in seconds, and for each secret
 * that is good now an HMAC-SHA256 over `id.time.body`, in base64 after `v1,`.
 */
export function signatureHeaders(
  id: string,
  body: string,
  { secret, former }: Pick<Endpoint, 'secret' | 'former'>,
  now: Instant,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const time = String(Math.floor(now / 1000));
  const secrets = former !== null && now < former.until ? [secret, former.secret] : [secret];
  const signatures = secrets.map((each) => {
    const key = Buffer.from(each.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures.join(' ') };
}
