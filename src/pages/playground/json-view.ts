import { h } from './dom.ts';

/** A JSON value as indented text, coloured by type. */
export function jsonView(value: unknown, label: string): HTMLElement {
  const code = h('code');
  for (const [kind, text] of pieces(JSON.stringify(value, null, 2) ?? '')) {
    if (kind === '') code.append(text);
    else code.append(h('span', { class: `json-${kind}` }, text));
  }
  return h('pre', { class: 'json', tabindex: '0', role: 'region', 'aria-label': label }, code);
}

/** Splits text into pieces of one kind each: `key`, `string`, `number`, `word`, or plain. */
function* pieces(text: string): Generator<readonly [kind: string, text: string]> {
  const token = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;
  let at = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > at) yield ['', text.slice(at, match.index)];
    const [whole, string, colon, number] = match;
    if (string !== undefined) {
      yield [colon === undefined ? 'string' : 'key', string];
      if (colon !== undefined) yield ['', colon];
    } else yield [number === undefined ? 'word' : 'number', whole];
    at = match.index + whole.length;
  }
  if (at < text.length) yield ['', text.slice(at)];
}
