import { restoreTheme, toggleTheme } from '../playground/visit/session.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { startSearch } from './search.ts';
import { readSite, showSite } from './site.ts';
import { makeTabs } from './tabs.ts';
import { startTry } from './try-it.ts';

restoreTheme();
document.getElementById('theme')?.addEventListener('click', toggleTheme);
document.addEventListener('DOMContentLoaded', start);
if (document.readyState !== 'loading') start();

/** What the pages can do besides being read: each works, as text, without this. */
function start(): void {
  document.removeEventListener('DOMContentLoaded', start);
  startMenu();
  makeTabs();
  addCopyButtons();
  startSearch();
  const site = readSite();
  void site.then((known) => known !== null && showSite(known));
  startTry(site);
  document.documentElement.dataset.ready = 'true';
}

/** The button that opens the menu where it has no room, and the entry of this page in sight. */
function startMenu(): void {
  const button = document.getElementById('menu-button');
  const menu = document.getElementById('menu');
  if (button === null || menu === null) return;
  const open = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen));
    menu.toggleAttribute('data-open', isOpen);
  };
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'));
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    open(false);
    button.focus();
  });
  const here = menu.querySelector<HTMLElement>('[aria-current]');
  if (here !== null && here.offsetTop + here.offsetHeight > menu.clientHeight)
    menu.scrollTop = here.offsetTop - menu.clientHeight / 2;
}
