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

/** The parts of an address that a form may have fields for. */
const PARTS = ['line', 'suburb', 'state', 'postcode', 'id', 'lat', 'lon'] as const;

/** The parts that people and browsers fill. */
const GIVEN = ['line', 'suburb', 'state', 'postcode'] as const;

export type Part = (typeof PARTS)[number];

export type PartTexts = Partial<Readonly<Record<Part, string>>>;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields of a form that an address fills, and what they were filled with. */
export class FormFields {
  readonly #own: HTMLElement;
  readonly #form: () => HTMLFormElement | null;
  readonly #changed: () => void;
  readonly #given: (isDone: boolean) => void;
  readonly #filled = new Map<Field, string>();
  #isFilling = false;
  #watched: HTMLFormElement | null = null;

  /**
   * `changed` is called when somebody changes a field that was filled, `given` when somebody, or a
   * browser, fills another: with true once that is done.
   */
  constructor(
    own: HTMLElement,
    form: () => HTMLFormElement | null,
    changed: () => void,
    given: (isDone: boolean) => void,
  ) {
    this.#given = given;
    this.#own = own;
    this.#form = form;
    this.#changed = changed;
  }

  /** The field for a part, if the form has a visible one. */
  visible(part: Part): Field | null {
    return this.#fields(part).find((field) => field.type !== 'hidden' && field.getClientRects().length > 0) ?? null;
  }

  has(part: Part): boolean {
    return this.#fields(part).length > 0;
  }

  /** Writes parts into their fields, with events. Parts without a field are skipped. */
  fill(values: PartTexts): void {
    this.watch();
    this.#isFilling = true;
    for (const part of PARTS) {
      const value = values[part];
      if (value !== undefined) for (const field of this.#fields(part)) this.#filled.set(field, setValue(field, value));
    }
    this.#isFilling = false;
  }

  /** Empties the fields of these parts that still have the value they were filled with. */
  clear(parts: readonly Part[] = PARTS): void {
    this.#isFilling = true;
    for (const field of parts.flatMap((part) => this.#fields(part))) {
      if (this.#filled.get(field) === field.value) setValue(field, '');
      this.#filled.delete(field);
    }
    this.#isFilling = false;
  }

  /** The parts that the form's fields have; empty where there is no field. */
  given(): Readonly<Record<(typeof GIVEN)[number], string>> {
    const [line, suburb, state, postcode] = GIVEN.map((part) => this.#fields(part)[0]?.value.trim() ?? '');
    return { line, suburb, state, postcode };
  }

  /** Fills the line if the form has nothing in it. */
  fillEmptyLine(line: string): void {
    if (this.#fields('line').every(({ value }) => value.trim() === '')) this.fill({ line });
  }

  stop(): void {
    for (const type of ['input', 'change']) this.#watched?.removeEventListener(type, this.#onInput);
    this.#watched = null;
  }

  /** Watches the form that the element is in now. */
  watch(): void {
    const form = this.#form();
    if (form === this.#watched) return;
    this.stop();
    this.#watched = form;
    for (const type of ['input', 'change']) form?.addEventListener(type, this.#onInput);
  }

  readonly #onInput = ({ target, type }: Event): void => {
    const field = target as Field;
    const value = this.#filled.get(field);
    if (this.#isFilling) return;
    if (value !== undefined && value !== field.value) this.#changed();
    else if (value === undefined && GIVEN.some((part) => this.#fields(part).includes(field)))
      this.#given(type === 'change');
  };

  #fields(part: Part): Field[] {
    const names = readFieldNames(this.#own.getAttribute('fields'));
    return [...(this.#form()?.elements ?? [])].filter(
      (element): element is Field =>
        !this.#own.contains(element) && 'value' in element && (element as Field).name === names[part],
    );
  }
}

/**
 * Names of a form's fields by part, if they differ from those of the parts: `line=address1
 * suburb=city`.
 */
function readFieldNames(attribute: string | null): Readonly<Record<Part, string>> {
  const names = Object.fromEntries(PARTS.map((part) => [part, part])) as Record<Part, string>;
  for (const pair of (attribute ?? '').split(/[\s,]+/).filter(Boolean)) {
    const [part, name] = pair.split('=');
    if (PARTS.includes(part as Part) && name) names[part as Part] = name;
  }
  return names;
}

/**
 * Sets a field, and returns its value afterwards: a select that does not offer the value is left
 * without one.
 */
function setValue(field: Field, value: string): string {
  const before = field.value;
  if (field instanceof HTMLSelectElement) {
    const wanted = value.toUpperCase();
    field.selectedIndex = [...field.options].findIndex((option) =>
      [option.value, option.text].some((text) => text.trim().toUpperCase() === wanted),
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
