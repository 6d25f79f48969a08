import { adoptProperties, FLAG_PROPERTIES, reflect, TEXT_PROPERTIES } from './attributes.ts';
import { Field } from './field.ts';
import type { ChosenAddress } from './form/form-fields.ts';
import { takeOver } from './form/light-input.ts';
import type { ManualAddress } from './view/manual-entry.ts';
import type { FieldTexts } from './view/texts.ts';

export type { ChosenAddress } from './form/form-fields.ts';
export type { ManualAddress } from './view/manual-entry.ts';
export type { FieldTexts } from './view/texts.ts';

/** What went wrong between the field and the service. */
export interface FieldError {
  /** The HTTP status; 0 if there was no answer that the page may read. */
  readonly status: number;
  /** The code of the service's error, or `NETWORK`. */
  readonly code: string;
  readonly message: string;
  /** Seconds after which the field asks again by itself; null if the service has not said. */
  readonly retryAfter: number | null;
}

/** The events of the field. */
export interface LetterboxAddressEvents {
  /** An address was chosen or confirmed; null when what was chosen was changed by hand. */
  'letterbox-address': CustomEvent<ChosenAddress | null>;
  /** The address is being entered by hand: what is in the fields so far. */
  'letterbox-manual': CustomEvent<ManualAddress>;
  'letterbox-error': CustomEvent<FieldError>;
}

const OBSERVED = ['label', 'aria-label', 'placeholder', 'required', 'readonly', 'disabled', 'value'];
/** Properties that a page may have set before the script was loaded. */
const ADOPTED = ['value', 'texts', ...Object.keys(TEXT_PROPERTIES), ...Object.keys(FLAG_PROPERTIES)];

/**
 * A form field that suggests Australian addresses and fills the fields of its form with the one that is chosen: `<letterbox-address>`.
 *
 * Attributes, each also a property: `base-url` and `api-key` of the service (without a key where a proxy adds it), `name`, `value`,
 * `label`, `placeholder`, `required`, `disabled`, `readonly`, `fields` (names of the form's fields where they are not `line suburb state
 * postcode id lat lon`: `line=address1`), `state` (suggest for this state only), `near` (`lat,lon`), `limit` (5), `minlength` (2),
 * `debounce` (ms; else it adapts to who types), `casing="upper"` (as G-NAF has it; else `12 Smith Street`), `units="off"`, `manual="off"`, `verify="off"` (ask
 * nothing about an address that was typed and not chosen). `required="confirmed"` asks for an address that the service knows.
 * An `<input>` inside serves pages that the script has not reached; its `name`, `required` and value become the element's.
 * CSS parts: `label`, `input`, `list`, `option`, `option-line`, `option-place`, `option-unit`, `option-suburb`, `option-last`, `match`, `note`,
 * `attribution`, `hint`, `question`, `yes`, `no`, `manual`, `search`. States: `:state(confirmed)`, `:state(unconfirmed)`, `:state(busy)`.
 * One enrich is asked for an address without a unit, which may be a building, and where the form has fields for coordinates.
 */
export class LetterboxAddress extends HTMLElement {
  static readonly formAssociated = true;
  static readonly observedAttributes = OBSERVED;

  declare name: string;
  declare label: string;
  declare placeholder: string;
  declare defaultValue: string;
  declare baseUrl: string;
  declare apiKey: string;
  declare fields: string;
  declare state: string;
  declare near: string;
  declare limit: string;
  declare debounce: string;
  declare minLength: string;
  declare casing: string;
  declare verify: string;
  declare units: string;
  declare manual: string;
  declare required: boolean;
  declare disabled: boolean;
  declare readOnly: boolean;

