import { DELETION_PREFIX } from '../../../index/deletion-index.ts';
import type { Span } from '../../parse/names/spans.ts';
import type { Phrase } from './phrase.ts';

/** Whether a name of some letters may be meant, some edits away: short names forgive fewer. */
export function isMeant(edits: number, letters: number): boolean {
  return edits === 1 ? letters > 3 : edits === 2 && letters >= DELETION_PREFIX;
}

/** Adds a name that a phrase is a misspelling of, once: of two ways to it, the one with fewer edits. */
export function addName(found: Span[], { from, end }: Phrase, node: number, whole: boolean, edits: number): void {
  for (const span of found)
    if (span.node === node) {
      if (edits < span.edits) span.edits = edits;
      return;
    }
  found.push({ from, end, node, whole, spaces: 0, edits });
}
