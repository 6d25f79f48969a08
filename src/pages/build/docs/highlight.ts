import { createRequire } from 'node:module';
import { escaped, type Html, raw } from './html.ts';

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
export function highlighted(code: string, language: string): Html {
  const name = NAMES[language.toLowerCase()] ?? language.toLowerCase();
  if (highlighter.getLanguage(name) === undefined) return raw(escaped(code));
  return raw(highlighter.highlight(code, { language: name }).value);
}
