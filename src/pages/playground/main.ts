import { startCalls } from './calls/calls-view.ts';
import { readOperations } from './calls/openapi.ts';
import { byId, fill, h } from './dom.ts';
import { startField } from './field-view.ts';
import { startSearch } from './search/search-view.ts';
import { Api } from './visit/api.ts';
import { type Place, Visit } from './visit/place.ts';
import { initialKey, readSettings, rememberKey, restoreTheme, toggleTheme } from './visit/session.ts';

const VIEWS = ['search', 'calls', 'field'] as const;

restoreTheme();
const api = new Api(initialKey());
const visit = new Visit();
const keyInput = byId<HTMLInputElement>('key');
keyInput.value = api.key;
const changes: (() => void)[] = [];
const onKey = (change: () => void) => void changes.push(change);
keyInput.addEventListener('input', () => {
  api.key = keyInput.value.trim();
  rememberKey(api.key);
  for (const change of changes) change();
});
byId('theme').addEventListener('click', toggleTheme);
api.onSpent((credits) => {
  byId('spent').textContent = credits === 1 ? '1 credit' : `${credits} credits`;
});
showView(visit.place);
visit.onMove((place) => {
  showView(place);
  scrollTo(0, 0);
});

try {
  const [settings, operations] = await Promise.all([readSettings(), readOperations()]);
  const { release, addresses } = settings;
  byId('release').textContent = `G-NAF ${release} · ${addresses.toLocaleString('en-AU')} addresses`;
  api.price(new Map(operations.map(({ path, cost }) => [path, cost])));
  startSearch(api, settings, visit, onKey);
  startCalls(api, operations, settings.calls, visit);
  startField(api, onKey);
} catch (error) {
  console.info(error);
  const again = h('button', { type: 'button', onclick: () => location.reload() }, 'Try again');
  byId('state').hidden = false;
  fill(byId('state'), h('h2', {}, 'The service cannot be reached'), again);
}
document.documentElement.dataset.ready = 'true';

/** Shows the view of a place; links to the other views lead to where they were left. */
function showView({ view: shown }: Place): void {
  for (const view of VIEWS) {
    byId(view).hidden = view !== shown;
    const link = byId<HTMLAnchorElement>(`to-${view}`);
    link.href = visit.linkTo(view);
    if (view === shown) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  if (shown === 'field') document.title = 'The form field · Letterbox playground';
}
