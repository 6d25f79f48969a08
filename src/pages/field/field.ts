import type { AddressRecord } from './address-text.ts';
import { ByHand } from './by-hand.ts';
import { Checking } from './checking.ts';
import { takeAddress } from './choosing.ts';
import type { Core } from './core.ts';
import { type Fault, faultOf } from './form/fault.ts';
import { type ChosenAddress, FormFields } from './form/form-fields.ts';
import { HeldSubmission } from './form/held-submission.ts';
import type { Host } from './host.ts';
import type { WithLocation } from './service/address-service.ts';
import { Asking } from './service/asking.ts';
import { type Settings, settingsOf } from './settings.ts';
import { fieldKey } from './typing/keys.ts';
import { Suggesting } from './typing/suggesting.ts';
import { UnitChoice } from './units/unit-choice.ts';
import { FieldView } from './view/field-view.ts';
import { nameField } from './view/naming.ts';
import { ENGLISH, type FieldTexts } from './view/texts.ts';
import { warn } from './warning.ts';

/** How long after a browser filled a part the others are there, ms. */
const SETTLED_MS = 300;

/**
 * The behaviour of a `<letterbox-address>`. The element itself is thin, since pages and frameworks
 * see all that it has.
 */
export class Field implements Core {
  readonly view: FieldView;
  text = '';
  isDirty = false;
  address: ChosenAddress | null = null;
  texts: FieldTexts = ENGLISH;
  checked = '';
  readonly host: Host;
  readonly settings: Settings;
  readonly asking: Asking;
  readonly fields: FormFields;
  readonly units: UnitChoice;
  readonly #root: ShadowRoot;
  readonly #suggesting: Suggesting;
  readonly #checking: Checking;
  readonly #byHand: ByHand;
  /** Validation, or the taking over of an address, while it is under way. */
  #pending: Promise<void> | null = null;
  readonly #submission: HeldSubmission;

