import { type AddressRecord, manualText, placeOf, wholeAddress } from './address-text.ts';
import { type ChosenAddress, FormFields } from './form-fields.ts';
import { HeldSubmission } from './held-submission.ts';
import { type CompleteAnswer, narrow } from './narrowing.ts';
import { Pace } from './pace.ts';
import {
  type AddressDocument,
  type Operation,
  ServiceError,
  type Suggestion,
  type Validation,
  type WithLocation,
} from './service/address-service.ts';
import { Requests } from './service/requests.ts';
import { type Settings, settingsOf } from './settings.ts';
import { UnitChoice } from './unit-choice.ts';
import { mayHaveUnits } from './units.ts';
import { FieldView } from './view/field-view.ts';
import type { Row } from './view/suggestion-list.ts';
import { ENGLISH, type FieldTexts, fill } from './view/texts.ts';
import { warn } from './warning.ts';

/** How long after a browser filled a part the others are there, ms. */
const SETTLED_MS = 300;

/** What the field needs from its element. */
export interface Host {
  readonly element: HTMLElement;
  readonly internals: ElementInternals;
  /** Updates the form value and the validity. */
  sync(): void;
  tell(type: string, detail: unknown): void;
}

/** A question to somebody who left the field, and what a yes does. */
interface Question {
  readonly yes: () => void;
  /** Whether a yes settles the field, so that a form that was held may be sent. */
  readonly settles: boolean;
}

/**
 * The behaviour of a `<letterbox-address>`. The element itself is thin, since pages and frameworks
 * see all that it has.
 */
export class Field {
  readonly view: FieldView;
  /** The field's text; its input shows the same, except while a unit is being typed. */
  text = '';
  /** Whether the text was set by a user or page, and is no longer that of the attribute. */
  isDirty = false;
  address: ChosenAddress | null = null;
  texts: FieldTexts = ENGLISH;
  readonly #host: Host;
  readonly #root: ShadowRoot;
  readonly #requests = new Requests();
  readonly #fields: FormFields;
  #timer = 0;
  #question: Question | null = null;
  readonly #settings: Settings;
  readonly #units: UnitChoice;
  /** The text that was last validated, confirmed or kept, which is not validated again. */
  #checked = '';
  readonly #pace = new Pace();
  #complete: CompleteAnswer | null = null;
  /** Validation, or the taking over of an address, while it is under way. */
  #pending: Promise<void> | null = null;
  readonly #submission: HeldSubmission;
  /** The text that the form's own fields gave, where somebody or a browser filled them. */
  #ofParts = '';

