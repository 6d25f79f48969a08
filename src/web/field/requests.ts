import { ask, type Operation, ServiceError, type ServiceOptions } from './address-service.ts';

/** Answers of autocomplete that are kept, so that going back letter by letter asks for nothing. */
const MOST_KEPT = 40;

/** The questions of one field: one at a time, the one before it aborted. */
export class Requests {
  private readonly kept = new Map<string, unknown>();
  private running: AbortController | null = null;
  /** No question before this time (ms): the service has said so by `Retry-After`. */
  private quietUntil = 0;

  /** The answer; null where it was aborted, or the service wants to be left alone for now. */
  async ask<T>(
    service: ServiceOptions,
    operation: Operation,
    parameters: Record<string, string>,
  ): Promise<T | ServiceError | null> {
    this.abort();
    const key = operation === 'autocomplete' ? JSON.stringify([service, parameters]) : null;
    if (key !== null && this.kept.has(key)) return this.kept.get(key) as T;
    if (performance.now() < this.quietUntil) return null;
    const controller = new AbortController();
    this.running = controller;
    try {
      const answer = await ask<T>(service, operation, parameters, controller.signal);
      if (key !== null) this.keep(key, answer);
      return controller.signal.aborted ? null : answer;
    } catch (error) {
      if (controller.signal.aborted || !(error instanceof ServiceError)) return null;
      if (error.retryAfter !== null) this.quietUntil = performance.now() + error.retryAfter * 1000;
      return error;
    }
  }

  abort(): void {
    this.running?.abort();
    this.running = null;
  }

  private keep(key: string, answer: unknown): void {
    const [oldest] = this.kept.keys();
    if (this.kept.size === MOST_KEPT) this.kept.delete(oldest);
    this.kept.set(key, answer);
  }
}
