import { h } from '../dom.ts';

const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A text with what was typed of it in bold: the beginnings of its words that are words of the
 * query, as they are spelled there.
 */
export function emphasized(text: string, query: string): (Node | string)[] {
  const typed = [...query.toUpperCase().matchAll(WORD)].map(([word]) => word).sort((a, b) => b.length - a.length);
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const upper = word.toUpperCase();
    const begun = typed.find((each) => upper.startsWith(each));
    if (begun === undefined) continue;
    parts.push(text.slice(end, index), h('b', {}, word.slice(0, begun.length)));
    end = index + begun.length;
  }
  return [...parts, text.slice(end)];
}
