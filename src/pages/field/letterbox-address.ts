import { type FieldError, fieldOn, inputOf } from './attach.ts';
import { adoptProperties, FLAG_PROPERTIES, reflect, TEXT_PROPERTIES } from './attributes.ts';
import { Field } from './field.ts';
import type { ChosenAddress } from './form/form-fields.ts';
import { readFieldNames } from './form/parts.ts';
import { follow } from './host.ts';
import type { ManualAddress } from './view/manual-entry.ts';
import { ENGLISH, type FieldTexts } from './view/texts.ts';
import { dress, make } from './view/tree.ts';

// biome-ignore lint/performance/noBarrelFile: what users of the field import comes through this one door.
export { type AttachOptions, attach, type FieldError, type FieldOptions } from './attach.ts';
export type { ChosenAddress } from './form/form-fields.ts';
export type { ManualAddress } from './view/manual-entry.ts';
export type { FieldTexts } from './view/texts.ts';

/** The events of the field. */
export interface LetterboxAddressEvents {
  /** An address was chosen or confirmed; null when what was chosen was changed by hand. */
  'letterbox-address': CustomEvent<ChosenAddress | null>;
  /** The address is being entered by hand: what is in the fields so far. */
  'letterbox-manual': CustomEvent<ManualAddress>;
  'letterbox-error': CustomEvent<FieldError>;
}

const OBSERVED = ['label', 'aria-label', 'placeholder', 'required', 'readonly', 'disabled', 'value', 'for', 'fields'];
/** Attributes that an input inside has too, unless it says otherwise itself. */
const PASSED = ['name', 'required', 'placeholder', 'readonly'];
/** Properties that a page may have set before the script was loaded. */
const ADOPTED = ['value', 'texts', ...Object.keys(TEXT_PROPERTIES), ...Object.keys(FLAG_PROPERTIES)];
/** On a server there are no elements: a page that is rendered there has the tag, and no more. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * A form field that suggests Australian addresses and fills the inputs of its form with the one that is chosen: `<letterbox-address>`.
 *
 * Its input is that which `for` names by its id, or the one inside, each of which stays what it is; else one of its own. Where the input
 * is the line of the form's address, it has the line alone; else it has the whole address.
 *
 * `src/pages/README.md` lists its attributes, each also a property, its CSS parts and its states.
 * One enrich is asked for an address without a unit, which may be a building, and where the form or `coordinates` asks for a point.
 */
