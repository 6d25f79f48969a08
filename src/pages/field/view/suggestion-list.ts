import { marksOf, type Piece } from './marks.ts';
import { Popup } from './popup.ts';
import { isolated, make, newId } from './tree.ts';

/** A row of the list: a suggestion, a unit, or something else that can be chosen. */
export interface Row {
  readonly line: string;
  /** After the line, in a quieter style. */
  readonly place: string;
  /** Another address that the same one goes by, as it was typed, in a line of its own; and the words around it. */
  readonly alias?: { readonly line: string; readonly around: string };
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
const TEXTS = ['line', 'place', 'alias'] as const;

function withMarks(pieces: readonly Piece[]): (Node | string)[] {
  return pieces.flatMap(({ text, marked }) =>
    marked === 0 ? [text] : [make('mark', { part: 'match' }, [text.slice(0, marked)]), text.slice(marked)],
  );
}

/**
 * The popup of the combobox (WAI-ARIA pattern "combobox", list autocomplete with manual selection): the focus stays in the text field,
 * and `aria-activedescendant` points to the option that the arrow keys have reached.
 */
export class SuggestionList {
  readonly #id = newId();
  readonly #note = make('p', { class: 'note', part: 'note', 'aria-hidden': 'true' });
  readonly #attribution = make('p', { class: 'attribution', part: 'attribution', 'aria-hidden': 'true' });
  readonly #box = make('div', { class: 'popup', part: 'popup' }, [
    this.#note,
    make('div', { class: 'rows' }, [make('slot')]),
    this.#attribution,
  ]);
  /** It scrolls itself, and is nothing that the tabulator stops at. */
  readonly #host = isolated(
    'letterbox-list',
    { id: this.#id, tabindex: '-1', part: 'list', exportparts: 'popup:list, note, attribution' },
    [this.#box],
  );
  readonly #popup: Popup;
  readonly #input: HTMLInputElement;
  readonly #closed: () => void;
  #name = '';
  #contents = NOTHING;
  #active = -1;

  /** `closed` is called when the list is closed, whether it was open or not. */
  constructor(input: HTMLInputElement, closed: () => void) {
    this.#input = input;
    this.#closed = closed;
    this.#popup = new Popup(this.#host, input);
    // Pressing must not take the focus from the text field, or the list would close before the
    // click.
    for (const type of ['pointerdown', 'mousedown'])
      this.#host.addEventListener(type, (event) => event.preventDefault());
    this.#host.addEventListener('click', (event) => {
      const option = (event.target as Element).closest('letterbox-option');
      if (option !== null) this.#take([...this.#host.children].indexOf(option));
    });
  }

  get isOpen(): boolean {
    return this.#popup.isOpen;
  }

  /** The number of rows besides the last. */
  get length(): number {
    return this.#contents.rows.length;
  }

  /** Names the list for screen readers, and says whose data it shows. */
  name(name: string, attribution: string): void {
    this.#name = name;
    this.#attribution.textContent = attribution;
  }

  /** Replaces the contents. */
  show(contents: ListContents): void {
    this.#contents = contents;
    const { rows, last, typed, note } = contents;
    const items = rows.map((row, at) => this.#option(row, at, typed));
    if (last !== null) items.push(this.#option(last, rows.length, ''));
    this.#host.replaceChildren(...items);
    this.#say(note, false);
    this.#activate(-1);
    this.open();
  }

  /** Clears the list while another answer is awaited. */
  wait(note: string): void {
    const height = this.isOpen ? this.#box.offsetHeight : 0;
    this.#empty();
    this.#say(note, height === 0);
    this.#host.ariaBusy = 'true';
    // The popup keeps its height, or it would jump with every letter.
    if (height > 0) this.#box.style.minHeight = `${height}px`;
    this.#popup.open();
  }

  clear(): void {
    this.#empty();
    this.close();
  }

  open(): void {
    const { note } = this.#contents;
    const options = this.#host.childElementCount;
    if (options === 0 && note === '') this.#popup.close();
    else this.#popup.open();
    this.#expand(options > 0);
  }

  close(): void {
    this.#activate(-1);
    this.#popup.close();
    this.#expand(false);
    this.#closed();
  }

  /** Moves by one, wrapping around through the text field. */
  move(by: 1 | -1): void {
    const places = this.#host.childElementCount + 1;
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

  #empty(): void {
    this.#contents = NOTHING;
    this.#activate(-1);
    this.#host.replaceChildren();
    this.#say('', false);
    this.#expand(false);
  }

  /** A listbox without an option would be none. */
  #expand(isExpanded: boolean): void {
    this.#input.ariaExpanded = String(isExpanded);
    const attributes = { role: 'listbox', 'aria-label': this.#name };
    for (const [name, value] of Object.entries(attributes))
      if (isExpanded) this.#host.setAttribute(name, value);
      else this.#host.removeAttribute(name);
    if (isExpanded) this.#input.setAttribute('aria-controls', this.#id);
    else this.#input.removeAttribute('aria-controls');
  }

  #say(note: string, waiting: boolean): void {
    this.#host.ariaBusy = 'false';
    this.#note.textContent = note;
    this.#note.hidden = note === '';
    this.#box.classList.toggle('waiting', waiting);
    this.#box.style.minHeight = '';
  }

  #activate(at: number): void {
    const { children } = this.#host;
    children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = at;
    const option = children[at];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) this.#input.removeAttribute('aria-activedescendant');
    else this.#input.setAttribute('aria-activedescendant', option.id);
  }

  #option(row: Row, at: number, typed: string): HTMLElement {
    const { line, place, alias } = row;
    // An address that was typed by another name is marked there.
    const [byAlias, ...official] = marksOf([alias?.line ?? '', line, place], typed).map(withMarks);
    const [before = '', after = ''] = alias?.around.split('{address}') ?? [];
    const parts = [...official, [before, ...byAlias, after]];
    const texts = TEXTS.flatMap((name, nth) =>
      row[name] ? [make('span', { class: `option-${name}`, part: `option-${name}` }, parts[nth])] : [],
    );
    const kinds = row.part.split(' ');
    const box = make('div', {
      class: `row ${row.part}`,
      part: ['row', ...kinds.map((kind) => `row-${kind}`)].join(' '),
    });
    for (const [nth, each] of texts.entries()) box.append(nth === 0 ? '' : ' ', each);
    const exported = [
      'row:option',
      ...kinds.map((kind) => `row-${kind}:${kind}`),
      'match',
      ...TEXTS.map((name) => `option-${name}`),
    ];
    const option = isolated(
      'letterbox-option',
      {
        id: `${this.#id}-${at}`,
        role: 'option',
        'aria-selected': 'false',
        part: `option ${row.part}`,
        exportparts: exported.join(', '),
      },
      [box],
    );
    // What is shown is in the shadow tree; this is for scripts that read a page.
    option.append(texts.map((each) => each.textContent).join(' '));
    return option;
  }
}
