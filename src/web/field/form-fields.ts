/** What is known of the address that was chosen; coordinates in WGS84 degrees. */
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
export const PARTS = ['line', 'suburb', 'state', 'postcode', 'id', 'lat', 'lon'] as const;

export type Part = (typeof PARTS)[number];

/** Names of a form's fields by part, where they are not those of the parts: `line=address1 suburb=city`. */
export function readFieldNames(attribute: string | null): Readonly<Record<Part, string>> {
  const names = Object.fromEntries(PARTS.map((part) => [part, part])) as Record<Part, string>;
  for (const pair of (attribute ?? '').split(/[\s,]+/).filter(Boolean)) {
    const [part, name] = pair.split('=');
    if (PARTS.includes(part as Part) && name) names[part as Part] = name;
  }
  return names;
}

/** Whether a form has a field of this name besides `own`. */
export function hasField(form: HTMLFormElement | null, name: string, own: Element): boolean {
  return fieldsOf(form, name, own).length > 0;
}

/**
 * Writes values into the fields of a form, and tells those that listen. A part without a field is passed over; so is a value that a
 * selection does not offer.
 */
export function fillFields(
  form: HTMLFormElement | null,
  names: Readonly<Record<Part, string>>,
  values: Partial<Record<Part, string>>,
  own: Element,
): void {
  for (const part of PARTS) {
    const value = values[part];
    if (value === undefined) continue;
    for (const field of fieldsOf(form, names[part], own)) setValue(field, value);
  }
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function fieldsOf(form: HTMLFormElement | null, name: string, own: Element): Field[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is Field => element !== own && 'value' in element && (element as Field).name === name,
  );
}

function setValue(field: Field, value: string): void {
  let wanted = value;
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((each) => each.value.toUpperCase() === value.toUpperCase());
    if (option === undefined) return;
    wanted = option.value;
  }
  if (field.value === wanted) return;
  // The setter of the prototype: libraries that watch fields replace that of the element.
  const prototype = Object.getPrototypeOf(field);
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, wanted);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
