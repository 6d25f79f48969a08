import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, normalize } from 'node:path/posix';
import { type Catalogue, readCatalogue } from '../../../billing/accounts/plans/catalogue.ts';
import { type Plan, quotaMode, usagePrice } from '../../../billing/accounts/plans/plan.ts';
import { callPage } from './call-page.ts';
import { BEGIN, CHAPTERS, type TextPage } from './contents.ts';
import { CALLS, type Call, slugOf } from './description.ts';
import { type FramedPage, framed, type MenuChapter } from './frame.ts';
import { raw } from './html.ts';
import { anchorOf, type References, renderMarkdown, type Section } from './markdown.ts';
import { homePage, MISSING_PAGE, referencePage } from './overview-pages.ts';

const PERIODS: Readonly<Record<string, string>> = { P1M: 'a month', P1Y: 'a year' };

const BEYOND = { 'hard-cap': 'ends there', 'soft-overage': 'goes on', uncapped: 'billed by use' } as const;

/** The plans of a catalogue with their figures, as a Markdown table. */
function planTable({ plans, currency }: Catalogue): string {
  const head = ['Plan', 'Price', 'Included credits', 'Beyond them', 'Requests a second', 'At once'];
  const rows = plans.filter(({ offered }) => offered).map((plan) => rowOf(plan, currency));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(['---', '---', '---:', '---', '---:', '---:']), ...rows.map(line)].join('\n');
}

function rowOf(plan: Plan, currency: string): string[] {
  const period = PERIODS[plan.period] ?? `each ${plan.period}`;
  const price =
    plan.shape === 'included'
      ? `${money(plan.priceCents, currency)} ${period}`
      : plan.shape === 'free'
        ? 'free'
        : 'none';
  const included = plan.shape === 'payg' ? 'none' : `${grouped(plan.credits)} ${period}`;
  const beyond = usagePrice(plan);
  const per = beyond === null ? '' : `: ${money(beyond.cents, currency)} per ${grouped(beyond.perCredits)}`;
  const mode = BEYOND[quotaMode(plan)];
  return [plan.name, price, included, `${mode}${per}`, grouped(plan.burst.perSecond), grouped(plan.burst.size)];
}

