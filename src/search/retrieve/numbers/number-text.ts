import type { AddressIndex } from '../../../index/open.ts';

/** Whether the text of a number code begins with some letters and digits. */
export function numberBegins(index: AddressIndex, code: number, text: string): boolean {
  const { numberText, numberTextStart } = index.columns;
  const start = numberTextStart[code];
  if (numberTextStart[code + 1] - start < text.length) return false;
  for (let i = 0; i < text.length; i++) if (numberText[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** The number code, of those from `from` to `to`, that has a text; -1 where none has. O(codes). */
export function codeOfText(index: AddressIndex, text: string, from: number, to: number): number {
  const { numberText, numberTextStart } = index.columns;
  for (let code = from; code < to; code++) {
    const start = numberTextStart[code];
    if (numberTextStart[code + 1] - start !== text.length) continue;
    let i = 0;
    while (i < text.length && numberText[start + i] === text.charCodeAt(i)) i++;
    if (i === text.length) return code;
  }
  return -1;
}
