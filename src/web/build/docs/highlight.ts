import { createRequire } from 'node:module';
import { escaped, type Html, raw } from './html.ts';

/** What is used of highlight.js, whose own types would bring those of browsers into programs of Node.js. */
interface Highlighter {
  getLanguage(name: string): object | undefined;
  registerLanguage(name: string, language: unknown): void;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
}

const require = createRequire(import.meta.url);
const highlighter = require('highlight.js/lib/common') as Highlighter;
highlighter.registerLanguage('nginx', require('highlight.js/lib/languages/nginx'));

/** What code blocks call their language, where highlight.js does not know it by that. */
const NAMES: Readonly<Record<string, string>> = { curl: 'bash', vue: 'xml' };

/** Code with its parts in spans of a class each; a language that is not known is left plain. */
export function highlighted(code: string, language: string): Html {
  const name = NAMES[language.toLowerCase()] ?? language.toLowerCase();
  if (highlighter.getLanguage(name) === undefined) return raw(escaped(code));
  return raw(highlighter.highlight(code, { language: name }).value);
}
