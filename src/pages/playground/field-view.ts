import { byId, copyButton, fill, h } from './dom.ts';
import type { Api } from './visit/api.ts';

const PARTS = ['line', 'suburb', 'state', 'postcode', 'id', 'lat', 'lon'];

/** The form field at work, in a form with a field for each part, and the HTML to copy. */
export function startField(api: Api, onKey: (change: () => void) => void): void {
  void import('../field/letterbox-address.ts');
  const field = h('letterbox-address', { label: 'Delivery address', name: 'address', required: true });
  const setKey = () => field.setAttribute('api-key', api.key);
  setKey();
  onKey(setKey);
  const form = h(
    'form',
    { class: 'panel demo-form' },
    h('h2', {}, 'The form field'),
    h(
      'p',
      { class: 'muted' },
      'Type an address and choose one by mouse, keyboard or touch; or type one in full and leave the field.',
    ),
    field,
    h(
      'div',
      { class: 'demo-parts' },
      PARTS.map((part) =>
        h(
          'label',
          { class: `part-${part}` },
          h('span', { class: 'small muted' }, part),
          h('input', { name: part, class: 'mono' }),
        ),
      ),
    ),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'submit', class: 'primary' }, 'Send'),
      h('button', { type: 'reset' }, 'Clear'),
    ),
    h('p', { class: 'small muted', role: 'status', id: 'sent' }),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    byId('sent').textContent =
      `The form would send: ${new URLSearchParams([...new FormData(form)] as [string, string][])}`;
  });
  const html = [
    `<script type="module" src="${location.origin}/letterbox-address.js"></script>`,
    '',
    '<form>',
    '  <letterbox-address',
    '    label="Delivery address"',
    `    base-url="${location.origin}"`,
    '    api-key="…"',
    '    required></letterbox-address>',
    '',
    ...PARTS.slice(0, 4).map((part) => `  <input name="${part}">`),
    ...PARTS.slice(4).map((part) => `  <input name="${part}" type="hidden">`),
    '</form>',
    '',
    '<style>',
    '  letterbox-address { --letterbox-accent: #0a7d4f; }',
    '  letterbox-address::part(input) { border-radius: 999px; }',
    '</style>',
  ].join('\n');
  const code = h('pre', { tabindex: '0', role: 'region', 'aria-label': 'The field as HTML' }, h('code', {}, html));
  fill(
    byId('field'),
    form,
    h(
      'div',
      { class: 'panel demo-code snippet' },
      code,
      copyButton('Copy', () => html),
    ),
  );
}
