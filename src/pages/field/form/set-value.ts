/** An input of a form that an address fills. */
export type FormInput = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

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
export function setValue(field: FormInput, value: string): string {
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