  readonly #internals = this.attachInternals();
  readonly #field: Field;
  #custom = '';

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    const host = {
      element: this,
      internals: this.#internals,
      sync: () => this.#sync(),
      tell: (type: string, detail: unknown) =>
        void this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })),
    };
    this.#field = new Field(host, root);
    // Its input may be parsed, or rendered, after the element itself.
    const slot = document.createElement('slot');
    slot.hidden = true;
    slot.addEventListener('slotchange', () => this.#takeOver());
    root.append(slot);
    this.addEventListener('invalid', () => this.#field.view.input.setAttribute('aria-invalid', 'true'));
  }

  /** The text of the field. Setting the same text changes nothing. */
  get value(): string {
    return this.#field.text;
  }

  set value(text: string | null | undefined) {
    this.#field.isDirty = true;
    this.#field.set(String(text ?? ''));
  }

  /** The address that was chosen or confirmed; null while there is none. */
  get chosen(): ChosenAddress | null {
    return this.#field.address;
  }

  /** The form that the field is in. Setting it sets the attribute, which names a form by its id. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  set form(id: string | HTMLFormElement | null) {
    if (typeof id === 'string') this.setAttribute('form', id);
    else if (id === null) this.removeAttribute('form');
    else this.setAttribute('form', id.id);
  }

  /** The texts of the field; those left out stay as they are. */
  get texts(): FieldTexts {
    return this.#field.texts;
  }

  set texts(texts: Partial<FieldTexts> | null | undefined) {
    this.#field.texts = { ...this.#field.texts, ...texts };
    this.#field.name();
    this.#sync();
  }

  get labels(): NodeList {
    return this.#internals.labels;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /** Makes the field invalid for a reason of the page's own; an empty text clears it. */
  setCustomValidity(message: string): void {
    this.#custom = message;
    this.#sync();
  }

  connectedCallback(): void {
    adoptProperties(this, ADOPTED);
    this.#field.enter();
    this.#takeOver();
    this.#field.name();
    this.#sync();
  }

  disconnectedCallback(): void {
    this.#field.leave();
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'value' && !this.#field.isDirty) this.#field.set(value ?? '');
    this.#field.name();
    this.#sync();
  }

  formAssociatedCallback(): void {
    this.#field.enterForm();
    this.#field.name();
  }

  formDisabledCallback(disabled: boolean): void {
    this.#field.disable(disabled);
  }

  formResetCallback(): void {
    this.#field.reset(this.getAttribute('value') ?? '');
  }

  formStateRestoreCallback(state: string, reason: 'autocomplete' | 'restore'): void {
    const { value, chosen } =
      reason === 'restore'
        ? (JSON.parse(state) as { value: string; chosen: ChosenAddress | null })
        : { value: state, chosen: null };
    this.#field.isDirty = true;
    this.#field.set(value, chosen);
  }

  #takeOver(): void {
    const before = takeOver(this);
    if (before === null) return;
    if (before.value !== '' && this.value === '') this.#field.adopt(before.value);
    if (before.isFocused) this.#field.view.input.focus();
  }

  /** Updates the form value and the validity. */
  #sync(): void {
    const { text, address, fault, view } = this.#field;
    this.#internals.setFormValue(text, JSON.stringify({ value: text, chosen: address }));
    const anchor = fault?.anchor ?? view.input;
    if (this.#custom !== '') this.#internals.setValidity({ customError: true }, this.#custom, anchor);
    else if (fault !== null) this.#internals.setValidity({ valueMissing: true }, fault.message, anchor);
    else {
      this.#internals.setValidity({});
      view.input.removeAttribute('aria-invalid');
    }
    this.#mark('confirmed', address !== null);
    this.#mark('unconfirmed', address === null && text.trim() !== '');
  }

  /** Sets a custom state for style sheets, if the browser supports that. */
  #mark(state: string, holds: boolean): void {
    if (holds) this.#internals.states?.add(state);
    else this.#internals.states?.delete(state);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'letterbox-address': LetterboxAddress;
  }
  interface HTMLElementEventMap extends LetterboxAddressEvents {}
}

reflect(LetterboxAddress.prototype);
if (customElements.get('letterbox-address') === undefined) customElements.define('letterbox-address', LetterboxAddress);
