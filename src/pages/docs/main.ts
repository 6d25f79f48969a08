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

/** Enhances the pages, which work as text without this. */
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

/** Sets up the button that opens the menu on small screens, and scrolls to this page's entry. */
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
