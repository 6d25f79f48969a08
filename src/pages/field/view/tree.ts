import { STYLES } from './styles.ts';

let sheet: CSSStyleSheet | null = null;

/** Gives a shadow tree the field's own style sheet, of which there is one in a page. */
export function dress(root: ShadowRoot): void {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  root.adoptedStyleSheets = [sheet];
}

/**
 * Makes an element. They are made one by one, since a page with `require-trusted-types-for 'script'`
 * takes no markup.
 */
export function make<Tag extends string>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element as Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement;
}

/**
 * Makes an element that stands in a tree of the page, as ARIA's references want it, and has a shadow
 * tree: no style of the page reaches what it shows.
 */
export function isolated(
  tag: `letterbox-${string}`,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
): HTMLElement {
  const host = make(tag, attributes);
  const root = host.attachShadow({ mode: 'open' });
  dress(root);
  root.append(...children);
  return host;
}

let made = 0;

/** An id that no other element of the page has. */
export function newId(): string {
  made += 1;
  return `letterbox-${made}`;
}
