import { SuggestionList } from './suggestion-list.ts';
import { isolated, make, newId } from './tree.ts';

/** A question under the field: its buttons. */
export interface Answers {
  readonly yes: string;
  readonly no: string;
}

const COMBOBOX = {
  role: 'combobox',
  'aria-autocomplete': 'list',
  'aria-expanded': 'false',
  autocapitalize: 'words',
  spellcheck: 'false',
} as const;
/** What the field changes of an input, which has it back in the end. */
const CHANGED = [
  ...Object.keys(COMBOBOX),
  'aria-controls',
  'aria-activedescendant',
  'aria-describedby',
  'aria-invalid',
];

/**
 * What the field adds to an input: the combobox of ARIA, its list, and a hint or a question below it,
 * each in the document only while it is shown.
 */
export class FieldView {
  readonly input: HTMLInputElement;
  readonly list: SuggestionList;
  readonly #answered: (yes: boolean) => void;
  readonly #noteId = newId();
  readonly #status = isolated('letterbox-status', { role: 'status' }, [make('slot')]);
  #note: HTMLElement | null = null;
  /** What the page's input was before. */
  #before: ReadonlyMap<string, string | null> = new Map();
  /** What the input said of autofill, while it says nothing. */
  #token: string | null | undefined;

  constructor(input: HTMLInputElement, answered: (yes: boolean) => void) {
    this.input = input;
    this.#answered = answered;
    this.list = new SuggestionList(input, () => this.#showToken());
  }

  /** Makes the input a combobox. */
  enter(): void {
    const { input } = this;
    this.#before = new Map(CHANGED.map((name) => [name, input.getAttribute(name)]));
    for (const [name, value] of Object.entries(COMBOBOX)) input.setAttribute(name, value);
    const root = input.getRootNode();
    (root instanceof ShadowRoot ? root : document.body).append(this.#status);
  }

  /** Leaves the input as it was. */
  leave(): void {
    this.list.close();
    this.#show(null);
    this.#status.remove();
    for (const [name, value] of this.#before) setAttribute(this.input, name, value);
    this.#before = new Map();
  }

  /** While somebody types, the list of the browser must not cover that of the field. */
  hideToken(): void {
    if (this.#token !== undefined) return;
    this.#token = this.input.getAttribute('autocomplete');
    this.input.setAttribute('autocomplete', 'off');
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    this.#status.textContent = text;
  }

  /** A sentence below the field; null for none. */
  hint(text: string | null): void {
    if ((this.#note?.textContent ?? null) === text || (text === null && this.#note?.role === 'group')) return;
    this.#show(text);
    if (text !== null) this.say(text);
  }

  /** A question below the field, with its two buttons; null for none. */
  ask(text: string | null, answers: Answers = { yes: '', no: '' }): void {
    if (text === null && this.#note?.role !== 'group') return;
    this.#show(text, answers);
    if (text !== null) this.say(text);
  }

  #showToken(): void {
    if (this.#token === undefined) return;
    setAttribute(this.input, 'autocomplete', this.#token);
    this.#token = undefined;
  }

  #show(text: string | null, answers: Answers | null = null): void {
    this.#note?.remove();
    this.#note = null;
    const others = (this.#before.get('aria-describedby') ?? '').split(' ').filter(Boolean);
    const described = answers === null && text !== null ? [...others, this.#noteId] : others;
    setAttribute(this.input, 'aria-describedby', described.join(' ') || null);
    if (text === null) return;
    const parts = answers === null ? 'hint' : 'question';
    const box = make('div', { class: parts, part: parts }, [make('p', {}, [make('slot')])]);
    for (const name of ['yes', 'no'] as const) {
      if (answers === null) break;
      const button = make('button', { type: 'button', class: name, part: name }, [answers[name]]);
      button.addEventListener('click', () => this.#answered(name === 'yes'));
      box.append(button);
    }
    const group = answers === null ? {} : { role: 'group', 'aria-label': text };
    this.#note = isolated('letterbox-note', { id: this.#noteId, exportparts: 'hint, question, yes, no', ...group }, [
      box,
    ]);
    this.#note.append(text);
    // Neither inside a label nor between an input and its label, where style sheets look for one.
    const label = this.input.closest('label') ?? this.input;
    const next = label.nextElementSibling;
    const after = next !== null && [...(this.input.labels ?? [])].includes(next as HTMLLabelElement) ? next : label;
    after.after(this.#note);
  }
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
