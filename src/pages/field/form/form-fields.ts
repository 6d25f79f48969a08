import type { Host } from '../host.ts';
import { ALL_PARTS, joined, PARTS, type Part, type PartTexts } from './parts.ts';

/** An input of a form that an address fills. */
type FormInput = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const STATES: Readonly<Record<string, string>> = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
};

/**
 * Sets an input, with the events of somebody who fills it, and returns its value afterwards: a select
 * that does not offer the value, a state also by its name, is left without one.
 */
function setValue(field: FormInput, value: string): string {
  const before = field.value;
  if (field instanceof HTMLSelectElement) {
    const wanted = [value, STATES[value] ?? value].map((text) => text.toUpperCase());
    field.selectedIndex = [...field.options].findIndex((option) =>
      [option.value, option.text].some((text) => wanted.includes(text.trim().toUpperCase())),
    );
  } else if (before !== value) {
    // Uses the setter of the prototype, since libraries that watch fields replace that of the
    // element.
    const prototype = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  }
  if (field.value !== before)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  return field.value;
}

/** The chosen address; coordinates in WGS84 degrees. */
export interface ChosenAddress {
  readonly id: string;
  readonly line: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
  readonly lat: number | null;
  readonly lon: number | null;
}

/** The parts that people and browsers fill. */
const GIVEN = ALL_PARTS.filter((part) => PARTS[part] !== '');
const PLACE: readonly Part[] = ['suburb', 'state', 'postcode'];
const LINES: readonly Part[] = ['line', 'line1'];
const EVENTS = ['input', 'change', 'focusin', 'reset'];

/** What somebody, or a browser, does with the inputs of a form. */
export interface FormEvents {
  /** An input that was filled has been changed. */
  changed(): void;
  /** Another one has been filled; `isDone` once it is left. */
  given(isDone: boolean): void;
  reset(): void;
}

/** The inputs of a form that an address fills, and what they were filled with. */
export class FormFields {
  /** Whether inputs are being filled now, so that their events are nobody else's. */
  isFilling = false;
  readonly #host: Host;
  readonly #input: HTMLInputElement;
  readonly #events: FormEvents;
  readonly #filled = new Map<FormInput, string>();
  #watched: Node | null = null;

  constructor(host: Host, input: HTMLInputElement, events: FormEvents) {
    this.#host = host;
    this.#input = input;
    this.#events = events;
  }

