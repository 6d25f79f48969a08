import type { FieldTexts } from './texts.ts';

/** An address as it was entered by hand. */
export interface ManualAddress {
  readonly line: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
}

const STATES = ['', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'];
const AUTOFILL = { line: 'street-address', suburb: 'address-level2', state: 'address-level1', postcode: 'postal-code' };

type Key = keyof ManualAddress;

/** The fields for an address that is not listed, in the field's own shadow tree. */
export class ManualEntry {
  readonly #group: HTMLElement;
  readonly #title: HTMLElement;
  readonly #search: HTMLButtonElement;
  readonly #inputs: Readonly<Record<Key, HTMLInputElement | HTMLSelectElement>>;
  readonly #labels: Readonly<Record<Key, HTMLElement>>;

  /** `changed` is called after input, `search` when the user wants to search again. */
  constructor(group: HTMLElement, changed: () => void, search: () => void) {
    this.#group = group;
    this.#title = group.querySelector('p') as HTMLElement;
    this.#search = group.querySelector('button') as HTMLButtonElement;
    const keys = Object.keys(AUTOFILL) as Key[];
    const made = keys.map((key) => {
      const input = document.createElement(key === 'state' ? 'select' : 'input');
      input.setAttribute('autocomplete', AUTOFILL[key]);
      input.setAttribute('part', 'input');
      if (input instanceof HTMLSelectElement) input.append(...STATES.map((state) => new Option(state, state)));
      if (key === 'postcode') Object.assign(input, { inputMode: 'numeric', maxLength: 4 });
      const text = document.createElement('span');
      const label = document.createElement('label');
      label.className = key;
      label.append(text, input);
      group.insertBefore(label, this.#search);
      return { key, input, text };
    });
    this.#inputs = Object.fromEntries(made.map(({ key, input }) => [key, input])) as Record<
      Key,
      HTMLInputElement | HTMLSelectElement
    >;
    this.#labels = Object.fromEntries(made.map(({ key, text }) => [key, text])) as Record<Key, HTMLElement>;
    group.addEventListener('input', changed);
    this.#search.addEventListener('click', search);
  }

  get isOpen(): boolean {
    return !this.#group.hidden;
  }

  get address(): ManualAddress {
    const { line, suburb, state, postcode } = this.#inputs;
    const text = ({ value }: { readonly value: string }) => value.trim();
    return { line: text(line), suburb: text(suburb), state: text(state), postcode: text(postcode) };
  }

  /** The first empty field; null if all are filled in. */
  get firstEmpty(): HTMLElement | null {
    return Object.values(this.#inputs).find(({ value }) => value.trim() === '') ?? null;
  }

  name(texts: FieldTexts): void {
    this.#title.textContent = texts.byHand;
    this.#search.textContent = texts.search;
    for (const key of Object.keys(this.#labels) as Key[]) this.#labels[key].textContent = texts[key];
  }

  /** Shows the fields with an address in them. */
  open(address: ManualAddress): void {
    this.#group.hidden = false;
    for (const key of Object.keys(this.#inputs) as Key[]) this.#inputs[key].value = address[key];
    this.#inputs.line.focus();
  }

  close(): void {
    this.#group.hidden = true;
  }

  disable(disabled: boolean): void {
    for (const input of Object.values(this.#inputs)) input.disabled = disabled;
    this.#search.disabled = disabled;
  }
}
