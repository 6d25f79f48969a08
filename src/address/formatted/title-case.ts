import { CAPITAL_AT_FIRST, NUMERALS, WRITTEN_NAMES, WRITTEN_WORDS } from './written-words.ts';

/**
 * A text of G-NAF, which is in capitals, as people write it: `UNIT 5, 12A MCDONALD STREET` as `Unit 5, 12A McDonald Street`. Only the case
 * of letters is changed, so what comes out is found again.
 */
export function titleCase(text: string): string {
  let begins = true;
  return text.replace(/KU-?RING-GAI|[\p{L}\p{N}'’]+|,/giu, (word) => {
    if (word === ',') {
      begins = true;
      return word;
    }
    const first = begins;
    // The name after a number still counts as beginning there: `1 THE STRAND`.
    begins = /\d/.test(word);
    return WRITTEN_NAMES.get(word.toUpperCase()) ?? wordCase(word, first);
  });
}

function wordCase(word: string, first: boolean): string {
  const upper = word.toUpperCase();
  const special = WRITTEN_WORDS.get(upper);
  if (special !== undefined) {
    const isName = first && (CAPITAL_AT_FIRST.has(special) || NUMERALS.has(special));
    return isName ? capital(upper) : special;
  }
  if (/^\d+(ST|ND|RD|TH)$/.test(upper)) return upper.toLowerCase();
  if (/\d/.test(upper)) return upper;
  const [, prefix, rest] = /^(\p{L})(['’]\p{L}{2,})$/u.exec(upper) ?? [];
  if (prefix !== undefined) return prefix + rest[0] + capital(rest.slice(1));
  if (/^MC\p{L}{3,}$/u.test(upper)) return `Mc${capital(upper.slice(2))}`;
  return capital(upper);
}

function capital(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}