  /**
   * Whether the field's input is itself the line of the form's address, and not the whole: it is
   * named so, or the form has inputs for the place and none for the line.
   */
  get isLine(): boolean {
    return LINES.some((part) => this.#inputs(part).includes(this.#input));
  }

  /** The input for a part, if the form has a visible one. */
  visible(part: Part): FormInput | null {
    return this.#inputs(part).find((field) => field.type !== 'hidden' && field.getClientRects().length > 0) ?? null;
  }

  has(part: Part): boolean {
    return this.#inputs(part).length > 0;
  }

  /**
   * Writes parts into their inputs, with events. Parts without an input are skipped; where there are
   * two lines, the unit goes into the second. With `keep`, what people or browsers filled stays,
   * unless it is only one part of several that its input is for.
   */
  fill(values: PartTexts, keep = false): void {
    this.watch();
    const { line } = values;
    const lines = line === undefined ? {} : this.has('line2') ? splitLine(line) : { line1: line };
    const all: PartTexts = { ...values, ...lines };
    for (const [field, parts] of this.#byInput()) {
      if (parts.every((part) => all[part] === undefined)) continue;
      const value = joined(all, parts);
      const isTheirs = field.value.trim() !== '' && this.#filled.get(field) !== field.value;
      // A unit that the record does not know is still somebody's.
      const isKept = isTheirs && ((keep && parts.length === 1) || (value === '' && parts[0] === 'line2'));
      this.#filled.set(field, isKept ? field.value : this.write(field, value));
    }
  }

  /** Writes one input, with events that are not taken for somebody's; its value afterwards. */
  write(field: FormInput, value: string): string {
    this.isFilling = true;
    try {
      return setValue(field, value);
    } finally {
      this.isFilling = false;
    }
  }

  /** Empties the inputs of these parts that still have the value they were filled with. */
  clear(parts: readonly Part[] = ALL_PARTS): void {
    for (const field of parts.flatMap((part) => this.#inputs(part))) {
      if (this.#filled.get(field) === field.value && field !== this.#input) this.write(field, '');
      this.#filled.delete(field);
    }
  }

  /** The parts that the form's inputs have; empty where there is no input. */
  given(): Readonly<Record<'line' | 'suburb' | 'state' | 'postcode', string>> {
    const text = (part: Part) => this.#inputs(part)[0]?.value.trim() ?? '';
    const line = [text('line2'), text('line') || text('line1')].filter(Boolean).join(', ');
    const places = new Map(PLACE.map((part) => [this.#inputs(part)[0], part]).reverse() as [FormInput, Part][]);
    const [suburb, state, postcode] = PLACE.map((part) => {
      const [input] = this.#inputs(part);
      // An input for several parts has them all in the first.
      return input !== undefined && places.get(input) === part ? input.value.trim() : '';
    }) as [string, string, string];
    return { line, suburb, state, postcode };
  }

  /** Fills the line if the form has nothing in it. */
  fillEmptyLine(line: string): void {
    const inputs = LINES.flatMap((part) => this.#inputs(part));
    if (inputs.every(({ value }) => value.trim() === '')) this.fill({ line });
  }

  stop(): void {
    for (const type of EVENTS) this.#watched?.removeEventListener(type, this.#onEvent);
    this.#watched = null;
  }

  /** Watches the form, or the page without one, that the field is in now. */
  watch(): void {
    const scope = this.#scope();
    if (scope !== this.#watched) {
      this.stop();
      this.#watched = scope;
      for (const type of EVENTS) scope.addEventListener(type, this.#onEvent);
    }
    this.#tellBrowser();
  }

  /**
   * Tells the browser what is in inputs that do not say so, or it would fill the first, as often the
   * search for an address is, with a line and the line with a unit.
   */
  #tellBrowser(): void {
    const isTwo = this.has('line2');
    for (const [field, parts] of this.#byInput()) {
      const part = parts[0] === 'line' && isTwo ? 'line1' : parts[0] === 'line1' && !isTwo ? 'line' : parts[0]!;
      if (PARTS[part] !== '' && !field.hasAttribute('autocomplete')) field.setAttribute('autocomplete', PARTS[part]);
    }
    if (!this.isLine && LINES.some((part) => this.has(part)) && !this.#input.hasAttribute('autocomplete'))
      this.#input.setAttribute('autocomplete', 'none');
  }

  readonly #onEvent = ({ target, type }: Event): void => {
    const field = target as FormInput;
    if (this.isFilling || field === this.#input) return;
    if (type === 'focusin') this.#tellBrowser();
    // A framework hears of it later than this form: told by then, it would put the old value back.
    else setTimeout(() => (type === 'reset' ? this.#events.reset() : this.#heard(field, type === 'change')));
  };

  #heard(field: FormInput, isDone: boolean): void {
    const value = this.#filled.get(field);
    if (value === undefined ? !GIVEN.some((part) => this.#inputs(part).includes(field)) : value === field.value) return;
    if (value !== undefined) this.#events.changed();
    this.#events.given(isDone);
  }

  #scope(): HTMLFormElement | Document | ShadowRoot {
    return this.#host.form() ?? (this.#host.element.getRootNode() as Document | ShadowRoot);
  }

  /** The form's inputs, each with the parts that it is for. */
  #byInput(): Map<FormInput, Part[]> {
    const found = new Map<FormInput, Part[]>();
    for (const part of ALL_PARTS)
      for (const field of this.#inputs(part)) found.set(field, [...(found.get(field) ?? []), part]);
    return found;
  }

  #inputs(part: Part): readonly FormInput[] {
    const named = this.#named(part);
    if (!LINES.includes(part) || this.#host.isOwn) return named;
    // Without an input for the place, the line alone would be half an address.
    if (!PLACE.some((each) => this.#named(each).length > 0)) return named.filter((each) => each !== this.#input);
    return part === 'line1' && named.length === 0 && this.#named('line').length === 0 ? [this.#input] : named;
  }

  #named(part: Part): readonly FormInput[] {
    const name = this.#host.names()[part];
    const scope = this.#scope();
    if (name === undefined || !('querySelectorAll' in scope)) return [];
    const all = 'elements' in scope ? [...scope.elements] : [...scope.querySelectorAll('input, select, textarea')];
    const fields = all.filter((each): each is FormInput => 'selectionStart' in each || each.localName === 'select');
    const found = fields.filter((field) => field.name === name || field.id === name);
    return found.length > 0 || !/[#.[:]/.test(name) || !CSS.supports(`selector(${name})`)
      ? found
      : fields.filter((field) => field.matches(name));
  }
}

/** A line in two: unit and level, and number and street. */
function splitLine(line: string): PartTexts {
  const [, line2, line1] = /^(?:(.*), )?(.*)$/.exec(line) as unknown as [string, string | undefined, string];
  return { line: line1, line1, line2: line2 ?? '' };
}
