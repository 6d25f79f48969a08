import type { Chapter } from './contents.ts';
import { type Html, html } from './html.ts';
import type { Section } from './markdown.ts';

/** An entry of the menu. */
interface MenuEntry {
  readonly path: string;
  readonly menu: string;
}

/** A part of the menu, in the order in which its pages are read. */
export interface MenuChapter {
  readonly title: Chapter['title'];
  readonly entries: readonly MenuEntry[];
}

/** The content of a page. */
export interface FramedPage {
  readonly path: string;
  readonly title: Html;
  /** The title without markup, for the window. */
  readonly name: string;
  readonly about: string;
  readonly body: Html;
  readonly sections: readonly Section[];
  /** The path of its Markdown; null if it is not made from Markdown. */
  readonly markdown: string | null;
  /** Pages of calls have their samples in the place of the list of headings. */
  readonly isCall: boolean;
}

/** Longer lists of headings are not shown beside a page. */
const MOST_HEADINGS = 40;

/** A page with its frame. References that begin with `./` are replaced by the build. */
export function framed(page: FramedPage, menu: readonly MenuChapter[]): string {
  const { path, title, name, about, body, markdown, isCall } = page;
  const entries = menu.flatMap(({ entries }) => entries);
  const at = entries.findIndex((entry) => entry.path === path);
  const isReference = path === '/docs/reference';
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${path === '/docs' ? 'Letterbox docs' : `${name} · Letterbox docs`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${about}">
<link rel="icon" href="./../playground/icon.svg" type="image/svg+xml">
${markdown !== null && html`<link rel="alternate" type="text/markdown" href="${markdown}">`}
<link rel="stylesheet" href="./style.css">
<script type="module" src="./main.ts" blocking="render"></script>
</head>
<body>
<a class="skip button" href="#content">Skip to the text</a>
<header class="top">
<a class="brand" href="/docs"><img src="./../playground/icon.svg" alt="" width="28" height="28"><b>Letterbox</b> docs</a><span class="badge" id="release"></span>
<nav aria-label="Site"><a href="/" id="to-playground">Playground</a><a href="/docs"${!isReference && html` aria-current="true"`}>Docs</a><a href="/docs/reference"${isReference && html` aria-current="page"`}>Reference</a></nav>
<div class="tools">
<div class="search" role="search"><input id="search" type="search" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list" aria-label="Search the docs" placeholder="Search  /" autocomplete="off" spellcheck="false"><ul id="found" role="listbox" aria-label="Found" hidden></ul></div>
<button type="button" id="theme" aria-label="Light or dark">◐</button>
<button type="button" id="menu-button" aria-expanded="false" aria-controls="menu">Menu</button>
</div>
</header>
<div class="layout${isCall && ' wide'}">
<nav class="menu" id="menu" aria-label="Pages">${menu.map((chapter, i) => chapterList(chapter, `menu-${i}`, path))}</nav>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${body}
${at >= 0 && turn(entries[at - 1], entries[at + 1])}
${markdown !== null && html`<p class="small muted">This page as <a href="${markdown}">Markdown</a>.</p>`}
</main>
${!isCall && headings(page)}
</div>
</body>
</html>
`.html;
}

function chapterList({ title, entries }: MenuChapter, id: string, path: string): Html {
  const item = (entry: MenuEntry) =>
    html`<li><a href="${entry.path}"${entry.path === path && html` aria-current="page"`}>${entry.menu}</a></li>`;
  return html`<p id="${id}">${title}</p><ul aria-labelledby="${id}">${entries.map(item)}</ul>`;
}

function headings({ sections }: FramedPage): Html | false {
  const shown = sections.filter(({ id, depth }) => id !== '' && depth === 2).slice(0, MOST_HEADINGS);
  if (shown.length < 2) return false;
  return html`<nav class="toc" aria-labelledby="toc-title"><p id="toc-title">On this page</p><ul>${shown.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`;
}

function turn(before: MenuEntry | undefined, after: MenuEntry | undefined): Html | false {
  if (before === undefined && after === undefined) return false;
  return html`<nav class="turn" aria-label="Before and after">
${before !== undefined && html`<a href="${before.path}" rel="prev"><span class="small muted">Before</span>${before.menu}</a>`}
${after !== undefined && html`<a href="${after.path}" rel="next"><span class="small muted">Next</span>${after.menu}</a>`}
</nav>`;
}
