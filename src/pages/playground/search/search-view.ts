import { byId, copyButton, fill, h } from '../dom.ts';
import { type Answer, type Api, errorOf } from '../visit/api.ts';
import type { Place, Visit } from '../visit/place.ts';
import type { Settings } from '../visit/session.ts';
import { type Explanation, showExplanation } from './explanation.ts';
import { type PlaceFound, placesFor } from './places.ts';
import {
  chooseRecord,
  closeRecord,
  curlOf,
  openRecord,
  PATIENCE_MS,
  type RecordView,
  recordView,
} from './record-view.ts';
import { type Result, showResults } from './results.ts';
import { hideState, type SearchState, showState } from './states.ts';
import { counted } from './words.ts';

const DEBOUNCE_MS = 100;
const LIMIT = '8';
const TITLE = 'Letterbox playground';

type Mode = Place['mode'];

interface Validation {
  readonly match: Omit<Result, 'serviceMatchScore' | 'serviceMatchQuality'> | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
}

/** The field, the list below it, and the state of the search. */
interface SearchView {
  readonly api: Api;
  readonly settings: Settings;
  readonly visit: Visit;
  readonly input: HTMLInputElement;
  readonly list: HTMLElement;
  readonly meta: HTMLElement;
  readonly record: RecordView;
  running: AbortController;
  /** Timers for the next search and for showing that an answer is awaited; 0 for none. */
  timer: number;
  patience: number;
}

/** Starts the search: type, see suggestions and why they match, pick one, see its record. */
export function startSearch(api: Api, settings: Settings, visit: Visit, onKey: (change: () => void) => void): void {
  const list = byId('suggestions');
  const record = recordView(api, settings, visit, { list, onOpen: (label) => title(visit, label) });
  const view: SearchView = {
    api,
    settings,
    visit,
    input: byId<HTMLInputElement>('q'),
    list,
    meta: byId('meta'),
    record,
    running: new AbortController(),
    timer: 0,
    patience: 0,
  };
  if (settings.example !== null) {
    const { label, locality } = settings.example;
    view.input.placeholder = `${label.toLowerCase()} ${locality.slice(0, 4).toLowerCase()}`;
  }
  listen(view);
  visit.onMove((place) => show(view, place));
  onKey(() => searchIn(view, 3 * DEBOUNCE_MS));
  show(view, visit.place);
}

function listen(view: SearchView): void {
  const { input, list, visit, record } = view;
  input.addEventListener('input', () => {
    closeRecord(record);
    visit.amend({ q: input.value, id: '' });
    searchIn(view, DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.querySelector('button')?.focus();
    }
  });
  for (const radio of modes())
    radio.addEventListener('change', () => {
      closeRecord(record);
      visit.amend({ mode: radio.value === 'validate' ? 'validate' : 'autocomplete', id: '' });
      void search(view);
    });
  byId('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('button')?.click();
  });
  addEventListener('online', () => byId('state').dataset.state === 'offline' && void search(view));
}

function modes(): NodeListOf<HTMLInputElement> {
  return byId('ask').querySelectorAll<HTMLInputElement>('input[name=mode]');
}

function modeShown(): Mode {
  return new FormData(byId<HTMLFormElement>('ask')).get('mode') === 'validate' ? 'validate' : 'autocomplete';
}

/** Shows a place that was reached by a link, or through the history. */
function show(view: SearchView, place: Place): void {
  const { input, list, record } = view;
  if (place.view !== 'search') return;
  const isOther = input.value !== place.q || modeShown() !== place.mode || byId('state').dataset.state !== undefined;
  input.value = place.q;
  for (const radio of modes()) radio.checked = radio.value === place.mode;
  if (isOther || list.childElementCount === 0) void search(view);
  if (place.id === '') closeRecord(record);
  else void openRecord(record, place.id);
  title(view.visit);
}

function title({ place: { view, q } }: Visit, label = ''): void {
  if (view === 'search') document.title = [label || q.trim(), TITLE].filter(Boolean).join(' · ');
}

/** Shows a state in place of the previous answer. */
function showStateOf(view: SearchView, shown: SearchState): void {
  const { settings, list, meta, visit, input, record } = view;
  clearTimeout(view.patience);
  fill(list);
  fill(meta);
  byId('explanation').hidden = true;
  showState(byId('state'), shown, settings, {
    search: (q) => {
      closeRecord(record);
      visit.advance({ q, id: '' });
      input.value = q;
      input.focus();
      void search(view);
    },
    again: () => void search(view),
    enterKey: () => byId('key').focus(),
  });
}

