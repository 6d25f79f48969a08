import type { Chapter } from './contents.ts';
import { ABOUT_ALL, type Call, INTERFACE_VERSION, slugOf } from './description.ts';
import type { FramedPage } from './frame.ts';
import { type Html, html, raw } from './html.ts';
import { codeBlock, inline, renderMarkdown } from './markdown.ts';
import { fieldsOf } from './schema-view.ts';

const HOME =
  'Letterbox answers questions about Australian addresses: what somebody is about to type, whether an address exists, all that is known of it, what stands near a point, and what a postcode or suburb holds. ' +
  'The answers come from G-NAF, Australia’s open address file.';

const KEY = 'Every call takes an API key in the `X-Api-Key` header, costs credits and answers JSON.';

/** The home page: an overview with links. */
export function homePage(begin: Chapter, calls: readonly Call[], chapters: readonly Chapter[]): FramedPage {
  const card = (path: string, title: string, about: string) =>
    html`<li><a href="${path}">${title}</a><p>${inline(about)}</p></li>`;
  const cards = ({ pages }: Chapter) => pages.map(({ slug, menu, about }) => card(`/docs/${slug}`, menu, about));
  return {
    path: '/docs',
    title: raw('Letterbox docs'),
    name: 'Overview',
    about: HOME,
    markdown: null,
    isCall: false,
    body: html`<p class="lead">${HOME}</p>
<p>${inline(KEY)}</p>
<h2 id="begin">${begin.title}</h2><ul class="cards">${cards(begin)}</ul>
<h2 id="calls">Calls</h2>${callTable(calls)}
${chapters.map((chapter) => html`<h2 id="${chapter.title.toLowerCase()}">${chapter.title}</h2><ul class="cards">${cards(chapter)}</ul>`)}`,
    sections: [{ id: '', title: 'Overview', depth: 1, text: HOME }],
  };
}

function callTable(calls: readonly Call[]): Html {
  const rows = calls.map(
    (call) =>
      html`<tr><td><a href="/docs/${slugOf(call)}">${call.summary}</a></td><td><b class="method">${call.method}</b> <code>${call.path}</code></td><td class="right">${call.cost}${call.method === 'POST' && ' each'}</td></tr>`,
  );
  return html`<div class="scroll"><table><thead><tr><th>What it does</th><th>Request</th><th class="right">Credits</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** What is answered, with 404, to the path of a page that there is not. */
export const MISSING_PAGE: FramedPage = {
  path: '/docs/404',
  title: raw('There is no such page'),
  name: 'There is no such page',
  about: 'This page of the docs is not there, or no longer.',
  markdown: null,
  isCall: false,
  body: html`<p class="lead">It may have another name by now. Search for it above, take it from the menu, or begin at the <a href="/docs">overview</a>.</p>`,
  sections: [],
};

/** The reference: what applies to all calls, the calls, and the documents of the service itself. */
export function referencePage(calls: readonly Call[]): FramedPage {
  const { body: general } = renderMarkdown(`# Reference\n\n${ABOUT_ALL}`, { link: (href) => href, image: () => null });
  const documents = calls.filter(({ cost }) => cost === null);
  const about = 'Every operation of the interface, from its OpenAPI 3.1 description.';
  return {
    path: '/docs/reference',
    title: raw('Reference'),
    name: 'Reference',
    about,
    markdown: null,
    isCall: false,
    body: html`<p>Interface version ${INTERFACE_VERSION}. This page and those of the calls are made of the <a href="/openapi.json">interface description</a>, OpenAPI 3.1, which the service itself is made of too. <a href="/postman.json">/postman.json</a> is the same as a collection for Postman, Insomnia, Bruno or Hoppscotch: set its variable <code>apiKey</code>.</p>
${general}
<h2 id="calls">Calls</h2>${callTable(calls.filter(({ cost }) => cost !== null))}
<h2 id="documents">The service itself</h2><p>These need no key and cost nothing.</p>
${documents.map(documentPart)}`,
    sections: [
      { id: '', title: 'Reference', depth: 1, text: ABOUT_ALL },
      ...[
        { id: 'calls', title: 'Calls' },
        { id: 'documents', title: 'The service itself' },
      ].map((part) => ({ ...part, depth: 2, text: '' })),
      ...documents.map(({ operationId, summary, path, description }) => ({
        id: operationId,
        title: `${summary}: ${path}`,
        depth: 3,
        text: description,
      })),
    ],
  };
}

function documentPart({ operationId, summary, path, description, responses }: Call): Html {
  const parts = Object.entries(responses).flatMap(([status, response]) => {
    const { schema, example } = response.content?.['application/json'] ?? {};
    if (schema === undefined || status === '400') return [];
    return [
      html`<h4>${status}: ${response.description}</h4>${example !== undefined && codeBlock(JSON.stringify(example, null, 2), 'json')}${fieldsOf(schema)}`,
    ];
  });
  return html`<h3 id="${operationId}">${summary}</h3><p class="endpoint"><b class="method">GET</b> <a href="${path}"><code>${path}</code></a></p><p>${inline(description)}</p>${parts}`;
}
