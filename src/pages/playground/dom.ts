import { shown } from '../../system/shown-text.ts';

type Child = Node | string | null | undefined | false;

/**
 * Attributes and properties of an element; handlers are named `on…`. False and undefined are left
 * out.
 */
export type Attributes = Readonly<Record<string, unknown>>;

/** Makes an element. Texts are never parsed as HTML. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'style')
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, String(text));
    else element.setAttribute(name, value === true ? '' : shown(String(value)));
  }
  append(element, children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: readonly (Child | readonly Child[])[]): void {
  element.replaceChildren();
  append(element, children);
}

function append(element: Element, children: readonly (Child | readonly Child[])[]): void {
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false)
      element.append(typeof child === 'string' ? shown(child) : child);
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element as T;
}

/** A button that copies a text, and confirms it. */
export function copyButton(title: string, text: () => string, part = ''): HTMLButtonElement {
  const button = h('button', { type: 'button', class: `copy small ${part}`.trim() }, title);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text());
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = title;
    }, 1500);
  });
  return button;
}
