import { snippetsOf } from '../../snippets.ts';
import { type Call, type Parameter, pointedTo, type Response, type Schema } from './description.ts';
import { type Html, html } from './html.ts';
import { codeBlock, inline, type Section } from './markdown.ts';
import { fieldsOf, typeText } from './schema-view.ts';

/**
 * Placeholders in the samples, which the page's script replaces by the service's origin and the
 * key.
 */
const ORIGIN = 'https://addresses.example.com';
const KEY = 'YOUR_API_KEY';

/** Parameters that add to an answer; the examples are answers without them. */
const ADDING = new Set(['include', 'debug']);

/**
 * The example of each parameter that is required, or whose example differs from its default: with
 * these the call gives its example answer.
 */
function exampleValues({ parameters }: Call): Record<string, string> {
  const sent = parameters.filter(
    ({ name, required, example, schema, ...rest }: Parameter) =>
      required || (!ADDING.has(name) && rest['x-instead-of'] === undefined && differs(example, schema.default)),
  );
  return Object.fromEntries(sent.map(({ name, example }) => [name, String(example)]));
}

function differs(example: unknown, absent: unknown): boolean {
  return example !== undefined && String(example) !== String(absent);
}

/** The call's example in each language, one below the other; the script turns them into tabs. */
function samplesOf(call: Call): Html {
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

/** A call's page: title, body, and sections for the search. */
export interface CallPage {
  readonly title: string;
  readonly body: Html;
  readonly sections: readonly Section[];
}

/**
 * Describes a call, from the interface description alone: parameters, fields, errors, headers,
 * samples, its example and a form to try it.
 */
export function callPage(call: Call): CallPage {
  const { method, path, summary, description, cost, tag, parameters, body } = call;
  const answer = call.responses[200];
  const { schema, example } = jsonOf(answer);
  const credits = cost === null ? 'no key, free' : creditsText(cost);
  return {
    title: summary,
    body: html`<p class="endpoint"><b class="method">${method}</b> <code>${path}</code> <span class="badge">${credits}${body !== null && ' each'}</span>${tag === 'beyond' && html` <a class="badge" href="/docs/beyond-the-specification">beyond the specification</a>`}</p>
<p>${inline(description)}</p>
<div class="sides"><div>
${parameters.length > 0 && html`<h2 id="parameters">Parameters</h2><ul class="fields">${parameters.map(parameterRow)}</ul>`}
${body !== null && html`<h2 id="body">Body</h2>${bodyPart(body.schema)}`}
${cost !== null && tryForm(call)}
<h2 id="answer">Answer</h2><p>${inline(answer.description)}</p>${schema !== undefined && fieldsOf(schema)}
<h2 id="errors">Errors</h2>${errorTable(call)}
<h2 id="headers">Headers of the answer</h2>${headerTable(answer)}
</div><div class="beside">
<h2 id="example">Example</h2>${samplesOf(call)}
${example !== undefined && html`<h3>Its answer</h3>${codeBlock(JSON.stringify(example, null, 2), 'json')}`}
</div></div>`,
    sections: [
      { id: '', title: summary, depth: 1, text: `${method} ${path} ${description}` },
      ...parameters.map(({ name, description }) => ({ id: 'parameters', title: name, depth: 2, text: description })),
      ...(schema === undefined
        ? []
        : [{ id: 'answer', title: `${summary}: the answer`, depth: 2, text: wordsOf(schema) }]),
    ],
  };
}

function creditsText(credits: number): string {
  return credits === 1 ? '1 credit' : `${credits} credits`;
}

function jsonOf(response: Response): Partial<NonNullable<Response['content']>[string]> {
  return response?.content?.['application/json'] ?? {};
}

/** The body of a POST: a list of queries. */
function bodyPart({ $ref = '' }: Schema): Html {
  const { minItems, maxItems, items = {} } = pointedTo<Schema>($ref);
  const { description = '' } = pointedTo<Schema>(items.$ref ?? '');
  return html`<p>A JSON list of ${minItems} to ${maxItems}, or a line of JSON for each (<code>application/x-ndjson</code>). ${inline(description)}</p>`;
}

function parameterRow({ name, required, description, schema }: Parameter): Html {
  const absent = schema.default === undefined ? '' : `, default \`${schema.default}\``;
  return html`<li><p><code>${name}</code> <span class="type">${inline(typeText(schema) + absent)}</span> <span class="${required ? 'required' : 'type'}">${required ? 'required' : 'optional'}</span></p>
<p>${inline(description)}</p></li>`;
}

/**
 * The form that sends the call to the service that serves the page; the script shows it and fills
 * in addresses of this release.
 */
function tryForm(call: Call): Html {
  const { method, path, operationId, parameters, body, cost } = call;
  const values = exampleValues(call);
  // A parameter that others may replace comes first too, though none of them is required.
  const isFirst = ({ name, required }: Parameter) =>
    required || parameters.some((other) => other['x-instead-of'] === name);
  const field = (each: Parameter) => tryField(each, isFirst(each) ? values[each.name] : '');
  const optional = parameters.filter((each) => !isFirst(each));
  return html`<section class="try" data-try hidden><h2 id="try-it">Try it</h2>
<form data-method="${method}" data-path="${path}" data-operation="${operationId}">
<div class="field"><label for="try-key">Key</label><input id="try-key" class="mono" autocomplete="off" spellcheck="false" placeholder="X-Api-Key" data-key></div>
${parameters.filter(isFirst).map(field)}
${body !== null && html`<div class="field"><label for="try-queries">Queries, one a line</label><textarea id="try-queries" name="queries" class="mono" rows="4" spellcheck="false" required></textarea></div>`}
${optional.length > 0 && html`<details><summary>Optional parameters</summary>${optional.map(field)}</details>`}
<button type="submit" class="primary">Send · ${creditsText(cost ?? 0)}${body !== null && ' a line'}</button>
</form><div class="tried" role="status"></div></section>`;
}

function tryField({ name, required, schema }: Parameter, value: string): Html {
  const id = `try-${name}`;
  const { enum: choices } = schema.$ref === undefined ? schema : pointedTo<Schema>(schema.$ref);
  const choose = () =>
    html`<select id="${id}" name="${name}"><option value="">not sent</option>${choices?.map((each) => html`<option>${each}</option>`)}</select>`;
  const type = () =>
    html`<input id="${id}" name="${name}" class="mono" value="${value}" autocomplete="off" spellcheck="false"${required && html` required`}>`;
  return html`<div class="field"><label for="${id}"><code>${name}</code></label>${choices === undefined ? type() : choose()}</div>`;
}

function errorTable({ responses }: Call): Html {
  const rows = Object.entries(responses).flatMap(([status, response]) => {
    if (Number(status) < 400) return [];
    const { examples = {} } = jsonOf(response);
    const codes = Object.keys(examples);
    const said = response.description.replace(/^(?:`\w+`,? ?)+: /, '');
    return [
      html`<tr><td>${status}</td><td>${codes.map((code, i) => html`${i > 0 && ' '}<a href="/docs/errors"><code>${code}</code></a>`)}</td><td>${inline(said)}</td></tr>`,
    ];
  });
  return html`<div class="scroll"><table><thead><tr><th>Status</th><th>Code</th><th>When</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function headerTable({ headers = {} }: Response): Html {
  const rows = Object.entries(headers).map(([name, { $ref }]) => {
    const { description } = pointedTo<{ description: string }>($ref);
    return html`<tr><td><code>${name}</code></td><td>${inline(description)}</td></tr>`;
  });
  return html`<details><summary>${rows.length} headers</summary><div class="scroll"><table><thead><tr><th>Header</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

/** Names of fields, at any depth, for the search. */
function wordsOf(schema: Schema, seen = new Set<string>()): string {
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return '';
    seen.add(schema.$ref);
    return wordsOf(pointedTo<Schema>(schema.$ref), seen);
  }
  const own = Object.entries(schema.properties ?? {}).map(([name, field]) => `${name} ${wordsOf(field, seen)}`);
  const inner = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])];
  return [...own, ...inner.map((each) => wordsOf(each, seen))].join(' ').replace(/\s+/g, ' ').trim();
}
