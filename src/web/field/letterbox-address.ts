import {
  type Operation,
  ServiceError,
  type Suggestion,
  type Validation,
  type WithLocation,
} from './address-service.ts';
import { FieldView } from './field-view.ts';
import { type ChosenAddress, fillFields, hasField, type Part, readFieldNames } from './form-fields.ts';
import { Requests } from './requests.ts';
import { SuggestionList, wholeAddress } from './suggestion-list.ts';
import { ENGLISH, type FieldTexts, fill } from './texts.ts';

export type { ChosenAddress } from './form-fields.ts';
export type { FieldTexts } from './texts.ts';

/** What the events of the field carry. */
export interface LetterboxAddressEvents {
  /** An address was chosen or confirmed; null when what was chosen was changed by hand. */
  'letterbox-address': CustomEvent<ChosenAddress | null>;
  /** The service could not be asked: `code` is that of its error, or `NETWORK`. */
  'letterbox-error': CustomEvent<{ readonly code: string; readonly message: string }>;
}

const DEBOUNCE_MS = 120;
const LEAST_LETTERS = 2;

/**
 * A form field that suggests Australian addresses and fills the fields of its form with the one that is chosen: `<letterbox-address>`.
 *
 * Attributes: `base-url` and `api-key` of the service (without a key where a proxy adds it), `name`, `label`, `placeholder`, `required`,
 * `disabled`, `fields` (names of the form's fields where they are not `line suburb state postcode id lat lon`: `line=address1`), `state`
 * (suggest for this state only), `near` (`lat,lon`), `limit`, `minlength` (2), `debounce` (120 ms), `verify="off"` (ask nothing about an
 * address that was typed and not chosen). CSS parts: `label`, `input`, `list`, `option`, `option-line`, `option-place`, `match`, `hint`,
 * `question`, `yes`, `no`. Coordinates cost a call of enrich, and are asked for only where the form has fields for them.
 */
export class LetterboxAddress extends HTMLElement {
  static readonly formAssociated = true;
  static readonly observedAttributes = ['label', 'placeholder', 'required', 'disabled'];

  private readonly internals = this.attachInternals();
  private readonly root = this.attachShadow({ mode: 'open', delegatesFocus: true });
  private readonly view = new FieldView(this.root, (yes) => this.answered(yes));
  private readonly input = this.view.input;
  private readonly list = new SuggestionList(this.view.list, this.input, (suggestion) => void this.choose(suggestion));
  private readonly requests = new Requests();
  private wording: FieldTexts = ENGLISH;
  private timer = 0;
  private address: ChosenAddress | null = null;
  /** What the field asks about. */
  private proposed: Validation['match'] = null;
  /** What was last asked of validate, or confirmed: it is not asked again. */
  private checked = '';

  constructor() {
    super();
    this.input.addEventListener('input', (event) => this.typed((event as InputEvent).isComposing));
    this.input.addEventListener('compositionend', () => this.typed(false));
    this.input.addEventListener('keydown', (event) => this.keyed(event));
    this.input.addEventListener('focus', () => this.label());
    this.input.addEventListener('blur', () => this.left());
  }

  /** The text of the field. */
  get value(): string {
    return this.input.value;
  }

  set value(text: string) {
    this.input.value = text;
    this.checked = text.trim();
    this.forget();
    this.sync();
  }

