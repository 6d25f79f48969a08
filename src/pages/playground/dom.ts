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

/** A JSON value as indented text, coloured by type. */
export function jsonView(value: unknown, label: string): HTMLElement {
  const code = h('code');
  for (const [kind, text] of pieces(JSON.stringify(value, null, 2) ?? '')) {
    if (kind === '') code.append(text);
    else code.append(h('span', { class: `json-${kind}` }, text));
  }
  return h('pre', { class: 'json', tabindex: '0', role: 'region', 'aria-label': label }, code);
}

/** Splits text into pieces of one kind each: `key`, `string`, `number`, `word`, or plain. */
function* pieces(text: string): Generator<readonly [kind: string, text: string]> {
  const token = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
  let at = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > at) yield ['', text.slice(at, match.index)];
    const [whole, string, colon, number] = match;
    if (string !== undefined) {
      yield [colon === undefined ? 'string' : 'key', string];
      if (colon !== undefined) yield ['', colon];
    } else yield [number === undefined ? 'word' : 'number', whole];
    at = match.index + whole.length;
  }
  if (at < text.length) yield ['', text.slice(at)];
}
