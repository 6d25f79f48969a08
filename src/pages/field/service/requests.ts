import { ask, type Operation, ServiceError, type ServiceOptions } from './address-service.ts';

/** The most cached answers, so that deleting letters, or choosing again, needs no request. */
const MOST_KEPT = 60;
/** The first backoff after a failure without `Retry-After`, ms; it doubles each time. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The wait when the account's credits are used up, ms. */
const QUOTA_WAIT_MS = 60_000;

/**
 * The requests of one field: one at a time, aborting the former; none while the service wants to be
 * left alone.
 */
export class Requests {
  readonly #kept = new Map<string, unknown>();
  #running: AbortController | null = null;
  #quietUntil = 0;
  #failures = 0;
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
    this.abort();
    const key = keyOf(service, operation, parameters);
    if (this.#kept.has(key)) return this.#kept.get(key) as T;
    const controller = new AbortController();
    this.#running = controller;
    try {
      const answer = await ask<T>(service, operation, parameters, controller.signal);
      if (controller.signal.aborted) return null;
      this.#failures = 0;
      if (operation !== 'validate') this.#keep(key, answer);
      return answer;
    } catch (error) {
      if (controller.signal.aborted || !(error instanceof ServiceError)) return null;
      this.#failed(error, service);
      return error;
    } finally {
      if (this.#running === controller) this.#running = null;
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
    return this.#running !== null;
  }

  abort(): void {
    this.#running?.abort();
    this.#running = null;
  }

  #failed({ status, code, retryAfter }: ServiceError, service: ServiceOptions): void {
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

function keyOf(service: ServiceOptions, operation: Operation, parameters: Record<string, string>): string {
  return JSON.stringify([service, operation, parameters]);
}
