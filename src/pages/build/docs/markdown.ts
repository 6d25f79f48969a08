import { createRequire } from 'node:module';
import { Marked, type Token, type Tokens } from 'marked';
import { escaped, type Html, html, raw } from './html.ts';

/**
 * The used part of highlight.js, whose own types would bring those of browsers into programs for
 * Node.js.
 */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
const highlighter = require('highlight.js/lib/common') as Highlighter;
highlighter.registerLanguage('nginx', require('highlight.js/lib/languages/nginx'));

/** Names of languages in code blocks that highlight.js does not know. */
const NAMES: Readonly<Record<string, string>> = { curl: 'bash', vue: 'xml' };

/** Code with its tokens in spans with classes; code in an unknown language stays plain. */
function highlighted(code: string, language: string): Html {
  const name = NAMES[language.toLowerCase()] ?? language.toLowerCase();
  if (highlighter.getLanguage(name) === undefined) return raw(escaped(code));
  return raw(highlighter.highlight(code, { language: name }).value);
}

/** Resolves the references of a text to the site; null for what is not in it. */
export interface References {
  readonly link: (href: string) => string | null;
  readonly image: (source: string) => string | null;
}

/** A section of a page, for the search. */
export interface Section {
  /** The id of the heading; empty for what comes before the first one. */
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly text: string;
}

/** A text as HTML, without its title. */
export interface Rendered {
  readonly title: Html;
  readonly body: Html;
  readonly sections: readonly Section[];
}

/**
 * Renders Markdown as GitHub does: headings with GitHub's anchors, tables that scroll, highlighted
 * code. The first heading is the title, whatever its depth; the depths of others are relative to
 * it.
 * @throws Error if the text does not begin with a heading
 */
export function renderMarkdown(text: string, { link, image }: References): Rendered {
  const marked = new Marked({ gfm: true });
  const tokens = marked.lexer(text.replace(/<!--[\s\S]*?-->\n?/g, ''));
  const [first, ...rest] = tokens.filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading') throw new Error(`"${text.slice(0, 40)}…" does not begin with a heading`);
  const anchors = anchorsOf();
  const { depth: top } = first as Tokens.Heading;
  const sections: Section[] = [{ id: '', title: plain(first), depth: 1, text: '' }];
  for (const token of rest) {
    if (token.type === 'heading') {
      const { depth } = token as Tokens.Heading;
      sections.push({ id: anchors(plain(token)), title: plain(token), depth: depth - top + 1, text: '' });
    } else {
      const before = sections.pop()!;
      sections.push({ ...before, text: `${before.text} ${plain(token)}`.trim() });
    }
  }
  const ids = sections.slice(1).map(({ id }) => id);
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const level = depth - top + 1;
        const id = ids.shift() ?? '';
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)} <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h${level}>\n`;
      },
      code({ text, lang = '' }) {
        return codeBlock(text, lang.split(' ')[0]).html;
      },
      table(token) {
        const cell = ({ tokens, align }: Tokens.TableCell, tag: string) => {
          const inner = this.parser.parseInline(tokens);
          // An empty heading cell is a plain cell.
          const name = inner === '' ? 'td' : tag;
          return `<${name}${align === 'right' ? ' class="right"' : ''}>${inner}</${name}>`;
        };
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((each) => cell(each, tag)).join('')}</tr>`;
        return `<div class="scroll"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const target = link(href);
        const inner = this.parser.parseInline(tokens);
        return target === null ? inner : `<a href="${escaped(target)}">${inner}</a>`;
      },
      image({ href, text }) {
        const source = image(href);
        return source === null ? '' : `<img src="${escaped(source)}" alt="${escaped(text)}" loading="lazy">`;
      },
      html({ text }) {
        return text.replace(/<img\b([^>]*)\bsrc="([^"]+)"/g, (all, before, source) => {
          const found = image(source);
          return found === null ? all : `<img loading="lazy"${before}src="${escaped(found)}"`;
        });
      },
    },
  });
  return {
    title: raw(marked.parseInline((first as Tokens.Heading).text) as string),
    body: raw(marked.parser(rest)),
    sections,
  };
}

/** Code that scrolls, in a box to which the page's script adds a copy button. */
export function codeBlock(code: string, language: string): Html {
  return html`<div class="code"><pre><code>${highlighted(code, language)}</code></pre></div>
`;
}

/** A text of one paragraph as HTML. */
export function inline(text: string): Html {
  return raw(new Marked({ gfm: true }).parseInline(text) as string);
}

/** The anchor that GitHub gives a heading. */
export function anchorOf(title: string): string {
  const letters = title.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return letters.trim().replaceAll(' ', '-');
}

/** Makes the anchors for the headings of one text; a repeated one gets a number. */
function anchorsOf(): (title: string) => string {
  const seen = new Map<string, number>();
  return (title) => {
    const anchor = anchorOf(title);
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  };
}

/** The words of a token, at any depth. */
function plain(token: Token): string {
  switch (token.type) {
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows].flatMap((cells) => cells.map(({ tokens }) => tokens.map(plain).join(''))).join(' ');
    }
    case 'list':
      return (token as Tokens.List).items.map(plain).join(' ');
    case 'html':
    case 'image':
      return '';
    default: {
      const { tokens, text } = token as { readonly tokens?: readonly Token[]; readonly text?: string };
      if (tokens === undefined) return unescaped(text ?? '');
      return tokens.map(plain).join(token.type === 'blockquote' || token.type === 'list_item' ? ' ' : '');
    }
  }
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