function searchIn(view: SearchView, milliseconds: number): void {
  clearTimeout(view.timer);
  view.timer = window.setTimeout(() => void search(view), milliseconds);
}

async function search(view: SearchView): Promise<void> {
  const { api, settings, visit } = view;
  clearTimeout(view.timer);
  clearTimeout(view.patience);
  view.running.abort();
  view.running = new AbortController();
  const { signal } = view.running;
  const { q: text, mode } = visit.place;
  const q = text.trimStart();
  title(visit);
  if (q.trim() === '') return showStateOf(view, { kind: 'empty' });
  if (api.key === '') return showStateOf(view, { kind: 'no-key' });
  view.patience = window.setTimeout(() => showStateOf(view, { kind: 'loading' }), PATIENCE_MS);
  try {
    const parameters: Record<string, string> =
      mode === 'autocomplete' ? { q, limit: LIMIT, include: 'formatted' } : { q, include: 'formatted' };
    const [answer, explanation, places] = await Promise.all([
      api.get(`/v1/address/${mode}`, mode === 'validate' ? { ...parameters, debug: 'true' } : parameters, signal),
      settings.explain ? api.get('/playground/explain', { q, mode }, signal) : null,
      mode === 'autocomplete' ? placesFor(api, q, signal) : [],
    ]);
    clearTimeout(view.patience);
    if (answer.status !== 200) return refused(view, answer);
    showAnswer(view, answer, mode, parameters, places);
    const isExplained = explanation?.status === 200;
    byId('explanation').hidden = !isExplained;
    if (isExplained) showExplanation(byId('explained'), explanation.body as Explanation);
  } catch {
    if (!signal.aborted) showStateOf(view, { kind: 'offline' });
  }
}

function refused(view: SearchView, answer: Answer): void {
  const { code, message } = errorOf(answer) ?? { code: '', message: '' };
  if (answer.status === 429 && code !== 'QUOTA_EXCEEDED')
    wait(view, Math.max(1, Number(answer.headers.get('retry-after') ?? 1)));
  else showStateOf(view, { kind: 'failed', code, message });
}

/** Counts down to the next attempt. */
function wait(view: SearchView, seconds: number): void {
  if (seconds === 0) return void search(view);
  showStateOf(view, { kind: 'limited', seconds });
  view.timer = window.setTimeout(() => wait(view, seconds - 1), 1000);
}

function showAnswer(
  view: SearchView,
  answer: Answer,
  mode: Mode,
  parameters: Readonly<Record<string, string>>,
  places: readonly PlaceFound[],
): void {
  const { api, list, meta, visit, input, record } = view;
  const isWhole = mode === 'validate';
  const results = isWhole ? matchOf(answer.body as Validation) : (answer.body as { suggestions: Result[] }).suggestions;
  if (results.length + places.length === 0) {
    const { debug } = answer.body as { debug?: { reason?: string } };
    showStateOf(view, { kind: 'nothing', mode, reason: debug?.reason });
    return;
  }
  hideState(byId('state'));
  const count = isWhole ? '1 match' : counted(results.length, 'suggestion');
  fill(
    meta,
    h('span', {}, `${count} in ${answer.milliseconds.toFixed(1)} ms there and back`),
    copyButton('Copy curl', () => curlOf(api, mode, parameters)),
    copyButton('Copy link', () => location.href),
  );
  const listed = { q: parameters.q ?? '', places, results };
  const choose = {
    result: ({ id }: Result) => chooseRecord(record, id),
    place: (place: PlaceFound) => choosePlace(view, place),
  };
  showResults(list, listed, visit.place.id, choose, input);
}

/** Shows a place on the map, and makes it the end of the query, before which its addresses are typed. */
function choosePlace({ visit, input, record }: SearchView, place: PlaceFound): void {
  const { name, state, postcodes } = place;
  input.value = ` ${[name, state, postcodes[0]].filter(Boolean).join(' ').toLowerCase()}`;
  visit.advance({ q: input.value, id: '' });
  closeRecord(record);
  input.focus();
  input.setSelectionRange(0, 0);
  if (place.bounds !== null) void record.map.then((drawn) => drawn?.showPlace(place.name, place.state, place.bounds!));
}

function matchOf({ match, serviceMatchScore, serviceMatchQuality }: Validation): Result[] {
  return match === null ? [] : [{ ...match, serviceMatchScore, serviceMatchQuality }];
}