  constructor(host: Host, root: ShadowRoot) {
    this.#host = host;
    this.#root = root;
    this.view = new FieldView(root, {
      answered: (yes) => this.#answered(yes),
      entered: () => this.#entered(),
      search: () => this.#searchAgain(),
    });
    this.#settings = settingsOf(host.element);
    this.#units = new UnitChoice({
      view: this.view,
      settings: this.#settings,
      texts: () => this.texts,
      chosen: (unit) => this.#run(this.#choose(unit, null, false)),
      left: () => {
        this.view.input.value = this.text;
        this.name();
      },
    });
    this.#fields = new FormFields(
      host.element,
      () => host.internals.form,
      () => this.#changedByHand(),
      (isDone) => this.#partsEntered(isDone),
    );
    this.#submission = new HeldSubmission({
      form: () => host.internals.form,
      settle: () => this.#settle(),
      release: () => this.#release(),
    });
    const { input } = this.view;
    input.addEventListener('input', (event) => this.#input(event as InputEvent));
    input.addEventListener('compositionend', () => this.#typed(false));
    input.addEventListener('keydown', (event) => this.#keyed(event));
    input.addEventListener('focus', () => this.name());
    input.addEventListener('blur', () => this.#left());
  }

  /**
   * Sets the text on behalf of the page, without requests. Setting the same text changes nothing.
   */
  set(text: string, chosen: ChosenAddress | null = null): void {
    if (text === this.text && chosen === null) return;
    this.#closeManual();
    this.stop();
    this.view.hint(null);
    this.view.list.clear();
    this.#show(text);
    this.#checked = text.trim();
    if (chosen === null) this.#forget();
    else this.address = chosen;
    this.#host.sync();
  }

  /** Takes over what somebody typed before the field was there, to be validated. */
  adopt(text: string): void {
    this.isDirty = true;
    this.#show(text);
    this.#host.sync();
  }

  /** Resets the field. */
  reset(text: string): void {
    this.#closeManual();
    this.stop();
    this.view.hint(null);
    this.#forget();
    this.#show(text);
    this.#checked = text.trim();
    this.isDirty = false;
    this.#host.sync();
    this.view.input.removeAttribute('aria-invalid');
  }

  /** Cancels everything under way. */
  stop(): void {
    this.#cancel();
    this.#ask(null);
    this.#units.leave();
    this.view.list.close();
  }

  /** To be called when the element has come into a page. */
  enter(): void {
    this.#submission.watch(this.#host.element.getRootNode());
    if (this.#settings.service().apiKey.startsWith('lbx_live_'))
      warn('api-key is a secret key, which everybody can read in a page. Use a publishable one (lbx_pub_…).');
  }

  /** To be called when the element has come into a form, or left it. */
  enterForm(): void {
    this.#fields.watch();
  }

  /** To be called when the element has left its page. */
  leave(): void {
    this.stop();
    this.#fields.stop();
    this.#submission.stop();
  }

  /** Labels the field with its own label, or one of the page. */
  name(): void {
    const { element, internals } = this.#host;
    const outer = [...(internals.labels as NodeListOf<HTMLElement>)].map(({ textContent }) => textContent?.trim());
    const own = element.getAttribute('label') ?? element.getAttribute('aria-label');
    const shown = element.getAttribute('label') !== null || (outer.length === 0 && own === null);
    this.view.name(own ?? (outer.join(' ') || this.texts.label), shown, this.texts);
    const { input } = this.view;
    if (!this.#units.isOpen) input.placeholder = element.getAttribute('placeholder') ?? this.texts.placeholder;
    input.required = element.hasAttribute('required');
    input.readOnly = element.hasAttribute('readonly');
  }

  disable(disabled: boolean): void {
    this.view.input.disabled = disabled;
    this.view.manual.disable(disabled);
    if (disabled) this.stop();
  }

  /** Why the field is not filled in; null if it is. */
  get fault(): { readonly message: string; readonly anchor: HTMLElement } | null {
    if (!this.#host.element.hasAttribute('required')) return null;
    const { manual, input } = this.view;
    const empty = manual.isOpen ? manual.firstEmpty : null;
    if (empty !== null) return { message: this.texts.incomplete, anchor: empty };
    if (this.text.trim() === '') return { message: this.texts.missing, anchor: input };
    const isOpen = !this.#mustBeConfirmed || this.address !== null || this.#pending !== null || this.#needsCheck();
    return isOpen ? null : { message: this.texts.unconfirmed, anchor: input };
  }

  get #mustBeConfirmed(): boolean {
    return this.#host.element.getAttribute('required') === 'confirmed';
  }

  /** Keeps what is under way, for which a submission waits. */
  #run(work: Promise<void>): void {
    const pending = work.finally(() => {
      if (this.#pending === pending) this.#pending = null;
      this.#host.sync();
    });
    this.#pending = pending;
  }

  /** Settles what the field has before its form is sent; null if it is settled. */
  #settle(): Promise<boolean> | null {
    if (this.#pending === null && this.#needsCheck()) this.#run(this.#check());
    const { text } = this;
    return this.#pending?.then(() => this.#question === null && (this.text === text || this.address !== null)) ?? null;
  }

  /** A text that is no known address goes into the line, or the form would be sent without it. */
  #release(): void {
    if (this.address === null && !this.view.manual.isOpen && this.text.trim() !== '')
      this.#fields.fillEmptyLine(this.text.trim());
  }

  #show(text: string): void {
    this.text = text;
    this.view.input.value = text;
  }

  /**
   * Re-dispatches typing as an event of the element, before any event that follows from it: a
   * framework that rendered in between would put the old text back.
   */
  #input(event: InputEvent): void {
    event.stopPropagation();
    if (!this.#units.isOpen) {
      this.text = this.view.input.value;
      this.isDirty = true;
      this.#host.sync();
      const { data, inputType, isComposing } = event;
      const same = { bubbles: true, composed: true, data, inputType, isComposing };
      this.#host.element.dispatchEvent(new InputEvent('input', same));
    }
    this.#typed(event.isComposing);
  }

  #typed(composing: boolean): void {
    if (composing) return;
    if (this.#units.isOpen) {
      this.#units.show();
      return;
    }
    this.#cancel();
    this.#ask(null);
    this.#submission.drop();
    this.view.hint(null);
    this.#forget();
    const text = this.text.replace(/^\s+/, '');
    if (text.trim().length < this.#settings.leastLetters()) {
      this.view.list.clear();
      return;
    }
    const kept = this.#requests.kept<{ suggestions: readonly Suggestion[] }>(
      this.#settings.service(),
      'autocomplete',
      this.#settings.suggestParameters(text),
    );
    const now = performance.now();
    const delay = this.#settings.debounce() ?? this.#pace.afterKey(now);
    const found = kept?.suggestions ?? narrow(this.#complete, text);
    if (kept !== undefined || found.length > 0) this.#showSuggestions(found, text);
    else this.#suggestSoon(delay);
  }

  /**
   * Asks for suggestions after a delay, or later if the service wants to be left alone for longer;
   * not at all if it refuses the key.
   */
  #suggestSoon(delay: number): void {
    window.clearTimeout(this.#timer);
    const wait = this.#requests.wait(this.#settings.service());
    this.#sayWait(wait);
    if (wait === Number.POSITIVE_INFINITY) this.view.list.clear();
    else {
      if (wait === 0) this.view.list.wait(this.texts.searching);
      else this.view.list.clear();
      this.#timer = window.setTimeout(() => void this.#suggest(), Math.max(delay, wait));
    }
  }

  #sayWait(wait: number): void {
    const { waiting, unavailable } = this.texts;
    if (wait > 0) this.view.hint(this.#requests.isLimited ? fill(waiting, { n: Math.ceil(wait / 1000) }) : unavailable);
  }

  async #suggest(): Promise<void> {
    const text = this.text.replace(/^\s+/, '');
    const parameters = this.#settings.suggestParameters(text);
    this.#pace.asked(performance.now());
    const answer = await this.#request<{ suggestions: readonly Suggestion[] }>('autocomplete', parameters);
    if (answer instanceof ServiceError) {
      // The wait is temporary, so the text at its end is asked for again.
      const wait = this.#requests.wait(this.#settings.service());
      const passes = answer.status === 429 || answer.status >= 500 || answer.status === 0;
      if (passes && answer.code !== 'QUOTA_EXCEEDED' && wait < Number.POSITIVE_INFINITY && this.#isFocused) {
        this.#timer = window.setTimeout(() => this.#isFocused && this.#suggestSoon(0), wait);
      }
      return;
    }
    if (answer === null) return;
    const { suggestions } = answer;
    this.#complete = suggestions.length < Number(parameters.limit) ? { text, suggestions } : null;
    this.#showSuggestions(suggestions, text);
  }

  get #isFocused(): boolean {
    return this.#root.activeElement === this.view.input;
  }

  #showSuggestions(suggestions: readonly Suggestion[], text: string): void {
    const { length } = suggestions;
    const { noSuggestions, oneSuggestion, suggestions: several } = this.texts;
    this.view.hint(null);
    this.view.list.show({
      rows: suggestions.map((suggestion) => this.#rowOf(suggestion)),
      last: this.#notListed(),
      typed: text,
      note: length === 0 ? noSuggestions : '',
    });
    if (!this.#isFocused) this.view.list.close();
    else this.view.say(length === 0 ? noSuggestions : length === 1 ? oneSuggestion : fill(several, { n: length }));
  }

  #rowOf(suggestion: Suggestion): Row {
    const shown = this.#settings.cased(suggestion);
    return {
      line: shown.addressLabel ?? '',
      place: placeOf(shown),
      part: `option-${suggestion.serviceMatchQuality}`,
      choose: () => this.#run(this.#choose(suggestion, null, true)),
    };
  }

  #notListed(): Row | null {
    if (!this.#settings.isOn('manual') || this.#mustBeConfirmed) return null;
    return { line: this.texts.notListed, place: '', part: 'option-last', choose: () => this.#openManual() };
  }

  #keyed(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, isComposing } = event;
    const { list } = this.view;
    if (isComposing || ctrlKey || metaKey || this.view.input.readOnly) return;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!list.isOpen) list.open();
      else if (altKey && key === 'ArrowUp') list.close();
      if (list.isOpen && !altKey) list.move(key === 'ArrowDown' ? 1 : -1);
    } else if (key === 'Escape') {
      if (this.#units.isOpen) this.#units.leave();
      else if (!list.isOpen) return;
      this.#cancel();
      list.close();
    } else if (key === 'Backspace' && this.#units.isOpen && this.view.input.value === '') {
      this.#units.leave();
      list.close();
    } else if (key === 'Enter') {
      const taken = list.isOpen && (list.takeActive() || (this.#units.isOpen && list.takeOnly()));
      if (taken || this.#units.isOpen) event.preventDefault();
      else {
        list.close();
        if (this.#needsCheck()) this.#run(this.#check());
        else this.#host.internals.form?.requestSubmit();
      }
      return;
    } else return;
    event.preventDefault();
  }

  #left(): void {
    this.#cancel();
    this.#units.leave();
    this.view.list.close();
    if (this.#needsCheck()) this.#run(this.#check());
  }

  #needsCheck(): boolean {
    const text = this.text.trim();
    const isOpen = this.view.manual.isOpen;
    return this.address === null && !isOpen && text !== '' && text !== this.#checked && this.#settings.isOn('verify');
  }

  /**
   * Validates what was typed without choosing: takes a certain match, asks about a doubtful one,
   * otherwise offers suggestions.
   */
  async #check(): Promise<void> {
    this.#cancel();
    const q = this.text.trim();
    const wait = this.#requests.wait(this.#settings.service());
    if (wait > 0) {
      this.view.hint(this.texts.unavailable);
      return;
    }
    this.#checked = q;
    const answer = await this.#request<Validation>('validate', { q: q.slice(0, 500) });
    // Without an answer nothing is known of the text: it is asked for again, and a form may go.
    if (answer instanceof ServiceError && this.#checked === q) this.#checked = '';
    if (answer === null || answer instanceof ServiceError || this.text.trim() !== q) return;
    const { match, serviceMatchQuality } = answer;
    if (match !== null && serviceMatchQuality === 'high') await this.#choose(match, match.location, false);
    else if (match !== null && serviceMatchQuality === 'medium') this.#propose(match, match.location);
    else await this.#offer(q);
  }

  /** Offers suggestions for a text that is not an address itself. */
  async #offer(q: string): Promise<void> {
    const parameters = this.#settings.suggestParameters(this.text.replace(/^\s+/, ''));
    const answer = await this.#request<{ suggestions: readonly Suggestion[] }>('autocomplete', parameters);
    if (answer === null || answer instanceof ServiceError || this.text.trim() !== q) return;
    const { suggestions } = answer;
    if (suggestions.length === 0) this.view.hint(this.#mustBeConfirmed ? this.texts.unconfirmed : this.texts.unknown);
    else if (suggestions.length === 1) this.#propose(suggestions[0], null);
    else {
      const { offer, review, no } = this.texts;
      const show = () => {
        this.view.input.focus();
        this.#showSuggestions(suggestions, q);
      };
      this.#ask({ yes: show, settles: false }, fill(offer, { n: suggestions.length }), review, no);
    }
  }

  #propose(record: AddressRecord, location: WithLocation['location']): void {
    const { question, yes, no } = this.texts;
    const text = fill(question, { address: wholeAddress(this.#settings.cased(record)) });
    const take = () => this.#run(this.#choose(record, location, location === null));
    this.#ask({ yes: take, settles: true }, text, yes, no);
  }

  #ask(question: Question | null, text: string | null = null, yes = '', no = ''): void {
    this.#question = question;
    this.view.ask(text, yes, no);
  }

  #answered(yes: boolean): void {
    const question = this.#question;
    this.#ask(null);
    this.view.input.focus();
    if (yes) question?.yes();
    if (yes ? question?.settles : !this.#mustBeConfirmed) void this.#resumeWhenSettled();
    else this.#submission.drop();
  }

  /** Sends a form that was held for a question, unless units are to be chosen first. */
  async #resumeWhenSettled(): Promise<void> {
    await this.#pending;
    if (!this.#units.isOpen) this.#submission.resume();
  }

  /**
   * Takes an address over into the field and its form; for a building its units are shown next, if
   * `mayOpen`.
   */
  async #choose(record: AddressRecord, known: WithLocation['location'], mayOpen: boolean): Promise<void> {
    this.#cancel();
    this.#units.leave();
    this.view.hint(null);
    this.#ask(null);
    this.view.list.clear();
    const shown = this.#settings.cased(record);
    const text = wholeAddress(shown);
    this.isDirty = true;
    this.#show(text);
    this.#checked = text;
    const { id, addressLabel, localityName, state, postcode } = shown;
    const chosen: ChosenAddress = {
      id,
      line: addressLabel ?? '',
      suburb: localityName ?? '',
      state: state ?? '',
      postcode: postcode ?? '',
      lat: known?.lat ?? null,
      lon: known?.lon ?? null,
    };
    this.address = chosen;
    this.#fillForm(chosen);
    this.#host.sync();
    this.view.say(fill(this.texts.chosen, { address: text }));
    this.#host.element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    const asksUnits = mayOpen && this.#settings.isOn('units') && mayHaveUnits(record.addressLabel ?? '');
    const asksPoint = known === null && (this.#fields.has('lat') || this.#fields.has('lon'));
    if ((asksUnits || asksPoint) && this.#requests.wait(this.#settings.service()) === 0) {
      const document = await this.#request<AddressDocument>('enrich', { id });
      if (this.address !== chosen) return;
      if (document !== null && !(document instanceof ServiceError)) {
        const { location } = document;
        if (location) this.address = { ...chosen, lat: location.lat, lon: location.lon };
        this.#fillForm(this.address);
        this.#host.sync();
        if (asksUnits && this.#isFocused) this.#units.open(record, document);
      }
    }
    this.#host.element.dispatchEvent(new Event('change', { bubbles: true }));
    this.#host.tell('letterbox-address', this.address);
  }

  #fillForm({ lat, lon, ...texts }: ChosenAddress): void {
    this.#fields.fill({ ...texts, lat: lat === null ? '' : String(lat), lon: lon === null ? '' : String(lon) });
  }

  /** Forgets the chosen address, which the text no longer is. */
  #forget(): void {
    if (this.address === null) {
      this.#fields.clear();
      return;
    }
    this.address = null;
    this.#fields.clear();
    this.#host.sync();
    this.#host.tell('letterbox-address', null);
  }

  /** A part was changed in the form, so it is no longer the address with this id and point. */
  #changedByHand(): void {
    if (this.address === null) return;
    this.address = null;
    this.#fields.clear(['id', 'lat', 'lon']);
    this.#host.sync();
    this.#host.tell('letterbox-address', null);
  }

  /**
   * Parts were filled by a browser, or by hand, in a form whose field is empty: they are its text,
   * and are validated when `isDone`.
   */
  #partsEntered(isDone: boolean): void {
    if (this.address !== null || this.view.manual.isOpen || (this.text !== '' && this.text !== this.#ofParts)) return;
    const parts = this.#fields.given();
    this.#ofParts = parts.line !== '' && (parts.suburb !== '' || parts.postcode !== '') ? manualText(parts) : '';
    if (this.text !== this.#ofParts) {
      this.isDirty = true;
      this.#show(this.#ofParts);
      this.#host.sync();
    }
    window.clearTimeout(this.#timer);
    if (isDone && this.#needsCheck())
      this.#timer = window.setTimeout(() => this.#needsCheck() && this.#run(this.#check()), SETTLED_MS);
  }

  /**
   * Switches to entry by hand: in the form's own fields, or, if they are hidden, in fields of our
   * own.
   */
  #openManual(): void {
    this.#cancel();
    this.#checked = this.text.trim();
    this.view.list.clear();
    const line = this.#fields.visible('line');
    if (line !== null) {
      if (line.value === '') this.#fields.fill({ line: this.text.trim() });
      this.view.hint(this.texts.byHand);
      line.focus();
      return;
    }
    this.view.showSearch(false);
    this.view.manual.open({ line: this.text.trim(), suburb: '', state: '', postcode: '' });
    this.#entered();
  }

  #entered(): void {
    const address = this.view.manual.address;
    this.isDirty = true;
    this.#show(manualText(address));
    this.#checked = this.text;
    this.#fields.fill({ ...address, id: '', lat: '', lon: '' });
    this.#host.sync();
    this.#host.tell('letterbox-manual', address);
  }

  #searchAgain(): void {
    this.#closeManual();
    this.view.input.focus();
    this.#typed(false);
  }

  #closeManual(): void {
    if (!this.view.manual.isOpen) return;
    this.view.manual.close();
    this.view.showSearch(true);
    this.#fields.clear();
  }

  #cancel(): void {
    window.clearTimeout(this.#timer);
    this.#requests.abort();
  }

  /**
   * Asks the service; null if superseded by another request. Errors are shown, and reported to the
   * page.
   */
  async #request<T>(operation: Operation, parameters: Record<string, string>): Promise<T | ServiceError | null> {
    this.#host.internals.states?.add('busy');
    const answer = await this.#requests.ask<T>(this.#settings.service(), operation, parameters);
    if (!this.#requests.isRunning) this.#host.internals.states?.delete('busy');
    if (!(answer instanceof ServiceError)) return answer;
    const { status, code, message, retryAfter } = answer;
    this.view.list.clear();
    this.#sayWait(this.#requests.wait(this.#settings.service()));
    if (status === 0 || status === 401 || status === 403) warn(`${code}: ${message}`);
    this.#host.tell('letterbox-error', { status, code, message, retryAfter });
    return answer;
  }
}
