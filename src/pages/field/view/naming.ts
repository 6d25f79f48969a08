import type { Core } from '../core.ts';

/** Labels a field with its own label, or one of the page, and marks its input as the element is. */
export function nameField({ host, view, units, texts }: Core): void {
  const { element, internals } = host;
  const outer = [...(internals.labels as NodeListOf<HTMLElement>)].map(({ textContent }) => textContent?.trim());
  const own = element.getAttribute('label') ?? element.getAttribute('aria-label');
  const shown = element.getAttribute('label') !== null || (outer.length === 0 && own === null);
  view.name(own ?? (outer.join(' ') || texts.label), shown, texts);
  const { input } = view;
  if (!units.isOpen) input.placeholder = element.getAttribute('placeholder') ?? texts.placeholder;
  input.required = element.hasAttribute('required');
  input.readOnly = element.hasAttribute('readonly');
}