function money(cents: number, currency: string): string {
  return `${(cents / 100).toLocaleString('en-AU', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 })} ${currency}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en-AU');
}

/** A page or a text of the docs, by the path that it is served at. */
interface DocsFile {
  readonly path: string;
  readonly contents: string;
}

/** The docs without their script and style sheet. */
export interface DocsSite {
  readonly pages: readonly DocsFile[];
  /** The Markdown of the pages that are made from it, and `/llms.txt`. */
  readonly texts: readonly DocsFile[];
  /** The content of the search: `[path, page, heading, text]` of each section of each page. */
  readonly search: readonly (readonly [path: string, page: string, title: string, text: string])[];
}

/** The mark in a text for the table of plans. */
const PLANS = '<!-- plans -->';

const TEXT_PAGES = [...BEGIN.pages, ...CHAPTERS.flatMap(({ pages }) => pages)];
const DATA_CALLS = CALLS.filter(({ cost }) => cost !== null);

const MENU: readonly MenuChapter[] = [
  { title: BEGIN.title, entries: [{ path: '/docs', menu: 'Overview' }, ...BEGIN.pages.map(entryOf)] },
  {
    title: 'Calls',
    entries: [
      ...DATA_CALLS.map((call) => ({ path: `/docs/${slugOf(call)}`, menu: menuName(call) })),
      { path: '/docs/reference', menu: 'Reference' },
    ],
  },
  ...CHAPTERS.map(({ title, pages }) => ({ title, entries: pages.map(entryOf) })),
];

function entryOf({ slug, menu }: TextPage) {
  return { path: `/docs/${slug}`, menu };
}

/** `lookup/postcode` is "lookup postcode", `validate/batch` "validate batch". */
function menuName(call: Call): string {
  return slugOf(call).slice('calls/'.length).replaceAll('-', ' ');
}

/**
 * Makes the docs from the Markdown in the repository, the interface description and the plan
 * catalogue. `image` returns the path that a picture of the repository is served at.
 */
export function docsSite(root: string, image: (file: string) => string): DocsSite {
  const plans = planTable(readCatalogue(join(root, 'data/plans.json')));
  const texts = TEXT_PAGES.map((page) => ({
    page,
    text: textOf(root, page).replace(PLANS, plans),
    references: {
      link: (href: string) => linkFrom(page.source, href),
      image: (file: string) => image(join(root, dirname(page.source), file)),
    },
  }));
  const pages: FramedPage[] = [homePage(BEGIN, DATA_CALLS, CHAPTERS), referencePage(CALLS)];
  for (const { page, text, references } of texts) {
    const { slug, about } = page;
    const { title, body, sections } = renderMarkdown(text, references);
    const path = `/docs/${slug}`;
    pages.push({ path, title, name: sections[0].title, about, body, sections, markdown: `${path}.md`, isCall: false });
  }
  for (const call of DATA_CALLS) {
    const { title, body, sections } = callPage(call);
    const about = `${call.method} ${call.path}: ${call.summary}`;
    pages.push({
      path: `/docs/${slugOf(call)}`,
      title: raw(title),
      name: title,
      about,
      body,
      sections,
      markdown: null,
      isCall: true,
    });
  }
  return {
    pages: [...pages, MISSING_PAGE].map((page) => ({ path: page.path, contents: framed(page, MENU) })),
    texts: [
      ...texts.map(({ page, text, references }) => ({
        path: `/docs/${page.slug}.md`,
        contents: relinked(text, references),
      })),
      { path: '/llms.txt', contents: llmsText(readFileSync(join(root, 'src/pages/docs/llms.txt'), 'utf8')) },
    ],
    search: pages.flatMap(({ path, name, sections }) => sections.map((section) => searched(path, name, section))),
  };
}

function searched(path: string, page: string, { id, title, text }: Section) {
  return [id === '' ? path : `${path}#${id}`, page, title, text] as const;
}

/** The text of a page, from its first heading on. */
function textOf(root: string, { source, from }: TextPage): string {
  const text = readFileSync(join(root, source), 'utf8');
  const begin = from === undefined ? 0 : text.indexOf(`${from}\n`);
  if (begin < 0) throw new Error(`${source} has no "${from}", where its page begins`);
  return text.slice(begin);
}

/** The target in the site of a reference in a file of the repository; null if it is not a page. */
function linkFrom(source: string, href: string): string | null {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href;
  const [file, anchor] = href.split('#');
  const target = normalize(join(dirname(source), file));
  const page = TEXT_PAGES.find((each) => each.source === target);
  if (page === undefined) return null;
  const isTitle = anchor !== undefined && page.from !== undefined && anchorOf(page.from) === anchor;
  return `/docs/${page.slug}${anchor === undefined || isTitle ? '' : `#${anchor}`}`;
}

/**
 * Markdown with its references replaced by those of the site; a reference without a target becomes
 * plain words.
 */
function relinked(text: string, { link, image }: References): string {
  const pictured = text.replace(/(<img\b[^>]*\bsrc=")([^"]+)/g, (all, before: string, file: string) => {
    const found = image(file);
    return found === null ? all : before + found;
  });
  return pictured.replace(/(?<!!)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_, words: string, href: string) => {
    const target = link(href);
    return target === null ? words : `[${words}](${target.replace(/^(\/docs\/[\w/-]+)/, '$1.md')})`;
  });
}

/** The list of pages for language models, after an introduction. */
function llmsText(head: string): string {
  const line = ({ slug, menu, about }: TextPage) => `- [${menu}](/docs/${slug}.md): ${about}`;
  const chapters = [BEGIN, ...CHAPTERS].map(({ title, pages }) => `## ${title}\n\n${pages.map(line).join('\n')}\n`);
  return `${head.trimEnd()}\n\n${chapters.join('\n')}`;
}
