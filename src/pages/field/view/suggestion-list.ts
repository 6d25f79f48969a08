/** A row of the list: a suggestion, a unit, or something else that can be chosen. */
export interface Row {
  readonly line: string;
  /** After the line, in a quieter style. */
  readonly place: string;
  /** Names of its CSS parts, besides `option`. */
  readonly part: string;
  readonly choose: () => void;
}

/** The contents of the popup. */
export interface ListContents {
  readonly rows: readonly Row[];
  /** The last row, which is offered whatever the other rows are. */
  readonly last: Row | null;
  /** What was typed: its words are marked in the rows. */
  readonly typed: string;
  /** A quiet line above the rows; empty for none. */
  readonly note: string;
}

const NOTHING: ListContents = { rows: [], last: null, typed: '', note: '' };

/**
 * The popup of the combobox (WAI-ARIA pattern "combobox", list autocomplete with manual selection): the focus stays in the text field,
 * and `aria-activedescendant` points to the option that the arrow keys have reached.
 */
export class SuggestionList {
  readonly #popup: HTMLElement;
  readonly #list: HTMLElement;
  readonly #note: HTMLElement;
  readonly #input: HTMLInputElement;
  #contents = NOTHING;
  #active = -1;

  constructor(popup: HTMLElement, input: HTMLInputElement) {
    this.#popup = popup;
    this.#list = popup.querySelector('ul') as HTMLElement;
    this.#note = popup.querySelector('.note') as HTMLElement;
    this.#input = input;
    // Pressing must not take the focus from the text field, or the list would close before the
    // click.
    for (const type of ['pointerdown', 'mousedown']) popup.addEventListener(type, (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const option = (event.target as Element).closest('li');
      if (option !== null) this.#take(Number(option.dataset.at));
    });
  }

  get isOpen(): boolean {
    return !this.#popup.hidden;
  }

  /** The number of rows besides the last. */
  get length(): number {
    return this.#contents.rows.length;
  }

  /** Replaces the contents. */
  show(contents: ListContents): void {
    this.#contents = contents;
    const { rows, last, typed, note } = contents;
    const items = rows.map((row, at) => option(row, at, typed));
    if (last !== null) items.push(option(last, rows.length, ''));
    this.#list.replaceChildren(...items);
    this.#list.hidden = items.length === 0;
    this.#popup.setAttribute('aria-busy', 'false');
    this.#say(note, false);
    this.#activate(-1);
    this.open();
  }

  /** Clears the list while another answer is awaited. */
  wait(note: string): void {
    const height = this.isOpen ? this.#popup.offsetHeight : 0;
    this.clear();
    this.#popup.setAttribute('aria-busy', 'true');
    this.#say(note, height === 0);
    // The popup keeps its height, or it would jump with every letter.
    if (height > 0) this.#popup.style.minHeight = `${height}px`;
    this.#popup.hidden = false;
  }

  clear(): void {
    this.#contents = NOTHING;
    this.#list.replaceChildren();
    this.#list.hidden = true;
    this.#popup.setAttribute('aria-busy', 'false');
    this.#say('', false);
    this.close();
  }

  open(): void {
    const { rows, last, note } = this.#contents;
    const options = rows.length + (last === null ? 0 : 1);
    this.#popup.hidden = options === 0 && note === '';
    this.#input.setAttribute('aria-expanded', String(options > 0));
  }

  close(): void {
    this.#activate(-1);
    this.#popup.hidden = true;
    this.#input.setAttribute('aria-expanded', 'false');
  }

  /** Moves by one, wrapping around through the text field. */
  move(by: 1 | -1): void {
    const places = this.#list.children.length + 1;
    this.#activate(((this.#active + 1 + by + places) % places) - 1);
  }

  /** Chooses the active option; false if there is none. */
  takeActive(): boolean {
    return this.#active >= 0 && this.#take(this.#active);
  }

  /** Chooses the only row; false if there are several or none. */
  takeOnly(): boolean {
    return this.length === 1 && this.#take(0);
  }

  #take(at: number): boolean {
    const { rows, last } = this.#contents;
    const row = rows[at] ?? (at === rows.length ? last : null);
    if (!row) return false;
    this.close();
    row.choose();
    return true;
  }

  #say(note: string, waiting: boolean): void {
    this.#note.textContent = note;
    this.#note.hidden = note === '';
    this.#popup.classList.toggle('waiting', waiting);
    this.#popup.style.minHeight = '';
  }

  #activate(at: number): void {
    const { children } = this.#list;
    children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = at;
    const option = children[at];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', option.id);
  }
}

function option({ line, place, part }: Row, at: number, typed: string): HTMLLIElement {
  const item = document.createElement('li');
  item.id = `option-${at}`;
  item.dataset.at = String(at);
  item.role = 'option';
  item.setAttribute('part', `option ${part}`);
  item.ariaSelected = 'false';
  item.append(span('option-line', line, typed));
  if (place !== '') item.append(' ', span('option-place', place, typed));
  return item;
}

function span(part: string, text: string, typed: string): HTMLSpanElement {
  const element = document.createElement('span');
  element.setAttribute('part', part);
  element.className = part;
  element.append(...marked(text, typed));
  return element;
}

/** A text with the typed beginnings of its words marked. */
function marked(text: string, typed: string): (Node | string)[] {
  const words = typed
    .toUpperCase()
    .split(/[\s,/-]+/)
    .filter(Boolean);
  return text.split(/(?<=[\s,/-])/).map((piece) => {
    const begun = words
      .filter((word) => piece.toUpperCase().startsWith(word))
      .reduce((n, word) => Math.max(n, word.length), 0);
    if (begun === 0) return piece;
    const mark = document.createElement('mark');
    mark.setAttribute('part', 'match');
    mark.textContent = piece.slice(0, begun);
    const span = document.createElement('span');
    span.append(mark, piece.slice(begun));
    return span;
  });
}
