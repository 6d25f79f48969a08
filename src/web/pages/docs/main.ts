import { restoreTheme, toggleTheme } from '../playground/visit/session.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { startMenu } from './menu.ts';
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
