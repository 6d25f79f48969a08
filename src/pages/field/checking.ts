import type { Core } from './core.ts';
import {
  type AddressRecord,
  ServiceError,
  type Validation,
  type WithLocation,
  wholeAddress,
} from './service/address-service.ts';
import type { Suggesting } from './typing/suggesting.ts';
import { fill } from './view/texts.ts';

/** A question to somebody who left the field, and what a yes does. */
interface Question {
  readonly yes: () => void;
  /** Whether a yes settles the field, so that a form that was held may be sent. */
  readonly settles: boolean;
}

/** The validation of what was typed without choosing, and the question that may follow. */
export class Checking {
  readonly #field: Core;
  readonly #suggesting: Suggesting;
  #question: Question | null = null;

  constructor(field: Core, suggesting: Suggesting) {
    this.#field = field;
    this.#suggesting = suggesting;
  }

  /** Whether the text is still to be validated. */
  get isNeeded(): boolean {
    const { address, manual, settings, checked } = this.#field;
    const text = this.#field.text.trim();
    return address === null && !manual?.isOpen && text !== '' && text !== checked && settings.isOn('verify');
  }

  /** Whether a question waits for its answer. */
  get isAsking(): boolean {
    return this.#question !== null;
  }

  /**
   * Validates what was typed without choosing: takes a certain match; if `mayAsk`, asks about a
   * doubtful one, otherwise offers suggestions.
   */
  async check(
    choose: (match: AddressRecord, known: WithLocation['location']) => Promise<void>,
    mayAsk: boolean,
  ): Promise<void> {
    const { asking, view, texts } = this.#field;
    asking.cancel();
    const q = this.#field.text.trim();
    if (asking.wait > 0) {
      view.hint(texts.unavailable);
      return;
    }
    this.#field.checked = q;
    const answer = await asking.request<Validation>('validate', { q: q.slice(0, 500), include: 'formatted' });
    // Without an answer nothing is known of the text: it is asked for again, and a form may go.
    if (answer instanceof ServiceError && this.#field.checked === q) this.#field.checked = '';
    if (answer === null || answer instanceof ServiceError || this.#field.text.trim() !== q) return;
    const { match, serviceMatchQuality } = answer;
    if (match !== null && serviceMatchQuality === 'high') await choose(match, match.location);
    else if (!mayAsk) return;
    else if (match !== null && serviceMatchQuality === 'medium') this.#propose(match, match.location);
    else await this.#offer(q);
  }

  /** Takes back the question, if there is one. */
  askNothing(): void {
    this.#question = null;
    this.#field.view.ask(null);
  }

  /** Does what the answer to the question means; whether the field may now be settled. */
  answered(yes: boolean): boolean {
    const question = this.#question;
    this.askNothing();
    this.#field.view.input.focus();
    if (yes) question?.yes();
    return yes ? question?.settles === true : !this.#field.mustBeConfirmed;
  }

  /** Asks whether to choose one of a building's units, where a browser filled none. */
  askUnits(text: string, show: () => void): void {
    const { texts } = this.#field;
    this.#ask({ yes: show, settles: false }, text, texts.chooseUnit, texts.noUnits);
  }

  /** Offers suggestions for a text that is not an address itself. */
  async #offer(q: string): Promise<void> {
    const { view, texts, mustBeConfirmed } = this.#field;
    const answer = await this.#suggesting.ask();
    if (answer === null || answer instanceof ServiceError || this.#field.text.trim() !== q) return;
    const { offer, review, no, unconfirmed, unknown } = texts;
    if (answer.length === 0) view.hint(mustBeConfirmed ? unconfirmed : unknown);
    else if (answer.length === 1) this.#propose(answer[0], null);
    else {
      const show = () => {
        view.input.focus();
        this.#suggesting.show(answer, q);
      };
      this.#ask({ yes: show, settles: false }, fill(offer, { n: answer.length }), review, no);
    }
  }

  #propose(record: AddressRecord, location: WithLocation['location']): void {
    const { texts, settings } = this.#field;
    const { alias } = record.formatted ?? {};
    const other = alias ? ` (${fill(texts.alias, { address: alias })})` : '';
    const text = fill(texts.question, { address: wholeAddress(settings.cased(record)) + other });
    const take = () => this.#field.choose(record, location, location === null);
    this.#ask({ yes: take, settles: true }, text, texts.yes, texts.no);
  }

  #ask(question: Question, text: string, yes: string, no: string): void {
    this.#question = question;
    this.#field.view.ask(text, { yes, no });
  }
}

/** Why a field is not filled in, and where the browser is to say so. */
export interface Fault {
  readonly message: string;
  readonly anchor: HTMLElement;
}

/**
 * Why a field is not filled in; null if it is. A text that is still to be validated, `isOpen`, may
 * yet be confirmed.
 */
export function faultOf(
  { host, view, manual, texts, text, address, mustBeConfirmed }: Core,
  isOpen: boolean,
): Fault | null {
  if (host.option('required') === null) return null;
  const empty = manual?.firstEmpty ?? null;
  if (empty !== null) return { message: texts.incomplete, anchor: empty };
  if (text.trim() === '') return { message: texts.missing, anchor: view.input };
  return !mustBeConfirmed || address !== null || isOpen ? null : { message: texts.unconfirmed, anchor: view.input };
}
