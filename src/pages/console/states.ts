import { byId, fill, h } from '../playground/dom.ts';
import { ApiFailure } from './api.ts';

type Child = Node | string | null | false;

/** A panel that shows a state in place of content. */
export function statePanel(id: string, title: string, ...children: readonly Child[]): HTMLElement {
  return h('section', { class: 'panel state', 'data-state': id }, h('h2', {}, title), ...children);
}

/** Shown while something is being fetched. */
export function loading(): HTMLElement {
  return statePanel('loading', 'Loading…');
}

/** Shown for a failure: forbidden, not found, session over, or failed, with a way to try again. */
export function failurePanel(failure: unknown, again: () => void): HTMLElement {
  if (!(failure instanceof ApiFailure)) throw failure;
  const { code, message, requestId } = failure;
  if (code === 'UNAUTHENTICATED')
    return statePanel(
      'session-over',
      'Your session is over',
      h('p', {}, 'Log in again to go on. Nothing that you confirmed is lost.'),
      h('a', { class: 'button', href: '#/login' }, 'Log in'),
    );
  if (code === 'FORBIDDEN') return statePanel('forbidden', 'Not for you', h('p', {}, message));
  if (code === 'NOT_FOUND') return statePanel('not-found', 'There is nothing here', h('p', {}, message));
  return statePanel(
    'failed',
    'That did not work',
    h('p', {}, message),
    requestId && h('p', { class: 'small muted mono' }, requestId),
    h('button', { type: 'button', onclick: again }, 'Try again'),
  );
}

/** How long a text is shown at the foot of the page, ms. */
const SHOWN_MS = 12_000;
let saying = 0;

/** Shows a text at the foot of the page for a while, and announces it to screen readers. */
export function say(text: string): void {
  const said = byId('said');
  said.textContent = text;
  clearTimeout(saying);
  saying = window.setTimeout(() => said.replaceChildren(), SHOWN_MS);
}

/**
 * A question with the consequences. `act` runs when it is confirmed; if that is refused, the error
 * is shown, and the question stays. `danger` marks what cannot be undone.
 */
export function ask(
  {
    title,
    body,
    confirm,
    cancel = 'Keep as it is',
    danger = false,
  }: { title: string; body: readonly Child[]; confirm: string; cancel?: string; danger?: boolean },
  act: () => Promise<void>,
): void {
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const yes = h('button', { class: danger ? 'danger primary' : 'primary' }, confirm);
  const no = h('button', { type: 'button' }, cancel);
  const heading = h('h2', { id: 'ask-title' }, title);
  const dialog = h('dialog', { 'aria-labelledby': 'ask-title' });
  const form = h('form', {}, heading, ...body, problem, h('div', { class: 'actions' }, yes, no));
  fill(dialog, form);
  no.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    yes.disabled = true;
    try {
      await act();
      dialog.close();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      problem.hidden = false;
      problem.textContent = error.message;
      yes.disabled = false;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
}
