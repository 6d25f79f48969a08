/**
 * Mends what Redoc leaves out for those who use a keyboard or a screen reader, now and whenever it draws:
 *
 * - headings inside a call are `h5` right below `h2`: they are given the level that they have;
 * - code that scrolls sideways cannot be reached by keyboard;
 * - entries of the menu have a name without the method that they show.
 */
export function mendAccessibility(element: Element): void {
  const mend = () => {
    for (const heading of element.querySelectorAll('h5:not([aria-level])')) heading.setAttribute('aria-level', '3');
    for (const code of element.querySelectorAll('pre:not([tabindex])')) code.setAttribute('tabindex', '0');
    for (const entry of element.querySelectorAll('[role=menuitem][aria-label]')) entry.removeAttribute('aria-label');
  };
  new MutationObserver(mend).observe(element, { childList: true, subtree: true });
}
