import { lowerBound } from './address.ts';
import type { IndexColumns } from './sections.ts';

/** Letters or digits of the longest beginning that an index has answers to. */
export const LONGEST_BEGINNING = 4;

/** The most addresses that an index has for a beginning: what autocomplete answers unless more are asked for. */
export const MOST_BEGUN = 5;

const BASE = 37;
const SPACE = 0x20;

/**
 * The key in `beginning` of a text of at most four letters, or at most four digits, and perhaps a
 * space; -1 of any other, and of one whose capitals may be read as another word's beginning.
 */
export function keyOfBeginning(text: string): number {
  const spaced = text.charCodeAt(text.length - 1) === SPACE ? 1 : 0;
  const length = text.length - spaced;
  if (length > LONGEST_BEGINNING) return -1;
  let key = 0;
  let digits = 0;
  let isSmall = false;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x61 && code <= 0x7a) {
      isSmall = true;
      key = key * BASE + code - 0x61 + 11;
    } else if (code >= 0x41 && code <= 0x5a && !isSmall) key = key * BASE + code - 0x41 + 11;
    else if (code >= 0x30 && code <= 0x39) {
      digits++;
      key = key * BASE + code - 0x30 + 1;
    } else return -1;
  }
  return length === 0 || (digits !== 0 && digits !== length) ? -1 : 2 * key + spaced;
}

/** The text of a key, in capitals. */
export function textOfBeginning(key: number): string {
  let text = key % 2 === 1 ? ' ' : '';
  for (let rest = Math.floor(key / 2); rest > 0; rest = Math.floor(rest / BASE)) {
    const place = rest % BASE;
    text = String.fromCharCode(place <= 10 ? 0x30 + place - 1 : 0x41 + place - 11) + text;
  }
  return text;
}

/** Where a text is in `beginning`, whose answers are there; -1 where it is not, and has to be searched for. */
export function beginningOf({ columns: { beginning } }: IndexColumns, text: string): number {
  const key = keyOfBeginning(text);
  if (key < 0) return -1;
  const at = lowerBound(beginning, key);
  return beginning[at] === key ? at : -1;
}
