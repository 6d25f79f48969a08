import { snippetsOf } from '../../snippets.ts';
import { byId, copyButton, fill, h } from '../dom.ts';
import { type Answer, type Api, errorOf } from '../visit/api.ts';
import type { Place, Visit } from '../visit/place.ts';
import type { Settings } from '../visit/session.ts';
import { type AddressDocument, type Neighbour, showDocument } from './document.ts';
import { type Explanation, showExplanation } from './explanation.ts';
import type { AddressMap, MapActions } from './map.ts';
import { type Result, showResults } from './results.ts';
import { hideState, type SearchState, showState } from './states.ts';
import { counted } from './words.ts';

const DEBOUNCE_MS = 100;
/** An answer that takes longer is waited for to be seen; until then what is there stays. */
const PATIENCE_MS = 150;
const LIMIT = '8';
const NEAR_METRES = '500';
const TITLE = 'Letterbox playground';

type Mode = Place['mode'];

interface Validation {
  readonly match: Omit<Result, 'serviceMatchScore' | 'serviceMatchQuality'> | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
}

/** Type, see what is suggested and why, pick one, see all that is known of it. */
export function startSearch(api: Api, settings: Settings, visit: Visit, onKey: (change: () => void) => void): void {
  const input = byId<HTMLInputElement>('q');
  const list = byId('suggestions');
  const meta = byId('meta');
  const target = byId('document');
  const map = drawMap(settings, { open: choose, at: (lat, lon, radius) => void chooseAt(lat, lon, radius) });
  let running = new AbortController();
  let opening = new AbortController();
  let timer = 0;
  let patience = 0;

  const actions = {
    search: (q: string) => {
      close();
      visit.advance({ q, id: '' });
      input.value = q;
      input.focus();
      void search();
    },
    again: () => void search(),
    enterKey: () => byId('key').focus(),
  };

  if (settings.example !== null) {
    const { label, locality } = settings.example;
    input.placeholder = `${label.toLowerCase()} ${locality.slice(0, 4).toLowerCase()}`;
  }
  input.addEventListener('input', () => {
    close();
    visit.amend({ q: input.value, id: '' });
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.querySelector('button')?.focus();
    }
  });
  for (const radio of byId('ask').querySelectorAll<HTMLInputElement>('input[name=mode]'))
    radio.addEventListener('change', () => {
      close();
      visit.amend({ mode: radio.value === 'validate' ? 'validate' : 'autocomplete', id: '' });
      void search();
    });
  byId('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('button')?.click();
  });
  addEventListener('online', () => byId('state').dataset.state === 'offline' && void search());
  visit.onMove(show);
  onKey(() => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), 3 * DEBOUNCE_MS);
  });
  show(visit.place);

  /** Shows a place that was come to by a link, or by going back. */
  function show(place: Place): void {
    if (place.view !== 'search') return;
    const isOther = input.value !== place.q || modeShown() !== place.mode || byId('state').dataset.state !== undefined;
    input.value = place.q;
    for (const radio of byId('ask').querySelectorAll<HTMLInputElement>('input[name=mode]'))
      radio.checked = radio.value === place.mode;
    if (isOther || list.childElementCount === 0) void search();
    if (place.id === '') close();
    else void open(place.id);
    title();
  }

  function modeShown(): Mode {
    return new FormData(byId<HTMLFormElement>('ask')).get('mode') === 'validate' ? 'validate' : 'autocomplete';
  }

  function title(label = ''): void {
    const { view, q } = visit.place;
    if (view === 'search') document.title = [label || q.trim(), TITLE].filter(Boolean).join(' · ');
  }

  /** Puts a state in the place of everything that the answer before has left. */
  function state(shown: SearchState): void {
    clearTimeout(patience);
    fill(list);
    fill(meta);
    byId('explanation').hidden = true;
    showState(byId('state'), shown, settings, actions);
  }

  async function search(): Promise<void> {
    clearTimeout(timer);
    clearTimeout(patience);
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const { q: text, mode } = visit.place;
    const q = text.trimStart();
    title();
    if (q.trim() === '') return state({ kind: 'empty' });
    if (api.key === '') return state({ kind: 'no-key' });
    patience = window.setTimeout(() => state({ kind: 'loading' }), PATIENCE_MS);
    try {
      const parameters: Record<string, string> = mode === 'autocomplete' ? { q, limit: LIMIT } : { q };
      const [answer, explanation] = await Promise.all([
        api.get(`/v1/address/${mode}`, mode === 'validate' ? { ...parameters, debug: 'true' } : parameters, signal),
        settings.explain ? api.get('/playground/explain', { q, mode }, signal) : null,
      ]);
      clearTimeout(patience);
      if (answer.status !== 200) return refused(answer);
      showAnswer(answer, mode, parameters);
      const isExplained = explanation?.status === 200;
      byId('explanation').hidden = !isExplained;
      if (isExplained) showExplanation(byId('explained'), explanation.body as Explanation);
    } catch {
      if (!signal.aborted) state({ kind: 'offline' });
    }
  }

  function refused(answer: Answer): void {
    const { code, message } = errorOf(answer) ?? { code: '', message: '' };
    if (answer.status === 429 && code !== 'QUOTA_EXCEEDED')
      wait(Math.max(1, Number(answer.headers.get('retry-after') ?? 1)));
    else state({ kind: 'failed', code, message });
  }

  /** Counts down to the next try. */
  function wait(seconds: number): void {
    if (seconds === 0) return void search();
    state({ kind: 'limited', seconds });
    timer = window.setTimeout(() => wait(seconds - 1), 1000);
  }

  function showAnswer(answer: Answer, mode: Mode, parameters: Readonly<Record<string, string>>): void {
    const isWhole = mode === 'validate';
    const results = isWhole
      ? matchOf(answer.body as Validation)
      : (answer.body as { suggestions: Result[] }).suggestions;
    if (results.length === 0) {
      const { debug } = answer.body as { debug?: { reason?: string } };
      state({ kind: 'nothing', mode, reason: debug?.reason });
      return;
    }
    hideState(byId('state'));
    const count = isWhole ? '1 match' : counted(results.length, 'suggestion');
    fill(
      meta,
      h('span', {}, `${count} in ${answer.milliseconds.toFixed(1)} ms there and back`),
      copyButton('Copy curl', () => curl(`/v1/address/${mode}`, mode, parameters)),
      copyButton('Copy link', () => location.href),
    );
    showResults(list, results, visit.place.id, ({ id }) => choose(id), input);
  }

  function curl(path: string, operationId: string, parameters: Readonly<Record<string, string>>): string {
    return snippetsOf({ origin: location.origin, path, operationId, key: api.key, parameters })[0].code;
  }

  function choose(id: string): void {
    visit.advance({ id });
    void open(id);
  }

  /** Opens the record that is nearest to a point of the map, and says so where there is none. */
  async function chooseAt(lat: number, lon: number, radius: number): Promise<void> {
    const note = byId('map-note');
    const say = (text: string) => {
      note.textContent = text;
    };
    if (api.key === '') return say('Enter an API key above to ask what stands there.');
    try {
      const parameters = { lat: plain(lat), lon: plain(lon), radius: String(radius), limit: '1' };
      const answer = await api.get('/v1/address/reverse', parameters);
      if (answer.status !== 200) return say(`${errorOf(answer)?.message ?? `The service answered ${answer.status}`}.`);
      const [nearest] = (answer.body as { results: Neighbour[] }).results;
      if (nearest === undefined) return say(`No address within ${counted(radius, 'metre')} of this point.`);
      say(`${nearest.addressLabel ?? nearest.id}, ${nearest.distance_m} m from this point.`);
      choose(nearest.id);
    } catch {
      say('The service cannot be reached.');
    }
  }

  /** Takes the open record away: it is not one of what is typed now. */
  function close(): void {
    opening.abort();
    target.hidden = true;
    fill(target);
    press('');
    void map.then((drawn) => drawn?.clear());
  }

  function press(id: string): void {
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset.id === id));
  }

  async function open(id: string): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    press(id);
    const say = (...content: (Node | string)[]) => {
      target.hidden = false;
      target.setAttribute('aria-busy', 'false');
      fill(target, h('div', { class: 'pad state' }, ...content));
    };
    const failed = (message: string) =>
      say(
        h('p', { class: 'problem' }, message),
        h('button', { type: 'button', onclick: () => void open(id) }, 'Try again'),
      );
    if (api.key === '') return say(h('p', { class: 'muted' }, 'Enter an API key above to see the record.'));
    const waiting = window.setTimeout(() => say(h('p', { class: 'muted' }, 'Loading the record…')), PATIENCE_MS);
    target.setAttribute('aria-busy', 'true');
    try {
      const answer = await api.get('/v1/address/enrich', { id }, signal);
      if (answer.status !== 200) {
        const wait = answer.headers.get('retry-after');
        const { message = `The service answered ${answer.status}` } = errorOf(answer) ?? {};
        await map.then((drawn) => drawn?.clear());
        return failed(wait === null ? `${message}.` : `${message}: try again in ${counted(Number(wait), 'second')}.`);
      }
      const found = answer.body as AddressDocument;
      const neighbours = await near(found, signal);
      clearTimeout(waiting);
      target.setAttribute('aria-busy', 'false');
      showDocument(target, found, neighbours, {
        open: choose,
        curl: () => curl('/v1/address/enrich', 'enrich', { id }),
      });
      title(found.addressLabel ?? found.id);
      const drawn = await map;
      if (!signal.aborted) drawn?.show(found, neighbours);
    } catch {
      if (!signal.aborted) failed('The service cannot be reached.');
    } finally {
      clearTimeout(waiting);
    }
  }

  async function near({ id, location }: AddressDocument, signal: AbortSignal): Promise<Neighbour[]> {
    if (location === null) return [];
    const parameters = { lat: plain(location.lat), lon: plain(location.lon), radius: NEAR_METRES, limit: '20' };
    const answer = await api.get('/v1/address/reverse', parameters, signal);
    if (answer.status !== 200) return [];
    return (answer.body as { results: Neighbour[] }).results.filter((each) => each.id !== id);
  }
}

/** A coordinate without an exponent. */
function plain(degrees: number): string {
  return degrees.toFixed(8);
}

function matchOf({ match, serviceMatchScore, serviceMatchQuality }: Validation): Result[] {
  return match === null ? [] : [{ ...match, serviceMatchScore, serviceMatchQuality }];
}

/** The map, when its library has come; null, and a sentence in its place, where the browser cannot draw it. */
async function drawMap(settings: Settings, actions: MapActions): Promise<AddressMap | null> {
  try {
    const { drawAddressMap } = await import('./map.ts');
    return await drawAddressMap(byId('map'), settings, actions);
  } catch (error) {
    fill(byId('map'), h('p', { class: 'muted pad' }, 'This browser cannot draw the map (it needs WebGL).'));
    console.info(error);
    return null;
  }
}
