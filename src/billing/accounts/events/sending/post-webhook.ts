import { createHmac } from 'node:crypto';
import { type ClientRequest, request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { Instant } from '../../plans/period.ts';
import type { Attempted } from '../delivery.ts';
import type { Endpoint } from '../endpoint.ts';
import type { AccountEvent } from '../event.ts';
import { type AddressRange, type Resolve, reachableAddress } from './reachable.ts';

/** How long a message may take from the connection to the status of the answer, ms. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

/** How messages to webhooks are sent. */
export interface WebhookOptions {
  /** Addresses inside the operator's network that messages may go to. */
  readonly allowed: readonly AddressRange[];
  readonly resolve: Resolve;
  readonly timeoutMs: number;
}

/** The body of an event's message: the same bytes for every attempt. */
function messageBody({ id, type, at, organization, data }: AccountEvent): string {
  return JSON.stringify({ id, type, timestamp: new Date(at).toISOString(), data: { organization, ...data } });
}

/**
 * Sends an event to a webhook. Never rejects. Any status from 200 to 299 means that it arrived.
 * Redirects are not followed, and nothing but the status of the answer is read, so that a webhook
 * cannot be used to probe what is at an address.
 */
export async function postWebhook(
  event: AccountEvent,
  endpoint: Pick<Endpoint, 'target' | 'secret' | 'former'>,
  now: Instant,
  { allowed, resolve, timeoutMs }: WebhookOptions,
  stopping: AbortSignal,
): Promise<Attempted> {
  const url = new URL(endpoint.target);
  const reachable = await reachableAddress(url, allowed, resolve);
  if ('fault' in reachable) return { status: null, fault: reachable.fault };
  const body = messageBody(event);
  const secure = url.protocol === 'https:';
  const options = {
    host: reachable.address,
    ...(secure && { servername: url.hostname.startsWith('[') ? '' : url.hostname }),
    // Empty where the address names none: Node takes that of the scheme.
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    agent: false as const,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping]),
    headers: {
      Host: url.host,
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      'User-Agent': 'Letterbox-Webhooks',
      ...signatureHeaders(event.id, body, endpoint, now),
    },
  };
  try {
    return answered(await statusOf(secure ? requestByHttps(options) : requestByHttp(options), body));
  } catch (error) {
    return { status: null, fault: reasonOf(error) };
  }
}

function statusOf(request: ClientRequest, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      response.on('error', () => {});
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on('error', reject);
    request.on('close', () => reject(new Error('the connection was closed without an answer')));
    request.end(body);
  });
}

function answered(status: number): Attempted {
  if (status >= 200 && status < 300) return { status, fault: null };
  if (status === 410) return { status, fault: 'The endpoint says that it is gone (410).', gone: true };
  if (status >= 300 && status < 400) return { status, fault: `Redirects are not followed (${status}).` };
  return { status, fault: `The endpoint answered ${status}, expected 200 to 299.` };
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return 'The endpoint did not answer in time.';
  return `The endpoint could not be reached: ${code ?? message}.`;
}

/**
 * The headers that sign a message by Standard Webhooks (https://www.standardwebhooks.com): its id,
 * the time of this attempt in seconds, and for each secret that is valid now an HMAC-SHA256 over
 * `id.time.body`, in base64 after `v1,`.
 */
function signatureHeaders(
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
