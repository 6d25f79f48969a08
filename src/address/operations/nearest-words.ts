import { STREET_SUFFIXES, STREET_TYPES } from '../formatted/street-types.ts';
import { editDistance } from '../index/edit-distance.ts';
import { ABSENT, LOCALITY_ABSENT } from '../search/query/grades.ts';
import type { Candidate } from '../search/score/candidates.ts';
import type { PerComponent } from './components.ts';
import type { TokenRole } from './token-roles.ts';

/** Abbreviations of words of streets: `STREET` is written `ST`. */
const SHORT = new Map([...STREET_TYPES.map(([code, name]) => [code, name] as const), ...STREET_SUFFIXES.map(swapped)]);

function swapped([code, name]: readonly [string, string]): readonly [string, string] {
  return [name, code];
}

/**
 * Gives each word that no parse explains, because a misspelling was followed, the role of the
 * nearest word of the record, provided the record was graded by that component. Words between two
 * of one component get its role too.
 */
export function nearestRoles(
  words: readonly string[],
  roles: readonly TokenRole[],
  best: Candidate,
  found: PerComponent,
): TokenRole[] {
  const told: readonly (readonly [TokenRole, readonly string[]])[] = [
    ['street', best.name === ABSENT ? [] : streetWords(found.street)],
    ['locality', best.locality === LOCALITY_ABSENT ? [] : wordsOf(found.suburb)],
    ['state', best.state === ABSENT ? [] : wordsOf(found.state)],
  ];
  const near = roles.map((role, t) => (role === 'unexplained' ? nearestOf(words[t], told) : role));
  return near.map((role, t) => {
    if (role !== 'unexplained') return role;
    const before = near.slice(0, t).findLast((other) => other !== 'unexplained');
    const after = near.slice(t + 1).find((other) => other !== 'unexplained');
    return before === after && (before === 'street' || before === 'locality') ? before : role;
  });
}

function nearestOf(word: string, told: readonly (readonly [TokenRole, readonly string[]])[]): TokenRole {
  let nearest: TokenRole = 'unexplained';
  let least = word.length < 4 ? 0 : Math.floor(word.length / 3) + 1;
  for (const [role, others] of told)
    for (const other of others) {
      const edits = editDistance(word, other);
      if (edits > least || (edits === least && nearest !== 'unexplained')) continue;
      nearest = role;
      least = edits;
    }
  return nearest;
}

function streetWords(street: string | null): string[] {
  return wordsOf(street).flatMap((word) => [word, ...(SHORT.has(word) ? [SHORT.get(word)!] : [])]);
}

function wordsOf(text: string | null): string[] {
  return text === null ? [] : text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
