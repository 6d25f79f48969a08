import { STREET_NUMBER } from './number-kinds.ts';
import type { Columns } from './sections.ts';

/** What says whether a number code is compound. */
export type NumberCodes = Pick<Columns, 'numberKind' | 'numberText' | 'numberTextStart'>;

const LETTER = 0x41;
const HYPHEN = 0x2d;

/** Whether a code is a street number with a letter, or of a range: `2A`, `12-14`. O(characters). */
export function isCompound({ numberKind, numberText, numberTextStart }: NumberCodes, code: number): boolean {
  if (numberKind[code] !== STREET_NUMBER) return false;
  for (let i = numberTextStart[code]; i < numberTextStart[code + 1]; i++)
    if (numberText[i] >= LETTER || numberText[i] === HYPHEN) return true;
  return false;
}
