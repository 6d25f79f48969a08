import { fill, h, jsonView } from '../playground/dom.ts';
import { type Answer, Api, problemOf } from '../playground/visit/api.ts';
import { initialKey, rememberKey, type Settings } from '../playground/visit/session.ts';
import { showKey } from './copy-buttons.ts';
import type { Site } from './site.ts';

/** Headers that are shown with an answer. */
const TOLD = ['x-ratelimit-remaining', 'retry-after', 'x-request-id'];

/**
 * Shows the form that sends a page's call to the service that serves the page, filled with an
 * address of this release.
 */
export function startTry(site: Promise<Site | null>): void {
  const section = document.querySelector<HTMLElement>('[data-try]');
  const form = section?.querySelector('form');
  const output = section?.querySelector('.tried');
  const keyInput = section?.querySelector<HTMLInputElement>('[data-key]');
  if (!section || !form || !output || !keyInput) return;
  const api = new Api(initialKey());
  keyInput.value = api.key;
  let shownKey = showKey(api.key);
  keyInput.addEventListener('input', () => {
    api.key = keyInput.value.trim();
    rememberKey(api.key);
    shownKey = showKey(api.key, shownKey);
  });
  void site.then((known) => (known?.playground ? fillIn(form) : undefined));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    fill(output, h('p', { class: 'muted' }, 'Asking …'));
    try {
      showAnswer(output, await send(api, form));
    } catch {
      fill(output, h('p', { class: 'problem' }, 'The service cannot be reached. Check that it runs, then send again.'));
    }
  });
  section.hidden = false;
}

function send(api: Api, form: HTMLFormElement): Promise<Answer> {
  const { method, path = '' } = form.dataset;
  const given = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()] as const);
  const parameters = Object.fromEntries(given.filter(([, value]) => value !== ''));
  if (method !== 'POST') return api.get(path, parameters);
  const lines = (parameters.queries ?? '').split('\n').map((line) => line.trim());
  return api.post(
    path,
    lines.filter((line) => line !== ''),
  );
}

function showAnswer(output: Element, answer: Answer): void {
  const { status, milliseconds, bytes, headers, body } = answer;
  const problem = problemOf(answer);
  fill(
    output,
    h(
      'p',
      { class: 'small' },
      h('b', { class: status === 200 ? 'good' : 'problem' }, String(status)),
      ` in ${milliseconds.toFixed(1)} ms, ${bytes} bytes`,
      TOLD.filter((name) => headers.has(name)).map((name) =>
        h('span', { class: 'mono' }, ` ${name}: ${headers.get(name)}`),
      ),
    ),
    problem !== null && h('p', { class: 'problem' }, problem),
    jsonView(body, 'Answer'),
  );
}

/** Fills the form with a query that this release answers, as in the playground. */
async function fillIn(form: HTMLFormElement): Promise<void> {
  const response = await fetch('/playground/settings.json').catch(() => null);
  if (!response?.ok) return;
  const { calls } = (await response.json()) as Settings;
  const values = calls[form.dataset.operation ?? ''] ?? {};
  for (const [name, value] of Object.entries(values)) {
    const input = form.elements.namedItem(form.dataset.method === 'POST' ? 'queries' : name);
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = value;
  }
}
