import { copyButton, h } from '../playground/dom.ts';

/** Something that is shown once: a key, a secret, a link. */
export interface Secret {
  /** What it is, and that it is shown once. */
  readonly title: string;
  readonly text: string;
  /** The id of the element that holds the text. */
  readonly id: string;
  /** Called when it is dismissed. */
  readonly dismissed: () => void;
}

/**
 * Shows a secret in a dialog that only its button dismisses: neither Escape, nor going to another
 * page of the console, loses it. A browser asks before it leaves the console.
 */
export function reveal({ title, text, id, dismissed }: Secret): void {
  const away = h('button', { type: 'button', class: 'primary' }, 'I have it');
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'reveal-title', closedby: 'none' },
    h('h2', { id: 'reveal-title' }, title),
    h('div', { class: 'secret mono', id }, text),
    h(
      'div',
      { class: 'actions' },
      copyButton('Copy', () => text),
      away,
    ),
  );
  const stay = (event: Event) => event.preventDefault();
  // A browser closes the dialog at a second Escape, whatever is done about the first.
  const again = () => dialog.showModal();
  dialog.addEventListener('cancel', stay);
  dialog.addEventListener('close', again);
  away.addEventListener('click', () => {
    dialog.removeEventListener('close', again);
    removeEventListener('beforeunload', stay);
    dialog.close();
    dialog.remove();
    dismissed();
  });
  addEventListener('beforeunload', stay);
  document.body.append(dialog);
  dialog.showModal();
}
