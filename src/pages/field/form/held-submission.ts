/** How long a submission waits for the service, ms. */
const DEADLINE_MS = 4000;

/** What a held submission needs of its field. */
export interface Holder {
  form(): HTMLFormElement | null;
  /**
   * Resolves once the field is settled, to whether the form is to be sent; null if it is settled
   * now.
   */
  settle(): Promise<boolean> | null;
  /** The form is about to be sent with what the field has. */
  release(): void;
}

/**
 * Holds each submission of the field's form, whatever else listens to it, while the field is not
 * settled, and sends it again with the same submitter once it is, or after four seconds.
 */
export class HeldSubmission {
  readonly #holder: Holder;
  #root: Node | null = null;
  #isHeld = false;
  #isReleased = false;
  /** Sends the form that was held and whose field then asked somebody something. */
  #kept: (() => void) | null = null;

  constructor(holder: Holder) {
    this.#holder = holder;
  }

  /** Listens at the root of a page or shadow tree, before the form and its frameworks do. */
  watch(root: Node): void {
    this.stop();
    this.#root = root;
    root.addEventListener('submit', this.#onSubmit, true);
  }

  /** Listens no more. */
  stop(): void {
    this.#root?.removeEventListener('submit', this.#onSubmit, true);
    this.#root = null;
  }

  /** Sends what waited for somebody's answer, if anything did. */
  resume(): void {
    const send = this.#kept;
    this.#kept = null;
    send?.();
  }

  /** Forgets what waited for somebody's answer. */
  drop(): void {
    this.#kept = null;
  }

  readonly #onSubmit = (event: Event): void => {
    const form = this.#holder.form();
    if (form === null || event.target !== form || this.#isReleased) return;
    const settled = this.#isHeld ? null : this.#holder.settle();
    if (settled === null && !this.#isHeld) {
      this.drop();
      this.#holder.release();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (settled !== null) void this.#sendAfter(settled, form, (event as SubmitEvent).submitter);
  };

  async #sendAfter(settled: Promise<boolean>, form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    this.#isHeld = true;
    const deadline = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), DEADLINE_MS));
    const isSent = await Promise.race([settled, deadline]);
    // While its submission is still being told, a form cannot be sent again.
    await new Promise((resolve) => setTimeout(resolve));
    this.#isHeld = false;
    const send = () => this.#send(form, submitter);
    if (isSent) send();
    else this.#kept = send;
  }

  #send(form: HTMLFormElement, submitter: HTMLElement | null): void {
    if (form !== this.#holder.form()) return;
    this.#holder.release();
    this.#isReleased = true;
    try {
      form.requestSubmit(submitter?.isConnected ? submitter : null);
    } finally {
      this.#isReleased = false;
    }
  }
}
