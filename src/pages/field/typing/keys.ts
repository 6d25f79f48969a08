import type { Core } from '../core.ts';

/** What Enter does where it chooses nothing. */
interface Enter {
  /** Validates the text; false if it need not be. */
  check(): boolean;
  send(): void;
}

/** Does what a key means in the field (WAI-ARIA pattern "combobox"), and nothing for others. */
export function fieldKey(event: KeyboardEvent, { view, units, asking }: Core, { check, send }: Enter): void {
  const { key, altKey, ctrlKey, metaKey, isComposing } = event;
  const { list, input } = view;
  if (isComposing || ctrlKey || metaKey || input.readOnly) return;
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (!list.isOpen) list.open();
    else if (altKey && key === 'ArrowUp') list.close();
    if (list.isOpen && !altKey) list.move(key === 'ArrowDown' ? 1 : -1);
  } else if (key === 'Escape') {
    if (units.isOpen) units.leave();
    else if (!list.isOpen) return;
    asking.cancel();
    list.close();
  } else if (key === 'Backspace' && units.isOpen && units.typed === '') {
    units.leave();
    list.close();
  } else if (key === 'Enter') {
    const taken = list.isOpen && (list.takeActive() || (units.isOpen && list.takeOnly()));
    if (taken || units.isOpen) event.preventDefault();
    else {
      list.close();
      if (!check()) send();
    }
    return;
  } else return;
  event.preventDefault();
}
