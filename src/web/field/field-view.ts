import { STYLES } from './styles.ts';

const PARTS = `<label part="label" for="input"></label><div class="box"><input id="input" part="input" type="text" role="combobox"
 aria-autocomplete="list" aria-expanded="false" aria-controls="list" aria-describedby="hint" autocomplete="off" autocapitalize="words"
 spellcheck="false" enterkeyhint="done"><ul id="list" part="list" role="listbox" hidden></ul></div><p class="hint" id="hint" part="hint"
 hidden></p><div class="question" part="question" role="group" aria-labelledby="asked" hidden><p id="asked"></p><button type="button"
 part="yes"></button><button type="button" part="no"></button></div><div class="status" role="status"></div>`;

/** What of the field is seen: its shadow tree, and what is said in it. */
export class FieldView {
  readonly input: HTMLInputElement;
  readonly list: HTMLUListElement;
  private readonly label: HTMLLabelElement;
  private readonly hintText: HTMLElement;
  private readonly question: HTMLElement;
  private readonly asked: HTMLElement;
  private readonly yes: HTMLButtonElement;
  private readonly no: HTMLButtonElement;
  private readonly status: HTMLElement;

  /** `answered` is told the answer to a question. */
  constructor(root: ShadowRoot, answered: (yes: boolean) => void) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    root.adoptedStyleSheets = [sheet];
    root.innerHTML = PARTS;
    const find = <T extends HTMLElement>(selector: string) => root.querySelector(selector) as T;
    this.input = find('input');
    this.list = find('ul');
    this.label = find('label');
    this.hintText = find('#hint');
    this.question = find('.question');
    this.asked = find('#asked');
    this.yes = find('[part=yes]');
    this.no = find('[part=no]');
    this.status = find('.status');
    this.yes.addEventListener('click', () => answered(true));
    this.no.addEventListener('click', () => answered(false));
  }

  /** Names the field; `shown` where no label of the page does. */
  name(name: string, shown: boolean): void {
    this.label.textContent = name;
    this.label.hidden = !shown;
    if (shown) this.input.removeAttribute('aria-label');
    else this.input.setAttribute('aria-label', name);
    this.list.setAttribute('aria-label', name);
  }

  buttons(yes: string, no: string): void {
    this.yes.textContent = yes;
    this.no.textContent = no;
  }

  /** Tells screen readers. */
  say(text: string): void {
    this.status.textContent = text;
  }

  /** A sentence below the field; null for none. */
  hint(text: string | null): void {
    this.hintText.hidden = text === null;
    this.hintText.textContent = text;
    if (text !== null) this.say(text);
  }

  /** A question below the field, with its two buttons; null for none. */
  ask(text: string | null): void {
    this.question.hidden = text === null;
    this.asked.textContent = text;
    if (text !== null) this.say(text);
  }
}
