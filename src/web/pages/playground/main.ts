import { Api } from './api.ts';
import { startCalls } from './calls/calls-view.ts';
import { byId } from './dom.ts';
import { startField } from './field-view.ts';
import { readOperations } from './openapi.ts';
import { startSearch } from './search/search-view.ts';
import { initialKey, readSettings, rememberKey, restoreTheme, toggleTheme } from './session.ts';

const VIEWS = ['search', 'calls', 'field'] as const;

restoreTheme();
const api = new Api(initialKey());
const keyInput = byId<HTMLInputElement>('key');
keyInput.value = api.key;
const changes: (() => void)[] = [];
keyInput.addEventListener('input', () => {
  api.key = keyInput.value.trim();
  rememberKey(api.key);
  for (const change of changes) change();
});
byId('theme').addEventListener('click', toggleTheme);
api.onSpent((credits) => {
  byId('spent').textContent = credits === 1 ? '1 credit' : `${credits} credits`;
});
addEventListener('hashchange', showView);
showView();

const [settings, operations] = await Promise.all([readSettings(), readOperations()]);
const { release, addresses } = settings;
byId('release').textContent = `G-NAF ${release} · ${addresses.toLocaleString('en-AU')} addresses`;
api.price(new Map(operations.map(({ path, cost }) => [path, cost])));
startSearch(api, settings);
startCalls(api, operations, settings.example);
startField(api, (change) => changes.push(change));
document.documentElement.dataset.ready = 'true';

/** Shows the view that the fragment of the address names, or the first. */
function showView(): void {
  const shown = VIEWS.find((view) => location.hash === `#/${view}`) ?? VIEWS[0];
  for (const view of VIEWS) {
    byId(view).hidden = view !== shown;
    if (view === shown) byId(`to-${view}`).setAttribute('aria-current', 'page');
    else byId(`to-${view}`).removeAttribute('aria-current');
  }
  scrollTo(0, 0);
}
