import type { Host } from '../host.ts';
import type { Settings } from '../settings.ts';
import type { FieldView } from '../view/field-view.ts';
import { type FieldTexts, fill } from '../view/texts.ts';
import { warn } from '../warning.ts';
import { type Operation, ServiceError } from './address-service.ts';
import { Requests } from './requests.ts';

/** What asking needs of its field. */
export interface Asker {
  readonly host: Host;
  readonly view: FieldView;
  readonly settings: Settings;
  readonly texts: FieldTexts;
}

/** The field's requests, now or later: it shows that they are under way, and why they fail. */
export class Asking {
  readonly #field: Asker;
  readonly #requests = new Requests();
  #timer = 0;
  #cancelled = 0;

  constructor(field: Asker) {
    this.#field = field;
  }

  /**
   * Asks the service; null if superseded by another request. Errors are shown, and reported to the
   * page.
   */
  async request<T>(operation: Operation, parameters: Record<string, string>): Promise<T | ServiceError | null> {
    const { host, view, settings } = this.#field;
    host.busy(true);
    const answer = await this.#requests.ask<T>(settings.service(), operation, parameters);
    if (!this.#requests.isRunning) host.busy(false);
    if (!(answer instanceof ServiceError)) return answer;
    const { status, code, message, retryAfter } = answer;
    view.list.clear();
    this.sayWait();
    if (status === 0 || status === 401 || status === 403) warn(`${code}: ${message}`);
    host.tell('letterbox-error', { status, code, message, retryAfter });
    return answer;
  }

  /** A cached answer; undefined if there is none. */
  kept<T>(operation: Operation, parameters: Record<string, string>): T | undefined {
    return this.#requests.kept<T>(this.#field.settings.service(), operation, parameters);
  }

  /**
   * Looks up, for at most so many ms, what is shown beside suggestions.
   * @throws ServiceError, of which nobody is told; an AbortError
   */
  lookUp<T>(operation: Operation, parameters: Record<string, string>, most: number): Promise<T> {
    return this.#requests.lookUp<T>(this.#field.settings.service(), operation, parameters, most);
  }

  /** How many more requests may be made now for what is being typed. */
  get free(): number {
    return this.#requests.free;
  }

  /** How long suggestions take now, ms. */
  get roundTrip(): number {
    return this.#requests.roundTrip;
  }

  /** How often everything was cancelled: what was asked for before the last time is not shown. */
  get cancelled(): number {
    return this.#cancelled;
  }

  /** Milliseconds until the next request makes sense; infinite if the service refuses the key. */
  get wait(): number {
    return this.#requests.wait(this.#field.settings.service());
  }

  /** Says that the field waits for the service, if it does. */
  sayWait(): void {
    const { wait } = this;
    const { waiting, unavailable } = this.#field.texts;
    if (wait > 0)
      this.#field.view.hint(this.#requests.isLimited ? fill(waiting, { n: Math.ceil(wait / 1000) }) : unavailable);
  }

  /** Does work after `delay` ms, instead of other work that still waits. */
  later(work: () => void, delay: number): void {
    this.stopWaiting();
    this.#timer = window.setTimeout(work, delay);
  }

  /** Drops the work that waits. */
  stopWaiting(): void {
    window.clearTimeout(this.#timer);
  }

  /** Cancels the work that waits and the request that is under way; suggestions still come in. */
  cancel(): void {
    this.#cancelled++;
    this.stopWaiting();
    this.#requests.abort(false);
  }
}
