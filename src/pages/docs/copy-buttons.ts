import { copyButton } from '../playground/dom.ts';

/** What the documents call the service (src/pages/build/docs/call-page.ts, and the guides), and its key. */
const ORIGINS = ['https://addresses.example.com', 'https://address.example', 'http://127.0.0.1:8080'];
const KEY = 'YOUR_API_KEY';

/**
 * Adds a copy button to every block of code, puts this service's origin into them, and makes scrolling
 * blocks usable by keyboard.
 */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('.code')) {
    const code = block.querySelector('pre');
    if (code === null) continue;
    block.append(copyButton('Copy', () => code.textContent ?? ''));
  }
  for (const origin of ORIGINS) replaceIn('pre', origin, location.origin);
  const reach = () => {
    for (const part of document.querySelectorAll<HTMLElement>('pre, .scroll'))
      part.tabIndex = part.scrollWidth > part.clientWidth ? 0 : -1;
  };
  reach();
  addEventListener('resize', reach);
}

/** Replaces the key in the samples; returns the text that is there now. */
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
