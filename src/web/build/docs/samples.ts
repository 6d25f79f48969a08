import { snippetsOf } from '../../pages/snippets.ts';
import type { Call, Parameter } from './description.ts';
import { type Html, html } from './html.ts';
import { codeBlock } from './markdown.ts';

/** Stand in the samples for what the page's script knows: where the service is, and the key. */
const ORIGIN = 'https://addresses.example.com';
const KEY = 'YOUR_API_KEY';

/** Parameters that add to an answer: the examples are answers without them. */
const ADDING = new Set(['include', 'debug']);

/** The example of each parameter that is required, or that is not what it is without one: the call answers its own example to these. */
export function exampleValues({ parameters }: Call): Record<string, string> {
  const sent = parameters.filter(
    ({ name, required, example, schema, ...rest }: Parameter) =>
      required || (!ADDING.has(name) && rest['x-instead-of'] === undefined && differs(example, schema.default)),
  );
  return Object.fromEntries(sent.map(({ name, example }) => [name, String(example)]));
}

function differs(example: unknown, absent: unknown): boolean {
  return example !== undefined && String(example) !== String(absent);
}

/** The call's example in each language. Without the script they stand below each other; it makes tabs of them. */
export function samplesOf(call: Call): Html {
  const { path, operationId, body } = call;
  const snippets = snippetsOf({
    origin: ORIGIN,
    path,
    operationId,
    key: KEY,
    parameters: exampleValues(call),
    ...(body !== null && { body: body.example }),
  });
  return html`<div class="samples" data-tabs="Language">${snippets.map(
    ({ title, code }) => html`<section data-tab="${title}"><h3>${title}</h3>${codeBlock(code, title)}</section>`,
  )}</div>`;
}
