const NAMES = ['label', 'aria-label'];
const TAKEN = ['name', 'required', 'placeholder', 'readonly', 'disabled'];

/** The input of an element that a page without the script shows, and what somebody did with it. */
export interface LightInput {
  /** What was typed before the script came. */
  readonly value: string;
  readonly isFocused: boolean;
}

/**
 * Takes over from an `<input>` inside the element: attributes that the element lacks become its
 * own, its label within becomes the element's, and the input is disabled, so that a form neither sends nor validates it. Null if there is
 * none, or it has been taken over.
 */
export function takeOver(element: HTMLElement): LightInput | null {
  const input = element.querySelector('input');
  if (input === null || input.dataset.replaced !== undefined) return null;
  input.dataset.replaced = '';
  const { value } = input;
  const isFocused = element.ownerDocument.activeElement === input;
  for (const name of TAKEN) {
    const given = input.getAttribute(name);
    if (given !== null && !element.hasAttribute(name)) element.setAttribute(name, given);
  }
  const label = input.labels?.[0]?.textContent?.trim();
  if (label && element.contains(input.labels?.[0] ?? null) && NAMES.every((name) => !element.hasAttribute(name)))
    element.setAttribute('label', label);
  input.disabled = true;
  return { value, isFocused };
}
