import { ByHand } from './by-hand.ts';
import { Checking, type Fault, faultOf } from './checking.ts';
import { takeAddress } from './choosing.ts';
import type { Core } from './core.ts';
import { type ChosenAddress, FormFields } from './form/form-fields.ts';
import { HeldSubmission } from './form/held-submission.ts';
import type { Host } from './host.ts';
import type { AddressDocument, AddressRecord, WithLocation } from './service/address-service.ts';
import { Asking } from './service/asking.ts';
import { type Settings, settingsOf } from './settings.ts';
import { fieldKey } from './typing/keys.ts';
import { Suggesting } from './typing/suggesting.ts';
import { UnitChoice } from './units/unit-choice.ts';
import { unitsOf } from './units/units.ts';
import { FieldView } from './view/field-view.ts';
import { ManualEntry } from './view/manual-entry.ts';
import { ENGLISH, type FieldTexts, fill } from './view/texts.ts';
import { warn } from './warning.ts';

/** How long after a browser filled an input the others are filled too, ms. */
const SETTLED_MS = 300;

/** The behaviour of a field: what its input, its list and its form do, whosever the input is. */
export class Field implements Core {
  readonly view: FieldView;
  readonly manual: ManualEntry | null;
  text = '';
  isDirty = false;
  isGiven = false;
  address: ChosenAddress | null = null;
  texts: FieldTexts = ENGLISH;
  checked = '';
  readonly host: Host;
  readonly settings: Settings;
  readonly asking: Asking;
  readonly fields: FormFields;
  readonly units: UnitChoice;
  readonly #suggesting: Suggesting;
  readonly #checking: Checking;
  readonly #byHand: ByHand;
  /** Validation, or the taking over of an address, while it is under way. */
  #pending: Promise<void> | null = null;
  readonly #submission: HeldSubmission;
  #listening: AbortController | null = null;

