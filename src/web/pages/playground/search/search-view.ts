import { type Answer, type Api, problemOf } from '../api.ts';
import { byId, fill, h } from '../dom.ts';
import type { Settings } from '../session.ts';
import { type AddressDocument, type Neighbour, showDocument } from './document.ts';
import { type Explanation, showExplanation } from './explanation.ts';
import type { AddressMap } from './map.ts';
import { type Result, showResults } from './results.ts';

const DEBOUNCE_MS = 100;
const LIMIT = '8';
const NEAR_METRES = '500';

interface Validation {
  readonly match: Omit<Result, 'serviceMatchScore' | 'serviceMatchQuality'> | null;
  readonly serviceMatchScore: number;
  readonly serviceMatchQuality: string;
}

/** Type, see what is suggested and why, pick one, see all that is known of it. */
export function startSearch(api: Api, settings: Settings): void {
  const input = byId<HTMLInputElement>('q');
  const list = byId('suggestions');
  const meta = byId('meta');
  let map: Promise<AddressMap | null> | null = null;
  let running = new AbortController();
  let opening = new AbortController();
  let timer = 0;
  let chosen: string | null = null;

  if (settings.example !== null) {
    const { label, locality } = settings.example;
    input.placeholder = `${label.toLowerCase()} ${locality.slice(0, 4).toLowerCase()}`;
  }
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), DEBOUNCE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    list.querySelector('button')?.focus();
  });
  for (const mode of byId('ask').querySelectorAll('input[name=mode]'))
    mode.addEventListener('change', () => void search());
  byId('ask').addEventListener('submit', (event) => {
    event.preventDefault();
    const [first] = list.querySelectorAll('button');
    first?.click();
  });
  map = drawMap(settings, (id) => void open(id));
  if (input.value !== '') void search();

  async function search(): Promise<void> {
    clearTimeout(timer);
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const q = input.value.trimStart();
    if (q.trim() === '') {
      fill(list);
      meta.textContent = '';
      byId('explanation').hidden = true;
      return;
    }
    const mode = new FormData(byId<HTMLFormElement>('ask')).get('mode') === 'validate' ? 'validate' : 'autocomplete';
    try {
      const parameters: Record<string, string> = mode === 'autocomplete' ? { q, limit: LIMIT } : { q };
      const answer = await api.get(`/v1/address/${mode}`, parameters, signal);
      show(answer, mode);
      if (settings.explain) await explain(q, mode, signal);
    } catch (error) {
      if (!signal.aborted)
        meta.textContent = `The service cannot be reached: ${error instanceof Error ? error.message : error}`;
    }
  }

  function show(answer: Answer, mode: 'autocomplete' | 'validate'): void {
    const problem = problemOf(answer);
    meta.classList.toggle('problem', problem !== null);
    if (problem !== null) {
      fill(list);
      meta.textContent = api.key === '' ? 'Enter an API key above to begin.' : problem;
      return;
    }
    const results =
      mode === 'autocomplete'
        ? (answer.body as { suggestions: Result[] }).suggestions
        : matchOf(answer.body as Validation);
    const noun = mode === 'validate' ? 'match' : 'suggestion';
    const count =
      results.length === 0
        ? `No ${noun}`
        : `${results.length} ${noun}${results.length === 1 ? '' : noun === 'match' ? 'es' : 's'}`;
    meta.textContent = `${count} · ${answer.milliseconds.toFixed(1)} ms there and back · ${answer.bytes} bytes`;
    showResults(list, results, chosen, ({ id }) => void open(id), input);
  }

  async function explain(q: string, mode: string, signal: AbortSignal): Promise<void> {
    const answer = await api.get('/playground/explain', { q, mode }, signal);
    byId('explanation').hidden = answer.status !== 200;
    if (answer.status === 200) showExplanation(byId('explained'), answer.body as Explanation);
  }

  async function open(id: string): Promise<void> {
    opening.abort();
    opening = new AbortController();
    const { signal } = opening;
    chosen = id;
    for (const button of list.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset.id === id));
    const target = byId('document');
    try {
      const answer = await api.get('/v1/address/enrich', { id }, signal);
      const problem = problemOf(answer);
      if (problem !== null) {
        target.hidden = false;
        fill(target, h('p', { class: 'problem pad' }, problem));
        return;
      }
      const document = answer.body as AddressDocument;
      const neighbours = await near(document, signal);
      showDocument(target, document, neighbours, (other) => void open(other));
      (await map)?.show(document, neighbours);
    } catch (error) {
      if (!signal.aborted) throw error;
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
async function drawMap(settings: Settings, open: (id: string) => void): Promise<AddressMap | null> {
  try {
    const { drawAddressMap } = await import('./map.ts');
    return await drawAddressMap(byId('map'), settings.tiles, open);
  } catch (error) {
    fill(byId('map'), h('p', { class: 'muted pad' }, 'This browser cannot draw the map (it needs WebGL).'));
    console.info(error);
    return null;
  }
}
