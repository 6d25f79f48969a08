import type { Suggestion } from './address-service.ts';

/** The line of a suggestion, and where it is: `SUNNYBANK QLD 4109`. */
export function placeOf({
  localityName,
  state,
  postcode,
}: Omit<Suggestion, 'id' | 'addressLabel' | 'serviceMatchScore' | 'serviceMatchQuality'>): string {
  return [localityName, state, postcode].filter(Boolean).join(' ');
}

/** A suggestion as one text: `2 PERTH STREET, SUNNYBANK QLD 4109`. */
export function wholeAddress(record: Parameters<typeof placeOf>[0] & { readonly addressLabel: string | null }): string {
  return [record.addressLabel, placeOf(record)].filter(Boolean).join(', ');
}

/**
 * The popup of the combobox (WAI-ARIA pattern "combobox", list autocomplete with manual selection): the focus stays in the text field,
 * and `aria-activedescendant` points to the option that the arrow keys have reached.
 */
export class SuggestionList {
  readonly element: HTMLUListElement;
  private readonly input: HTMLInputElement;
  private readonly choose: (suggestion: Suggestion) => void;
  private suggestions: readonly Suggestion[] = [];
  private active = -1;

  constructor(element: HTMLUListElement, input: HTMLInputElement, choose: (suggestion: Suggestion) => void) {
    this.element = element;
    this.input = input;
    this.choose = choose;
    // A press must not take the focus from the text field: the list would close before the click.
    element.addEventListener('pointerdown', (event) => event.preventDefault());
    element.addEventListener('mousedown', (event) => event.preventDefault());
    element.addEventListener('click', (event) => {
      const option = (event.target as Element).closest('li');
      if (option !== null) this.take(Number(option.dataset.at));
    });
  }

  get isOpen(): boolean {
    return !this.element.hidden;
  }

  get length(): number {
    return this.suggestions.length;
  }

  /** Puts suggestions in place of those before; what of them was typed is marked. */
  show(suggestions: readonly Suggestion[], typed: string): void {
    this.suggestions = suggestions;
    this.element.replaceChildren(...suggestions.map((suggestion, at) => option(suggestion, at, typed)));
    this.activate(-1);
    this.setOpen(suggestions.length > 0);
  }

  open(): void {
    this.setOpen(this.suggestions.length > 0);
  }

  close(): void {
    this.activate(-1);
    this.setOpen(false);
  }

  /** Moves by one, through the text field and around. */
  move(by: 1 | -1): void {
    const places = this.suggestions.length + 1;
    this.activate(((this.active + 1 + by + places) % places) - 1);
  }

  /** Takes the option that the arrow keys have reached; false without one. */
  takeActive(): boolean {
    return this.active >= 0 && this.take(this.active);
  }

  private take(at: number): boolean {
    const suggestion = this.suggestions[at];
    if (suggestion === undefined) return false;
    this.close();
    this.choose(suggestion);
    return true;
  }

  private activate(at: number): void {
    const { children } = this.element;
    children[this.active]?.setAttribute('aria-selected', 'false');
    this.active = at;
    const option = children[at];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option === undefined) this.input.removeAttribute('aria-activedescendant');
    else this.input.setAttribute('aria-activedescendant', option.id);
  }

  private setOpen(open: boolean): void {
    this.element.hidden = !open;
    this.input.setAttribute('aria-expanded', String(open));
  }
}

function option(suggestion: Suggestion, at: number, typed: string): HTMLLIElement {
  const item = document.createElement('li');
  item.id = `option-${at}`;
  item.dataset.at = String(at);
  item.role = 'option';
  item.setAttribute('part', `option option-${suggestion.serviceMatchQuality}`);
  item.ariaSelected = 'false';
  const line = document.createElement('span');
  line.setAttribute('part', 'option-line');
  line.append(...marked(suggestion.addressLabel ?? '', typed));
  const place = document.createElement('span');
  place.className = 'place';
  place.setAttribute('part', 'option-place');
  place.append(...marked(placeOf(suggestion), typed));
  item.append(line, ' ', place);
  return item;
}

/** A text with the beginnings of its words marked that were typed. */
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