  /** The address that was chosen or confirmed; null while there is none. */
  get chosen(): ChosenAddress | null {
    return this.address;
  }

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }

  /** What the field says; what is left out stays as it is. */
  set texts(texts: Partial<FieldTexts>) {
    this.wording = { ...this.wording, ...texts };
    this.label();
    this.sync();
  }

  get texts(): FieldTexts {
    return this.wording;
  }

  connectedCallback(): void {
    this.label();
    this.sync();
  }

  disconnectedCallback(): void {
    this.cancel();
    this.list.close();
  }

  attributeChangedCallback(): void {
    this.label();
    this.sync();
  }

  formDisabledCallback(disabled: boolean): void {
    this.input.disabled = disabled;
    if (disabled) this.list.close();
  }

  formResetCallback(): void {
    this.cancel();
    this.list.show([], '');
    this.ask(null);
    this.view.hint(null);
    this.value = this.getAttribute('value') ?? '';
  }

  formStateRestoreCallback(state: string): void {
    this.value = state;
  }

  private number(attribute: string, absent: number): number {
    const value = Number(this.getAttribute(attribute) ?? Number.NaN);
    return value >= 0 ? value : absent;
  }

  private service() {
    const base = this.getAttribute('base-url') ?? '';
    return { baseUrl: base.replace(/\/+$/, ''), apiKey: this.getAttribute('api-key') ?? '' };
  }

  /** Names the field by its own label, or by one of the page. */
  private label(): void {
    const outer = [...(this.internals.labels as NodeListOf<HTMLElement>)].map(({ textContent }) => textContent?.trim());
    const own = this.getAttribute('label') ?? this.getAttribute('aria-label');
    const name = own ?? (outer.join(' ') || this.wording.label);
    this.view.name(name, this.getAttribute('label') !== null || (outer.length === 0 && own === null));
    this.view.buttons(this.wording.yes, this.wording.no);
    this.input.placeholder = this.getAttribute('placeholder') ?? this.wording.placeholder;
    this.input.required = this.hasAttribute('required');
  }

  /** Tells the form what the field holds, and whether that will do. */
  private sync(): void {
    const { value } = this;
    this.internals.setFormValue(value);
    const missing = this.hasAttribute('required') && value.trim() === '';
    if (missing) this.internals.setValidity({ valueMissing: true }, this.wording.missing, this.input);
    else this.internals.setValidity({});
  }

  private typed(composing: boolean): void {
    this.sync();
    if (composing) return;
    this.cancel();
    this.ask(null);
    this.view.hint(null);
    this.forget();
    const text = this.input.value.replace(/^\s+/, '');
    if (text.trim().length < this.number('minlength', LEAST_LETTERS)) {
      this.list.show([], '');
      return;
    }
    this.timer = window.setTimeout(() => void this.suggest(text), this.number('debounce', DEBOUNCE_MS));
  }

  /** Asks for suggestions. An answer that comes after something else was typed is aborted, and never shown. */
  private async suggest(text: string): Promise<void> {
    const limit = this.getAttribute('limit') ?? '5';
    const parameters: Record<string, string> = { q: text.slice(0, 200), limit };
    const state = this.getAttribute('state');
    const [lat, lon] = (this.getAttribute('near') ?? '').split(',');
    if (state) parameters.state = state;
    if (lat && lon) Object.assign(parameters, { lat: lat.trim(), lon: lon.trim() });
    const answer = await this.request<{ suggestions: readonly Suggestion[] }>('autocomplete', parameters);
    if (answer === null) return;
    const { suggestions } = answer;
    if (this.root.activeElement !== this.input) return;
    const { length } = suggestions;
    const { noSuggestions, oneSuggestion, suggestions: several } = this.wording;
    this.list.show(suggestions, text);
    this.view.say(length === 0 ? noSuggestions : length === 1 ? oneSuggestion : fill(several, { n: length }));
  }

  private keyed(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, isComposing } = event;
    if (isComposing || ctrlKey || metaKey) return;
    const { list } = this;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (list.length === 0) return;
      if (altKey && key === 'ArrowUp') list.close();
      else if (list.isOpen) list.move(key === 'ArrowDown' ? 1 : -1);
      else {
        list.open();
        if (!altKey) list.move(key === 'ArrowDown' ? 1 : -1);
      }
    } else if (key === 'Escape') {
      if (list.isOpen) list.close();
      else if (this.value !== '') {
        this.value = '';
        this.typed(false);
      } else return;
    } else if (key === 'Enter') {
      if (list.isOpen && list.takeActive()) event.preventDefault();
      else {
        list.close();
        if (this.needsCheck()) void this.check();
        else this.internals.form?.requestSubmit();
      }
      return;
    } else return;
    event.preventDefault();
  }

  private left(): void {
    window.clearTimeout(this.timer);
    this.list.close();
    if (this.needsCheck()) void this.check();
  }

  private needsCheck(): boolean {
    const text = this.value.trim();
    return this.address === null && text !== '' && text !== this.checked && this.getAttribute('verify') !== 'off';
  }

  /** Looks up what was typed without choosing: takes a certain match, asks about a doubtful one. */
  private async check(): Promise<void> {
    this.cancel();
    const q = this.value.trim();
    this.checked = q;
    const answer = await this.request<Validation>('validate', { q: q.slice(0, 500) });
    if (answer === null || this.value.trim() !== q) return;
    const { match, serviceMatchQuality } = answer;
    if (match !== null && serviceMatchQuality === 'high') await this.choose(match, match.location);
    else if (match !== null && serviceMatchQuality === 'medium') this.ask(match);
    else this.view.hint(this.wording.unknown);
  }

  /** Takes an address over into the field and its form. */
  private async choose(
    record: Omit<Suggestion, 'serviceMatchScore' | 'serviceMatchQuality'>,
    known: WithLocation['location'] = null,
  ): Promise<void> {
    this.cancel();
    this.view.hint(null);
    const text = wholeAddress(record);
    this.input.value = text;
    this.checked = text;
    this.sync();
    this.view.say(fill(this.wording.chosen, { address: text }));
    const { id, addressLabel, localityName, state, postcode } = record;
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
    this.fillForm(chosen);
    if (known === null && this.wantsPoint()) {
      const location = (await this.request<WithLocation>('enrich', { id }))?.location;
      if (this.address !== chosen) return;
      if (location) this.address = { ...chosen, lat: location.lat, lon: location.lon };
      this.fillForm(this.address);
    }
    this.dispatchEvent(new Event('change', { bubbles: true }));
    this.tell('letterbox-address', this.address);
  }

  private wantsPoint(): boolean {
    const names = readFieldNames(this.getAttribute('fields'));
    return hasField(this.form, names.lat, this) || hasField(this.form, names.lon, this);
  }

  private fillForm(address: ChosenAddress): void {
    const { lat, lon, ...texts } = address;
    const point = { lat: lat === null ? '' : String(lat), lon: lon === null ? '' : String(lon) };
    this.fillParts({ ...texts, ...point });
  }

  private fillParts(values: Partial<Record<Part, string>>): void {
    fillFields(this.form, readFieldNames(this.getAttribute('fields')), values, this);
  }

  /** What was chosen does not hold any more: its id and point least of all. */
  private forget(): void {
    if (this.address === null) return;
    this.address = null;
    this.fillParts({ id: '', lat: '', lon: '' });
    this.tell('letterbox-address', null);
  }

  private ask(match: Validation['match']): void {
    this.proposed = match;
    this.view.ask(match === null ? null : fill(this.wording.question, { address: wholeAddress(match) }));
  }

  private answered(yes: boolean): void {
    const { proposed } = this;
    this.ask(null);
    this.input.focus();
    if (yes && proposed !== null) void this.choose(proposed, proposed.location);
  }

  private cancel(): void {
    window.clearTimeout(this.timer);
    this.requests.abort();
  }

  /** Asks the service; null where it was aborted, or cannot be asked. */
  private async request<T>(operation: Operation, parameters: Record<string, string>): Promise<T | null> {
    const answer = await this.requests.ask<T>(this.service(), operation, parameters);
    if (!(answer instanceof ServiceError)) return answer;
    const { code, message } = answer;
    this.list.show([], '');
    if (code !== 'RATE_LIMITED') this.view.hint(this.wording.unavailable);
    this.tell('letterbox-error', { code, message });
    return null;
  }

  private tell<K extends keyof LetterboxAddressEvents>(type: K, detail: LetterboxAddressEvents[K]['detail']): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'letterbox-address': LetterboxAddress;
  }
  interface HTMLElementEventMap extends LetterboxAddressEvents {}
}

if (customElements.get('letterbox-address') === undefined) customElements.define('letterbox-address', LetterboxAddress);
