import { ManualEntry } from './manual-entry.ts';
import { skeleton } from './skeleton.ts';
import { STYLES } from './styles.ts';
import { SuggestionList } from './suggestion-list.ts';
import type { FieldTexts } from './texts.ts';

/** The events of the view. */
export interface ViewEvents {
  /** The answer to a question. */
  readonly answered: (yes: boolean) => void;
  /** An address by hand was changed. */
  readonly entered: () => void;
  /** The user wants to search again rather than enter the address by hand. */
  readonly search: () => void;
}

/** The visible part of the field: its shadow tree, and the texts in it. */
export class FieldView {
  readonly input: HTMLInputElement;
  readonly list: SuggestionList;
  readonly manual: ManualEntry;
  readonly #list: HTMLElement;
  readonly #search: HTMLElement;
  readonly #label: HTMLLabelElement;
  readonly #hint: HTMLElement;
  readonly #question: HTMLElement;
  readonly #asked: HTMLElement;
  readonly #yes: HTMLButtonElement;
  readonly #no: HTMLButtonElement;
  readonly #status: HTMLElement;
  readonly #attribution: HTMLElement;

  constructor(root: ShadowRoot, events: ViewEvents) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    root.append(...skeleton());
    const find = <T extends HTMLElement>(selector: string) => root.querySelector(selector) as T;
    this.input = find('input');
    this.list = new SuggestionList(find('.popup'), this.input);
    this.manual = new ManualEntry(find('.manual'), events.entered, events.search);
    this.#list = find('ul');
    this.#search = find('.search');
    this.#label = find('label');
    this.#hint = find('.hint');
    this.#question = find('.question');
    this.#asked = find('#asked');
    this.#yes = find('[part=yes]');
    this.#no = find('[part=no]');
    this.#status = find('.status');
    this.#attribution = find('.attribution');
    this.#yes.addEventListener('click', () => events.answered(true));
    this.#no.addEventListener('click', () => events.answered(false));
  }

  /** Labels the field; `shown` if no label of the page does. */
  name(name: string, shown: boolean, texts: FieldTexts): void {
    this.#label.textContent = name;
    this.#label.hidden = !shown;
    if (shown) this.input.removeAttribute('aria-label');
    else this.input.setAttribute('aria-label', name);
    this.#list.setAttribute('aria-label', name);
    this.#attribution.textContent = texts.attribution;
    this.manual.name(texts);
  }

  /** Shows or hides the search field, in whose place the fields for an address by hand appear. */
  showSearch(shown: boolean): void {
    this.#search.hidden = !shown;
  }

  /** Announces a text to screen readers. */
  say(text: string): void {
    this.#status.textContent = text;
  }

  /** A sentence below the field; null for none. */
  hint(text: string | null): void {
    if (this.#hint.textContent === (text ?? '')) return;
    this.#hint.hidden = text === null;
    this.#hint.textContent = text;
    if (text !== null) this.say(text);
  }

  /** A question below the field, with its two buttons; null for none. */
  ask(text: string | null, yes = '', no = ''): void {
    this.#question.hidden = text === null;
    this.#asked.textContent = text;
    this.#yes.textContent = yes;
    this.#no.textContent = no;
    if (text !== null) this.say(text);
  }
}