  constructor(host: Host, root: ShadowRoot) {
    this.host = host;
    this.#root = root;
    this.view = new FieldView(root, {
      answered: (yes) => this.#answered(yes),
      entered: () => this.#byHand.entered(),
      search: () => this.#searchAgain(),
    });
    this.settings = settingsOf(host.element);
    this.asking = new Asking(this);
    this.units = new UnitChoice({
      view: this.view,
      settings: this.settings,
      texts: () => this.texts,
      chosen: (unit) => this.choose(unit, null, false),
      left: () => {
        this.view.input.value = this.text;
        this.name();
      },
    });
    this.fields = new FormFields(
      host.element,
      () => host.internals.form,
      () => this.#changedByHand(),
      (isDone) => this.#partsEntered(isDone),
    );
    this.#byHand = new ByHand(this);
    this.#suggesting = new Suggesting(this, () => this.#byHand.open());
    this.#checking = new Checking(this, this.#suggesting);
    this.#submission = new HeldSubmission({
      form: () => host.internals.form,
      settle: () => this.#settle(),
      release: () => this.#byHand.keepText(),
    });
    const { input } = this.view;
    const keys = { check: () => this.#checkIfNeeded(), send: () => host.internals.form?.requestSubmit() };
    input.addEventListener('input', (event) => this.#input(event as InputEvent));
    input.addEventListener('compositionend', () => this.#typed(false));
    input.addEventListener('keydown', (event) => fieldKey(event, this, keys));
    input.addEventListener('focus', () => this.name());
    input.addEventListener('blur', () => this.#left());
  }

  /**
   * Sets the text on behalf of the page, without requests. Setting the same text changes nothing.
   */
  set(text: string, chosen: ChosenAddress | null = null): void {
    if (text === this.text && chosen === null) return;
    this.#replace(text);
    if (chosen === null) this.#forget();
    else this.address = chosen;
    this.host.sync();
  }

  /** Takes over what somebody typed before the field was there, to be validated. */
  adopt(text: string): void {
    this.isDirty = true;
    this.show(text);
    this.host.sync();
  }

  /** Resets the field. */
  reset(text: string): void {
    this.#replace(text);
    this.#forget();
    this.isDirty = false;
    this.host.sync();
    this.view.input.removeAttribute('aria-invalid');
  }

  #replace(text: string): void {
    this.#byHand.close();
    this.stop();
    this.view.hint(null);
    this.view.list.clear();
    this.show(text);
    this.checked = text.trim();
  }

  /** Cancels everything under way. */
  stop(): void {
    this.asking.cancel();
    this.#checking.askNothing();
    this.units.leave();
    this.view.list.close();
  }

  /** To be called when the element has come into a page. */
  enter(): void {
    this.#submission.watch(this.host.element.getRootNode());
    if (this.settings.service().apiKey.startsWith('lbx_live_'))
      warn('api-key is a secret key, which everybody can read in a page. Use a publishable one (lbx_pub_…).');
  }

  /** To be called when the element has come into a form, or left it. */
  enterForm(): void {
    this.fields.watch();
  }

  /** To be called when the element has left its page. */
  leave(): void {
    this.stop();
    this.fields.stop();
    this.#submission.stop();
  }

  /** Labels the field with its own label, or one of the page. */
  name(): void {
    nameField(this);
  }

  disable(disabled: boolean): void {
    this.view.input.disabled = disabled;
    this.view.manual.disable(disabled);
    if (disabled) this.stop();
  }

  /** Why the field is not filled in; null if it is. */
  get fault(): Fault | null {
    return faultOf(this, this.#pending !== null || this.#checking.isNeeded);
  }

  get mustBeConfirmed(): boolean {
    return this.host.element.getAttribute('required') === 'confirmed';
  }

  /** Takes an address over, for which a submission waits. */
  choose(record: AddressRecord, known: WithLocation['location'], mayOpen: boolean): void {
    this.#run(takeAddress(this, record, known, mayOpen));
  }

  show(text: string): void {
    this.text = text;
    this.view.input.value = text;
  }

  askNothing(): void {
    this.#checking.askNothing();
  }

  get isFocused(): boolean {
    return this.#root.activeElement === this.view.input;
  }

  /** Keeps what is under way, for which a submission waits. */
  #run(work: Promise<void>): void {
    const pending = work.finally(() => {
      if (this.#pending === pending) this.#pending = null;
      this.host.sync();
    });
    this.#pending = pending;
  }

  /** Validates the text if it still is to be; whether it is. */
  #checkIfNeeded(): boolean {
    const { isNeeded } = this.#checking;
    if (isNeeded) this.#run(this.#checking.check((match, known) => takeAddress(this, match, known, false)));
    return isNeeded;
  }

  /** Settles what the field has before its form is sent; null if it is settled. */
  #settle(): Promise<boolean> | null {
    if (this.#pending === null) this.#checkIfNeeded();
    const { text } = this;
    return this.#pending?.then(() => !this.#checking.isAsking && (this.text === text || this.address !== null)) ?? null;
  }

  /**
   * Re-dispatches typing as an event of the element, before any event that follows from it: a
   * framework that rendered in between would put the old text back.
   */
  #input(event: InputEvent): void {
    event.stopPropagation();
    if (!this.units.isOpen) {
      this.text = this.view.input.value;
      this.isDirty = true;
      this.host.sync();
      const { data, inputType, isComposing } = event;
      const same = { bubbles: true, composed: true, data, inputType, isComposing };
      this.host.element.dispatchEvent(new InputEvent('input', same));
    }
    this.#typed(event.isComposing);
  }

  #typed(composing: boolean): void {
    if (composing) return;
    if (this.units.isOpen) {
      this.units.show();
      return;
    }
    this.asking.cancel();
    this.#checking.askNothing();
    this.#submission.drop();
    this.view.hint(null);
    this.#forget();
    this.#suggesting.typed();
  }

  #left(): void {
    this.asking.cancel();
    this.units.leave();
    this.view.list.close();
    this.#checkIfNeeded();
  }

  #answered(yes: boolean): void {
    if (this.#checking.answered(yes)) void this.#resumeWhenSettled();
    else this.#submission.drop();
  }

  /** Sends a form that was held for a question, unless units are to be chosen first. */
  async #resumeWhenSettled(): Promise<void> {
    await this.#pending;
    if (!this.units.isOpen) this.#submission.resume();
  }

  /** Forgets the chosen address, which the text no longer is. */
  #forget(): void {
    if (this.address === null) {
      this.fields.clear();
      return;
    }
    this.address = null;
    this.fields.clear();
    this.host.sync();
    this.host.tell('letterbox-address', null);
  }

  /** A part was changed in the form, so it is no longer the address with this id and point. */
  #changedByHand(): void {
    if (this.address === null) return;
    this.address = null;
    this.fields.clear(['id', 'lat', 'lon']);
    this.host.sync();
    this.host.tell('letterbox-address', null);
  }

  /**
   * Parts were filled by a browser, or by hand, in a form whose field is empty: they are its text,
   * and are validated when `isDone`.
   */
  #partsEntered(isDone: boolean): void {
    if (!this.#byHand.takeParts()) return;
    this.asking.stopWaiting();
    if (isDone && this.#checking.isNeeded) this.asking.later(() => this.#checkIfNeeded(), SETTLED_MS);
  }

  #searchAgain(): void {
    this.#byHand.close();
    this.view.input.focus();
    this.#typed(false);
  }
}