  /** `search` is what entry by hand takes the place of, where the input is the field's own. */
  constructor(host: Host, input: HTMLInputElement, search: HTMLElement | null = null) {
    this.host = host;
    this.view = new FieldView(input, (yes) => this.#answered(yes));
    this.manual =
      search === null
        ? null
        : new ManualEntry(search, { changed: () => this.#byHand.entered(), search: () => this.#searchAgain() });
    this.settings = settingsOf((name) => host.option(name));
    this.asking = new Asking(this);
    this.units = new UnitChoice({
      view: this.view,
      settings: this.settings,
      texts: () => this.texts,
      chosen: (unit) => this.choose(unit, null, false),
      restore: (text) => void this.fields.write(input, text),
    });
    this.fields = new FormFields(host, input, {
      changed: () => this.#changedByHand(),
      given: (isDone) => this.#partsEntered(isDone),
      reset: () => !host.isOwn && this.reset(input.value),
    });
    this.#byHand = new ByHand(this);
    this.#suggesting = new Suggesting(this, () => this.#byHand.open());
    this.#checking = new Checking(this, this.#suggesting);
    this.#submission = new HeldSubmission({
      form: () => host.form(),
      settle: () => this.#settle(),
      release: () => this.#byHand.keepText(),
    });
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
    this.text = text;
    this.fields.write(this.view.input, text);
    this.checked = text.trim();
    this.isGiven = false;
  }

  /** Cancels everything under way. */
  stop(): void {
    this.asking.cancel();
    this.#checking.askNothing();
    this.units.leave();
    this.view.list.close();
  }

  /** To be called when the input has come into a page; what is in it by then is taken over. */
  enter(): void {
    if (this.#listening !== null) return;
    const { input } = this.view;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const keys = {
      check: () => !this.host.isOwn || this.#checkIfNeeded(),
      send: () => this.host.form()?.requestSubmit(),
    };
    input.addEventListener('input', (event) => this.#input(event), { signal });
    input.addEventListener('compositionend', () => this.#typed(false), { signal });
    input.addEventListener('keydown', (event) => fieldKey(event, this, keys), { signal });
    input.addEventListener('focus', () => this.name(), { signal });
    input.addEventListener('blur', () => this.#left(), { signal });
    this.view.enter();
    this.name();
    this.fields.watch();
    this.#submission.watch(this.host.element.getRootNode());
    if (this.settings.service().apiKey.startsWith('lbx_live_'))
      warn('api-key is a secret key, which everybody can read in a page. Use a publishable one (lbx_pub_…).');
    if (input.value !== '' && this.text === '') {
      this.text = input.value;
      this.isDirty = input.value !== input.defaultValue;
      this.checked = this.isDirty ? '' : input.value.trim();
      this.#byHand.takeParts();
    }
    this.host.sync();
  }

  /** To be called when the input has left its page. */
  leave(): void {
    this.stop();
    this.fields.stop();
    this.#submission.stop();
    this.#listening?.abort();
    this.#listening = null;
    this.view.leave();
  }

  /** Names the field, by its own label or one of the page, and marks its input as the field is. */
  name(): void {
    const { host, view, texts } = this;
    const { input } = view;
    const outer = [...host.labels()].map(({ textContent }) => textContent?.trim()).filter(Boolean);
    const name = host.option('label') ?? host.option('aria-label') ?? (outer.join(' ') || texts.label);
    view.list.name(name, texts.attribution);
    host.named(name);
    const placeholder = host.option('placeholder') ?? (host.isOwn ? texts.placeholder : null);
    if (placeholder !== null) input.placeholder = placeholder;
    for (const mark of ['required', 'readonly']) {
      const isMarked = host.option(mark) !== null;
      if (host.isOwn || isMarked) input.toggleAttribute(mark, isMarked);
    }
  }

  disable(disabled: boolean): void {
    this.view.input.disabled = disabled;
    this.manual?.disable(disabled);
    if (disabled) this.stop();
  }

  /** Why the field is not filled in; null if it is. */
  get fault(): Fault | null {
    return faultOf(this, this.#pending !== null || this.#checking.isNeeded);
  }

  get mustBeConfirmed(): boolean {
    return this.host.option('required') === 'confirmed';
  }

  choose(record: AddressRecord, known: WithLocation['location'], mayOpen: boolean): void {
    this.#run(takeAddress(this, record, known, { mayOpen, keep: false }));
  }

  openUnits(record: AddressRecord, document: AddressDocument): void {
    const open = () => this.units.open(record, document);
    const { length } = unitsOf(document, record.addressLabel ?? '');
    if (this.isFocused) open();
    else if (length > 0) {
      const address = this.settings.cased(record).addressLabel ?? '';
      this.#checking.askUnits(fill(this.texts.unitsAsked, { address, n: length }), open);
    }
  }

  show(text: string): void {
    this.text = text;
    if (!this.fields.isLine) this.fields.write(this.view.input, text);
  }

  askNothing(): void {
    this.#checking.askNothing();
  }

  get isFocused(): boolean {
    const { input } = this.view;
    return (input.getRootNode() as Document | ShadowRoot).activeElement === input;
  }

  /** Keeps what is under way, for which a submission waits. */
  #run(work: Promise<void>): void {
    const pending = work.finally(() => {
      if (this.#pending === pending) this.#pending = null;
      this.host.sync();
    });
    this.#pending = pending;
  }

  /**
   * Validates the text if it still is to be; whether it is. What a browser or a form gave stays as it
   * is, and lacks no unit unasked. A line alone is only taken over where it is certain, and nothing
   * else has been entered meanwhile.
   */
  #checkIfNeeded(): boolean {
    const { isNeeded } = this.#checking;
    const { isGiven } = this;
    const { isWhole } = this.#byHand;
    const choose = async (match: AddressRecord, known: WithLocation['location']) => {
      if (this.#byHand.isWhole === isWhole)
        await takeAddress(this, match, known, { mayOpen: isGiven, keep: isGiven && isWhole });
    };
    if (isNeeded) this.#run(this.#checking.check(choose, isWhole));
    return isNeeded;
  }

  /**
   * Settles what the field has before its form is sent; null if it is settled. A question is waited
   * for where somebody typed in the field.
   */
  #settle(): Promise<boolean> | null {
    if (this.fields.isLine) this.#byHand.takeParts();
    if (this.#pending === null) this.#checkIfNeeded();
    const { text } = this;
    const isAnswered = () =>
      (this.isGiven && !this.mustBeConfirmed) ||
      (!this.#checking.isAsking && (this.text === text || this.address !== null));
    return this.#pending?.then(isAnswered) ?? null;
  }

  /**
   * Takes over what somebody types, or a browser fills. The page is told before anything that follows
   * from it: a framework that rendered in between would put the old text back.
   */
  #input(event: Event): void {
    if (this.fields.isFilling) return;
    const { input } = this.view;
    const isTyped = event instanceof InputEvent && !input.matches(':autofill');
    const isComposing = isTyped && event.isComposing;
    if (this.units.isOpen) {
      event.stopPropagation();
      this.#typed(isComposing);
      return;
    }
    this.text = input.value;
    this.isDirty = true;
    this.isGiven = !isTyped || this.fields.isLine;
    this.host.sync();
    this.host.changed(event);
    if (!isTyped) this.#given(true);
    else if (this.host.isOwn) this.#typed(isComposing);
    else setTimeout(() => this.#typed(isComposing));
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
    if (this.fields.isLine && this.text !== '') this.#changedByHand();
    else this.#forget();
    this.#suggesting.typed();
    this.view.hideToken();
  }

  /** A browser filled the field. */
  #given(isDone: boolean): void {
    this.asking.cancel();
    this.#checking.askNothing();
    this.view.hint(null);
    this.#changedByHand();
    this.#partsEntered(isDone);
  }

  #left(): void {
    this.asking.cancel();
    this.units.leave();
    this.view.list.close();
    if (this.isGiven) this.#partsEntered(true);
    else this.#checkIfNeeded();
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
    this.isGiven = true;
    this.asking.stopWaiting();
    if (isDone && this.#checking.isNeeded) this.asking.later(() => this.#checkIfNeeded(), SETTLED_MS);
  }

  #searchAgain(): void {
    this.#byHand.close();
    this.view.input.focus();
    this.#typed(false);
  }
}
