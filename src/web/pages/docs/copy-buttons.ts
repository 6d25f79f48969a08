import { copyButton } from '../playground/dom.ts';

/** What the samples say for the place of the service and for the key (src/web/build/docs/call-page.ts). */
const ORIGIN = 'https://addresses.example.com';
const KEY = 'YOUR_API_KEY';

/** Gives every block of code a button that copies it, has samples name this service, and lets what scrolls be scrolled by keyboard. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('pre');
    if (code === null) continue;
    block.append(copyButton('Copy', () => code.textContent ?? ''));
  }
  replaceIn('.samples', ORIGIN, location.origin);
  const reach = () => {
    for (const part of document.querySelectorAll<HTMLElement>('pre, .scroll'))
      part.tabIndex = part.scrollWidth > part.clientWidth ? 0 : -1;
  };
  reach();
  addEventListener('resize', reach);
}

/** Puts a key into the samples in the place of what stood there; returns what stands there now. */
export function showKey(key: string, before = KEY): string {
  const shown = key === '' ? KEY : key;
  replaceIn('.samples', before, shown);
  return shown;
}

function replaceIn(selector: string, from: string, to: string): void {
  for (const part of document.querySelectorAll(selector)) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      if (node.data.includes(from)) node.data = node.data.replaceAll(from, to);
    }
  }
}
