import { PARTS } from '../form/parts.ts';
import type { FieldTexts } from './texts.ts';
import { make } from './tree.ts';

/** An address as it was entered by hand. */
export interface ManualAddress {
  readonly line: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
}

const STATES = ['', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'];
const KEYS = ['line', 'suburb', 'state', 'postcode'] as const;

type Inputs = Readonly<Record<keyof ManualAddress, HTMLInputElement | HTMLSelectElement>>;

/** What entry by hand needs of its field. */
export interface ManualEvents {
  readonly changed: () => void;
  /** The user wants to search again. */
  readonly search: () => void;
}

/**
 * The inputs for an address that is not listed, in the shadow tree of a field that has its own input,
 * in place of that: in the document only while it is open.
 */
export class ManualEntry {
  readonly #search: HTMLElement;
  readonly #events: ManualEvents;
  #open: { readonly group: HTMLElement; readonly inputs: Inputs } | null = null;

  /** `search` is what its inputs take the place of. */
  constructor(search: HTMLElement, events: ManualEvents) {
    this.#search = search;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#open !== null;
  }

  get address(): ManualAddress {
    const text = (key: keyof ManualAddress) => this.#open?.inputs[key].value.trim() ?? '';
    return { line: text('line'), suburb: text('suburb'), state: text('state'), postcode: text('postcode') };
  }

  /** The first empty input; null if all are filled in. */
  get firstEmpty(): HTMLElement | null {
    return Object.values(this.#open?.inputs ?? {}).find(({ value }) => value.trim() === '') ?? null;
  }

  /** Shows the inputs with an address in them. */
  open(address: ManualAddress, texts: FieldTexts): void {
    const made = KEYS.map((key) => {
      const attributes = { autocomplete: PARTS[key], part: 'input' };
      const input = key === 'state' ? make('select', attributes) : make('input', attributes);
      if (input instanceof HTMLSelectElement) input.append(...STATES.map((state) => new Option(state, state)));
      else if (key === 'postcode') Object.assign(input, { inputMode: 'numeric', maxLength: 4 });
      input.value = address[key];
      return { key, input, label: make('label', { class: key }, [make('span', {}, [texts[key]]), input]) };
    });
    const search = make('button', { type: 'button', part: 'search' }, [texts.search]);
    search.addEventListener('click', this.#events.search);
    const group = make('div', { class: 'manual', part: 'manual', role: 'group', 'aria-label': texts.byHand }, [
      make('p', {}, [texts.byHand]),
      ...made.map(({ label }) => label),
      search,
    ]);
    group.addEventListener('input', this.#events.changed);
    this.#search.hidden = true;
    this.#search.after(group);
    this.#open = { group, inputs: Object.fromEntries(made.map(({ key, input }) => [key, input])) as Inputs };
    this.#open.inputs.line.focus();
  }

  close(): void {
    this.#open?.group.remove();
    this.#open = null;
    this.#search.hidden = false;
  }

  disable(disabled: boolean): void {
    for (const input of this.#open?.group.querySelectorAll('input, select, button') ?? [])
      (input as HTMLInputElement).disabled = disabled;
  }
}