export class LetterboxAddress extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = OBSERVED;

  declare name: string;
  declare htmlFor: string;
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
  declare coordinates: boolean;

  declare readonly validity: ValidityState;
  declare readonly validationMessage: string;
  declare readonly willValidate: boolean;
  declare checkValidity: () => boolean;
  declare reportValidity: () => boolean;

  static {
    for (const name of ['validity', 'validationMessage', 'willValidate'] as const)
      Object.defineProperty(LetterboxAddress.prototype, name, {
        get(this: LetterboxAddress) {
          return this.#judge[name];
        },
      });
    for (const name of ['checkValidity', 'reportValidity'] as const)
      LetterboxAddress.prototype[name] = function (this: LetterboxAddress) {
        return this.#judge[name]();
      };
  }

  readonly #internals = this.attachInternals();
  readonly #root = this.attachShadow({ mode: 'open', delegatesFocus: true });
  #own: Field | null = null;
  #field: Field | null = null;
  #texts = ENGLISH;
  /** What was set while there was no input yet. */
  #early: string | null = null;
  #custom = '';
  #unfollow = () => {};

  constructor() {
    super();
    dress(this.#root);
    this.addEventListener('invalid', () => this.#own?.view.input.setAttribute('aria-invalid', 'true'));
  }

  /** The text of the field. Setting the same text changes nothing. */
  get value(): string {
    return this.#field?.text ?? this.#early ?? '';
  }

  set value(text: string | null | undefined) {
    const value = String(text ?? '');
    if (this.#field === null) this.#early = value;
    else {
      this.#field.isDirty = true;
      this.#field.set(value);
    }
  }

  /** The address that was chosen or confirmed; null while there is none. */
  get chosen(): ChosenAddress | null {
    return this.#field?.address ?? null;
  }

  /** The form that the field is in. Setting it sets the attribute, which names a form by its id. */
  get form(): HTMLFormElement | null {
    return this.#outer?.form ?? this.#internals.form;
  }

  set form(id: string | HTMLFormElement | null) {
    if (typeof id === 'string') this.setAttribute('form', id);
    else if (id === null) this.removeAttribute('form');
    else this.setAttribute('form', id.id);
  }

  /** The texts of the field; those left out stay as they are. */
  get texts(): FieldTexts {
    return this.#texts;
  }

  set texts(texts: Partial<FieldTexts> | null | undefined) {
    this.#texts = { ...this.#texts, ...texts };
    for (const field of [this.#field, this.#own]) if (field !== null) field.texts = this.#texts;
    this.#update();
  }

  get labels(): NodeList {
    return this.#outer?.labels ?? this.#internals.labels;
  }

  /** Makes the field invalid for a reason of the page's own; an empty text clears it. */
  setCustomValidity(message: string): void {
    this.#custom = message;
    this.#outer?.setCustomValidity(message);
    this.#update();
  }

  override focus(options?: FocusOptions): void {
    if (this.#field === null) super.focus(options);
    else this.#field.view.input.focus(options);
  }

  connectedCallback(): void {
    adoptProperties(this, ADOPTED);
    this.#follow();
  }

  disconnectedCallback(): void {
    this.#unfollow();
    this.#field?.leave();
  }

  attributeChangedCallback(name: string, _before: string | null, value: string | null): void {
    if (name === 'for' && this.isConnected) this.#follow();
    if (name === 'value' && this.#field !== null && !this.#field.isDirty) this.#field.set(value ?? '');
    this.#update();
  }

  formAssociatedCallback(): void {
    this.#field?.fields.watch();
    this.#field?.name();
  }

  formDisabledCallback(disabled: boolean): void {
    this.#field?.disable(disabled);
  }

  formResetCallback(): void {
    this.#own?.reset(this.getAttribute('value') ?? '');
  }

  formStateRestoreCallback(state: string, reason: 'autocomplete' | 'restore'): void {
    const { value, chosen } =
      reason === 'restore'
        ? (JSON.parse(state) as { value: string; chosen: ChosenAddress | null })
        : { value: state, chosen: null };
    if (this.#own === null) return;
    this.#own.isDirty = true;
    this.#own.set(value, chosen);
  }

  /** The input of the page that is the field's; null where that is the field's own. */
  get #outer(): HTMLInputElement | null {
    return this.#field === null || this.#field === this.#own ? null : this.#field.view.input;
  }

  /** Who knows whether the field is valid. */
  get #judge(): HTMLInputElement | ElementInternals {
    return this.#outer ?? this.#internals;
  }

  /** Follows the input, which may be parsed, or rendered, after the element, and again. */
  #follow(): void {
    this.#unfollow();
    const root = this.getRootNode();
    const isFor = this.htmlFor !== '';
    this.#unfollow = follow(
      isFor ? root : this,
      () => (isFor ? this.#named(root) : (this.querySelector('input') ?? this.#ownField().view.input)),
      (input) => this.#use(input),
    );
  }

  #named(root: Node): HTMLInputElement | null {
    return inputOf((root as Document).getElementById?.(this.htmlFor) ?? null, this.htmlFor);
  }

  #use(input: HTMLInputElement | null): void {
    const before = this.#field;
    if (before !== null && before.view.input !== input) {
      before.leave();
      this.#early ??= before === this.#own && before.text !== '' ? before.text : null;
    }
    if (input === null) this.#field = null;
    else if (input === this.#own?.view.input) this.#field = this.#own;
    else if (before?.view.input !== input) this.#field = this.#outerField(input);
    const search = this.#own?.view.input.closest<HTMLElement>('.field');
    this.#root.replaceChildren(this.#field === this.#own && search ? search : make('slot'));
    const field = this.#field;
    if (field === null) return;
    field.texts = this.#texts;
    if (field !== this.#own)
      for (const name of PASSED) {
        const given = this.getAttribute(name);
        if (given !== null && !input?.hasAttribute(name)) input?.setAttribute(name, given);
      }
    const early = this.#early ?? (field.isDirty || field.view.input.value !== '' ? null : this.getAttribute('value'));
    field.enter();
    if (early !== null) field.set(early);
    if (this.#early !== null) field.isDirty = true;
    this.#early = null;
    this.#update();
  }

  /** What is told of either input. */
  #listener() {
    return {
      element: this,
      option: (name: string) => this.getAttribute(name),
      names: () => readFieldNames(this.fields),
      busy: (isBusy: boolean) => this.#mark('busy', isBusy),
      tell: (type: string, detail: unknown) =>
        void this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true })),
    };
  }

  #outerField(input: HTMLInputElement): Field {
    return fieldOn(input, { ...this.#listener(), sync: (field) => this.#sync(field) });
  }

  #ownField(): Field {
    if (this.#own !== null) return this.#own;
    const input = make('input', {
      id: 'input',
      part: 'input',
      type: 'text',
      autocomplete: 'none',
      enterkeyhint: 'done',
    });
    const label = make('label', { part: 'label', for: 'input' });
    const search = make('div', { class: 'search' }, [label, input]);
    make('div', { class: 'field' }, [search]);
    const own: Field = new Field(
      {
        ...this.#listener(),
        isOwn: true,
        form: () => this.#internals.form,
        labels: () => this.#internals.labels,
        named: (name) => {
          const isShown = this.hasAttribute('label') || (this.labels.length === 0 && !this.hasAttribute('aria-label'));
          label.textContent = name;
          label.hidden = !isShown;
          if (isShown) input.removeAttribute('aria-label');
          else input.setAttribute('aria-label', name);
        },
        changed: (event) => {
          event.stopPropagation();
          this.dispatchEvent(sameEvent(event));
        },
        sync: () => this.#sync(own),
      },
      input,
      search,
    );
    this.#own = own;
    return own;
  }

  #update(): void {
    this.#field?.name();
    this.#field?.host.sync();
  }

  /** Updates the form value and the validity. */
  #sync(field: Field): void {
    if (field !== this.#field) return;
    const { text, address, fault, view } = field;
    if (field === this.#own) {
      this.#internals.setFormValue(text, JSON.stringify({ value: text, chosen: address }));
      const anchor = fault?.anchor ?? view.input;
      if (this.#custom !== '') this.#internals.setValidity({ customError: true }, this.#custom, anchor);
      else if (fault !== null) this.#internals.setValidity({ valueMissing: true }, fault.message, anchor);
      else {
        this.#internals.setValidity({});
        view.input.removeAttribute('aria-invalid');
      }
    } else {
      this.#internals.setFormValue(null);
      this.#internals.setValidity({});
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

/** An event to tell again: one that is being told cannot be. */
function sameEvent(event: Event): Event {
  if (!(event instanceof InputEvent)) return new Event(event.type, { bubbles: true, composed: event.composed });
  const { data, inputType, isComposing } = event;
  return new InputEvent(event.type, { bubbles: true, composed: true, data, inputType, isComposing });
}

declare global {
  interface HTMLElementTagNameMap {
    'letterbox-address': LetterboxAddress;
  }
  interface HTMLElementEventMap extends LetterboxAddressEvents {}
}

reflect(LetterboxAddress.prototype);
const elements = globalThis.customElements;
if (elements !== undefined && elements.get('letterbox-address') === undefined)
  elements.define('letterbox-address', LetterboxAddress);
