import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';

/** A PaymentIntent, with the fields that are looked at. */
interface Intent {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly payment_method: string;
  readonly created: number;
  readonly metadata: Record<string, string>;
  status: 'succeeded' | 'processing' | 'requires_payment_method' | 'requires_action' | 'canceled';
  amount_received: number;
  last_payment_error: { code: string; decline_code?: string; message: string } | null;
}

interface Kept {
  readonly fingerprint: string;
  /** Null while the first request is under way. */
  answer: { readonly status: number; readonly body: object } | null;
}

/** How the next request is treated: as it should be, or with a fault before or after it has had its effect. */
export type Fault = 'none' | 'hang' | 'drop-before' | 'drop-after' | 'error-500' | 'rate-limit' | 'unauthorized';

const DECLINES: Readonly<Record<string, { code: string; decline_code?: string; message: string }>> = {
  pm_declined: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  pm_expired: { code: 'expired_card', message: 'Your card has expired.' },
  pm_asks: { code: 'authentication_required', message: 'Your card was declined: it needs authentication.' },
};

/**
 * A local Stripe: PaymentIntents with its states, its errors by payment method, its idempotency
 * keys (https://docs.stripe.com/api/idempotent_requests), Checkout Sessions, and signed events. A
 * payment method is `pm_good`, one of `DECLINES`, `pm_slow_bank` (processing until `decide`), or
 * `pm_other_amount` (takes less than was asked for).
 */
export class StripeStandIn {
  readonly secretKey = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
  readonly webhookSecret = 'whsec_5f1c8bd3e2a94e0d8c7b6a5f4e3d2c1b';
  readonly intents: Intent[] = [];
  readonly sessions: { readonly id: string; readonly params: URLSearchParams }[] = [];
  /** Bodies of all requests, in their order: `POST /v1/payment_intents amount=…`. */
  readonly requests: string[] = [];
  /** The fault of the next requests for payments, the first first. */
  readonly faults: Fault[] = [];
  readonly now: () => number;
  #kept = new Map<string, Kept>();
  #server = createServer((request, response) => void this.#answer(request, response));
  #events = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Payments that took money. */
  get charges(): readonly Intent[] {
    return this.intents.filter(({ status }) => status === 'succeeded');
  }

  /** The bank has decided about a payment that was processing. */
  decide(status: 'succeeded' | 'requires_payment_method'): Intent {
    const intent = this.intents.find((each) => each.status === 'processing')!;
    intent.status = status;
    if (status === 'succeeded') intent.amount_received = intent.amount;
    else intent.last_payment_error = DECLINES.pm_declined!;
    return intent;
  }

  /** Forgets its idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#kept.clear();
  }

  /** An event about an object, signed; `headers` are those of its delivery. */
  event(type: string, object: object): { readonly payload: string; readonly headers: Record<string, string> } {
    const payload = JSON.stringify({ id: `evt_${++this.#events}_${this.intents.length}`, type, data: { object } });
    const timestamp = Math.floor(this.now() / 1000);
    const header = new Stripe(this.secretKey).webhooks.generateTestHeaderString({
      payload,
      secret: this.webhookSecret,
      timestamp,
    });
    return { payload, headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header } };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const url = new URL(request.url!, 'http://stripe');
    this.requests.push(`${request.method} ${url.pathname} ${body}`);
    const isPayment = request.method === 'POST' && url.pathname === '/v1/payment_intents';
    const fault = isPayment ? (this.faults.shift() ?? 'none') : 'none';
    if (fault === 'drop-before') return void request.socket.destroy();
    if (request.headers.authorization !== `Bearer ${this.secretKey}` || fault === 'unauthorized')
      return send(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    if (fault === 'rate-limit')
      return send(response, 429, { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many' } });
    const key = request.headers['idempotency-key'];
    const answer = await this.#once(typeof key === 'string' ? key : null, `${url.pathname} ${body}`, async () => {
      if (fault === 'error-500') return { status: 500, body: { error: { type: 'api_error', message: 'Sorry' } } };
      const done = this.#perform(request.method!, url, new URLSearchParams(body));
      if (fault === 'hang') await setTimeout(60_000, undefined, { ref: false });
      return done;
    });
    if (fault === 'drop-after') return void request.socket.destroy();
    send(response, answer.status, answer.body);
  }

