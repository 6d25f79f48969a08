import { ask, type Operation, ServiceError, type ServiceOptions } from './address-service.ts';

/** The most cached answers, so that deleting letters, or choosing again, needs no request. */
const MOST_KEPT = 60;
/** The first backoff after a failure without `Retry-After`, ms; it doubles each time. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The wait when the account's credits are used up, ms. */
const QUOTA_WAIT_MS = 60_000;

/** The most requests under way at once for what is being typed. */
const MOST_RUNNING = 2;

/** A request that is under way. */
interface Running {
  readonly controller: AbortController;
  /** Whether it is for what is being typed: it costs as much when aborted, and may still be shown. */
  readonly isTyping: boolean;
  readonly begun: number;
}

/**
 * The requests of one field: two at a time for what is being typed, which no letter aborts; one of
 * another kind, which aborts all others; none while the service wants to be left alone.
 */
export class Requests {
  readonly #kept = new Map<string, unknown>();
  readonly #running = new Set<Running>();
  #took = 0;
  #quietUntil = 0;
  #failures = 0;
  #failedAt = 0;
  /** Whether the last failure was because of too many requests. */
  isLimited = false;
  /** The service and key, if the service refused the key. */
  #refusedBy = '';

  /** Resolves to the answer, to an error, or to null if superseded by another request. */
  async ask<T>(
    service: ServiceOptions,
    operation: Operation,
    parameters: Record<string, string>,
  ): Promise<T | ServiceError | null> {
    const isTyping = operation === 'autocomplete';
    if (!isTyping) this.abort(true);
    const key = keyOf(service, operation, parameters);
    if (this.#kept.has(key)) return this.#kept.get(key) as T;
    const running = begin(isTyping);
    try {
      const answer = await this.#send<T>(service, operation, parameters, running);
      if (running.controller.signal.aborted) return null;
      this.#failures = 0;
      if (isTyping) this.#took = performance.now() - running.begun;
      if (operation !== 'validate') this.#keep(key, answer);
      return answer;
    } catch (error) {
      // What was asked before a failure that is known fails for the same reason.
      const isKnown = running.controller.signal.aborted || running.begun < this.#failedAt;
      if (isKnown || !(error instanceof ServiceError)) return null;
      this.#failed(error, service);
      return error;
    }
  }

  /**
   * Looks up, for at most so many ms, what is shown beside suggestions.
   * @throws ServiceError, because of which nothing else waits; an AbortError
   */
  async lookUp<T>(
    service: ServiceOptions,
    operation: Operation,
    parameters: Record<string, string>,
    most: number,
  ): Promise<T> {
    const running = begin(true);
    const timer = window.setTimeout(() => running.controller.abort(), most);
    return await this.#send<T>(service, operation, parameters, running).finally(() => window.clearTimeout(timer));
  }

  async #send<T>(
    service: ServiceOptions,
    operation: Operation,
    parameters: Record<string, string>,
    running: Running,
  ): Promise<T> {
    this.#running.add(running);
    try {
      return await ask<T>(service, operation, parameters, running.controller.signal);
    } finally {
      this.#running.delete(running);
    }
  }

  /** A cached answer; undefined if there is none. */
  kept<T>(service: ServiceOptions, operation: Operation, parameters: Record<string, string>): T | undefined {
    return this.#kept.get(keyOf(service, operation, parameters)) as T | undefined;
  }

  /** Milliseconds until the next request makes sense; infinite if the service refuses this key. */
  wait(service: ServiceOptions): number {
    if (this.#refusedBy === JSON.stringify(service)) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#quietUntil - performance.now());
  }

  /** Whether a request is in flight. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** How many more requests may be made for what is being typed. */
  get free(): number {
    return MOST_RUNNING - this.#running.size;
  }

  /** How long suggestions take, ms: those that came last, or those that are awaited for longer. */
  get roundTrip(): number {
    const now = performance.now();
    return Math.max(this.#took, ...[...this.#running].map(({ begun, isTyping }) => (isTyping ? now - begun : 0)));
  }

  /** Aborts what is under way, and what is for typing too only if so told. */
  abort(typing: boolean): void {
    for (const { controller, isTyping } of this.#running) if (typing || !isTyping) controller.abort();
  }

  #failed({ status, code, retryAfter }: ServiceError, service: ServiceOptions): void {
    this.#failedAt = performance.now();
    this.isLimited = status === 429 && code !== 'QUOTA_EXCEEDED';
    if (status === 401 || status === 403) {
      this.#refusedBy = JSON.stringify(service);
      return;
    }
    const backOff = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++);
    const wait = retryAfter === null ? backOff : retryAfter * 1000;
    this.#quietUntil = performance.now() + (code === 'QUOTA_EXCEEDED' ? QUOTA_WAIT_MS : Math.max(wait, backOff));
  }

  #keep(key: string, answer: unknown): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size === MOST_KEPT) this.#kept.delete(oldest);
    this.#kept.set(key, answer);
  }
}

function begin(isTyping: boolean): Running {
  return { controller: new AbortController(), isTyping, begun: performance.now() };
}

function keyOf(service: ServiceOptions, operation: Operation, parameters: Record<string, string>): string {
  return JSON.stringify([service, operation, parameters]);
}
