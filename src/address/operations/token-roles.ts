import { MEANING } from '../index/lexicon.ts';
import { placeRun } from '../search/parse/names/runs.ts';
import { ABSENT, FUZZY, LOCALITY_UNKNOWN } from '../search/query/grades.ts';
import type { Candidate, Reading } from '../search/score/candidates.ts';
import { hasToken } from '../search/text/tokens.ts';

/** What a word of a query is taken for. */
export type TokenRole =
  | 'unit'
  | 'level'
  | 'number'
  | 'lot'
  | 'street'
  | 'type'
  | 'suffix'
  | 'locality'
  | 'state'
  | 'postcode'
  | 'building'
  | 'other'
  | 'unexplained';

/** What each word is taken for by a reading, in the best answer; null for none. */
export function rolesOf(reading: Reading, best: Candidate | null): TokenRole[] {
  const roles = new Array<TokenRole | null>(reading.tokens.count).fill(null);
  nameRoles(roles, reading, best);
  numberRoles(roles, reading);
  return roles.map((role) => role ?? 'other');
}

function nameRoles(roles: (TokenRole | null)[], reading: Reading, best: Candidate | null): void {
  const { names, street, words } = reading;
  const { type, typesOpen, suffix, suffixesOpen, state, statesOpen, left } = names;
  const rest: TokenRole = best !== null && best.building !== ABSENT ? 'building' : 'unexplained';
  for (let t = 0; t < roles.length; t++) if (hasToken(left, t)) roles[t] = rest;
  const isUnknown = best?.locality === LOCALITY_UNKNOWN || (reading.place === null && names.localityUnknown);
  const place = isUnknown ? placeRun(reading, names, street) : reading.place;
  if (place !== null) roles.fill('locality', place.from, place.end);
  if (street !== null) {
    roles.fill('street', street.from, street.end);
    let t = street.end;
    if (best?.type === FUZZY || ((type >= 0 || typesOpen !== null) && roles[t] === null)) roles[t++] = 'type';
    if ((suffix >= 0 || suffixesOpen !== null) && roles[t] === null)
      roles.fill('suffix', t, words.longEntry[t] === suffix ? words.longEnd[t] : t + 1);
  }
  if (state >= 0 || statesOpen > 0)
    for (let t = 0; t < roles.length; t++) if (saysState(reading, t)) roles[t] ??= 'state';
}

const STATE = 1 << MEANING.state;

/** Whether a token is a state's name, of one word or several, or begins one at the end; not the country or a capital. */
function saysState({ tokens, words }: Reading, t: number): boolean {
  if ((words.meanings[t] & STATE) !== 0 || t === tokens.openAt) return true;
  for (let from = Math.max(0, t - 2); from <= t; from++)
    if ((words.longMeanings[from] & STATE) !== 0 && words.longEnd[from] > t) return true;
  return false;
}

/** Numbers, and the words before them that say what they are. */
function numberRoles(roles: (TokenRole | null)[], { words, numbers }: Reading): void {
  const { consumed, unit, level, number, last, lot, postcode } = numbers;
  const known: [TokenRole, number | undefined][] = [
    ['unit', unit?.number?.token],
    ['level', level?.number?.token],
    ['lot', lot?.token],
    ['postcode', postcode?.token],
    ['number', number?.token],
    ['number', last?.token],
  ];
  for (let t = 0; t < roles.length; t++) if (hasToken(consumed, t)) roles[t] = null;
  for (const [role, token] of known) if (token !== undefined) roles[token] ??= role;
  for (let t = roles.length - 2; t >= 0; t--) {
    if (!hasToken(consumed, t) || roles[t] !== null) continue;
    const next = roles[t + 1];
    const isNumbered = next === 'unit' || next === 'level' || next === 'lot' || next === 'number';
    // A word that says what the number is, or stands between the two of a range; not an addressee's name.
    const belongs = ((words.meanings[t] | words.longMeanings[t]) & SAYS) !== 0 || (t > 0 && roles[t - 1] === next);
    roles[t] = isNumbered && belongs ? next : 'other';
  }
}

const SAYS = [
  MEANING.flatType,
  MEANING.levelType,
  MEANING.lot,
  MEANING.number,
  MEANING.side,
  MEANING.within,
  MEANING.cardinal,
  MEANING.ordinal,
].reduce((all, meaning) => all | (1 << meaning), 0);