  /** Answers a request with an idempotency key once: later ones get the same answer, errors of 500 included. */
  async #once(
    key: string | null,
    fingerprint: string,
    perform: () => Promise<{ status: number; body: object }>,
  ): Promise<{ status: number; body: object }> {
    if (key === null) return perform();
    const before = this.#kept.get(key);
    const refused = (status: number, code: string) => ({
      status,
      body: { error: { type: 'idempotency_error', code, message: 'Keys for idempotent requests …' } },
    });
    if (before && before.fingerprint !== fingerprint) return refused(400, 'idempotency_key_in_use');
    if (before) return before.answer ?? refused(409, 'idempotency_key_in_use');
    const kept: Kept = { fingerprint, answer: null };
    this.#kept.set(key, kept);
    kept.answer = await perform();
    return kept.answer;
  }

  #perform(method: string, { pathname, searchParams }: URL, params: URLSearchParams): { status: number; body: object } {
    if (method === 'POST' && pathname === '/v1/payment_intents') return this.#pay(params);
    if (method === 'GET' && pathname === '/v1/payment_intents') {
      const since = Number(searchParams.get('created[gte]') ?? 0);
      const of = this.intents.filter((each) => each.customer === searchParams.get('customer') && each.created >= since);
      return { status: 200, body: { object: 'list', data: of.reverse(), has_more: false, url: pathname } };
    }
    const cancelled = /^\/v1\/payment_intents\/(\w+)\/cancel$/.exec(pathname);
    if (method === 'POST' && cancelled) {
      const intent = this.intents.find(({ id }) => id === cancelled[1])!;
      if (intent.status === 'succeeded' || intent.status === 'processing')
        return {
          status: 400,
          body: { error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' } },
        };
      intent.status = 'canceled';
      return { status: 200, body: { object: 'payment_intent', ...intent } };
    }
    if (method === 'POST' && pathname === '/v1/checkout/sessions') {
      const id = `cs_test_${this.sessions.length + 1}`;
      this.sessions.push({ id, params });
      return { status: 200, body: { object: 'checkout.session', id, url: `https://checkout.stripe.com/c/pay/${id}` } };
    }
    return { status: 404, body: { error: { type: 'invalid_request_error', message: `Unrecognized URL ${pathname}` } } };
  }

  #pay(params: URLSearchParams): { status: number; body: object } {
    const method = params.get('payment_method') ?? '';
    if (!/^pm_/.test(method))
      return {
        status: 400,
        body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: method } },
      };
    const decline = DECLINES[method] ?? null;
    const amount = Number(params.get('amount'));
    const status = decline ? 'requires_payment_method' : method === 'pm_slow_bank' ? 'processing' : 'succeeded';
    const intent: Intent = {
      id: `pi_${this.intents.length + 1}`,
      amount,
      currency: params.get('currency')!,
      customer: params.get('customer')!,
      payment_method: method,
      created: Math.floor(this.now() / 1000),
      metadata: Object.fromEntries(
        [...params].flatMap(([name, value]) => {
          const [, field] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
          return field === undefined ? [] : [[field, value]];
        }),
      ),
      status,
      amount_received: status === 'succeeded' ? amount - (method === 'pm_other_amount' ? 1 : 0) : 0,
      last_payment_error: decline,
    };
    this.intents.push(intent);
    if (decline === null) return { status: 200, body: { object: 'payment_intent', ...intent } };
    const error = { type: 'card_error', ...decline, payment_intent: { object: 'payment_intent', ...intent } };
    return { status: 402, body: { error } };
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': 'req_stand_in' });
  response.end(JSON.stringify(body));
}
