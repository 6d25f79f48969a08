import { MEANING } from '../index/lexicon.ts';
import type { NameParse } from '../search/parse/names/name-parse.ts';
import { placeRun } from '../search/parse/names/runs.ts';
import type { NumberParse } from '../search/parse/numbers/number-parse.ts';
import { ABSENT, LOCALITY_ABSENT, LOCALITY_UNKNOWN, NUMBER_ABSENT } from '../search/query/grades.ts';
import type { Candidate } from '../search/score/candidates.ts';
import type { Words } from '../search/text/lexicon.ts';
import { hasToken, type Tokens } from '../search/text/tokens.ts';

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

/** One way to read a query: its numbers, and its words. */
export interface Parse {
  readonly numbers: NumberParse;
  readonly names: NameParse;
}

/** The tokens of a query, and what they may mean. */
export interface Said {
  readonly tokens: Tokens;
  readonly words: Words;
}

/**
 * The role of each token by the parse that fits the best candidate; by the numbers alone where there is no parse of the
 * words.
 */
export function rolesOf(
  said: Said,
  parses: readonly Parse[],
  numbers: NumberParse | null,
  best: Candidate | null,
): TokenRole[] {
  const roles = new Array<TokenRole | null>(said.tokens.count).fill(null);
  const parse = best === null ? parses[0] : mostFitting(parses, best);
  if (parse !== undefined) nameRoles(roles, said, parse.names, best);
  const read = parse?.numbers ?? numbers;
  if (read !== null) numberRoles(roles, said, read);
  if (best !== null) misspelledRoles(roles, best);
  return roles.map((role) => role ?? (parse === undefined ? 'unexplained' : 'other'));
}

/** The first of the parses that agree best with what the candidate was graded by. */
function mostFitting(parses: readonly Parse[], best: Candidate): Parse | undefined {
  const agreement = ({ numbers, names }: Parse) =>
    Number((names.street !== null) === (best.name !== ABSENT)) * 4 +
    Number((names.locality !== null) === (best.locality !== LOCALITY_ABSENT)) * 4 +
    Number(names.type >= 0 === (best.type !== ABSENT)) * 2 +
    Number(names.suffix >= 0 === (best.suffix !== ABSENT)) +
    Number((numbers.number !== null) === (best.number !== NUMBER_ABSENT)) * 2 +
    Number((numbers.unit !== null) === (best.unit !== ABSENT)) +
    Number((numbers.postcode !== null) === (best.postcode !== ABSENT)) +
    Number(names.state >= 0 === (best.state !== ABSENT)) +
    Number(names.unmatched === best.unmatched) * 2;
  let fitting: Parse | undefined;
  for (const parse of parses) if (fitting === undefined || agreement(parse) > agreement(fitting)) fitting = parse;
  return fitting;
}

function nameRoles(roles: (TokenRole | null)[], said: Said, names: NameParse, best: Candidate | null): void {
  const { street, locality, type, suffix, state, left } = names;
  const rest: TokenRole = best !== null && best.building !== ABSENT ? 'building' : 'unexplained';
  for (let t = 0; t < roles.length; t++) if (hasToken(left, t)) roles[t] = rest;
  const place = best?.locality === LOCALITY_UNKNOWN ? placeRun(said, names) : locality;
  if (place !== null) roles.fill('locality', place.from, place.end);
  if (street !== null) {
    roles.fill('street', street.from, street.end);
    const behind = [...(type >= 0 ? ['type' as const] : []), ...(suffix >= 0 ? ['suffix' as const] : [])];
    behind.forEach((role, i) => {
      if (street.end + i < roles.length && roles[street.end + i] === null) roles[street.end + i] = role;
    });
  }
  if (state >= 0) for (let t = 0; t < roles.length; t++) if (saysState(said, t)) roles[t] ??= 'state';
}

const STATE = 1 << MEANING.state;

/** Whether a token is a state's name, of one word or several, or begins one at the end; not the country or a capital. */
function saysState({ tokens, words }: Said, t: number): boolean {
  if ((words.meanings[t] & STATE) !== 0 || (tokens.open && t === tokens.count - 1)) return true;
  for (let from = Math.max(0, t - 2); from <= t; from++)
    if ((words.longMeanings[from] & STATE) !== 0 && words.longEnd[from] > t) return true;
  return false;
}

/** A misspelled street or locality is found by the words that the parse leaves over. */
function misspelledRoles(
  roles: (TokenRole | null)[],
  { name, nameEdits, type, localityEdits, unmatched }: Candidate,
): void {
  const left = roles.flatMap((role, t) => (role === 'unexplained' ? [t] : []));
  if (left.length <= unmatched) return;
  if (nameEdits > 0 && name !== ABSENT && !roles.includes('street')) {
    const typed = type !== ABSENT && !roles.includes('type') && left.length > 1;
    left.forEach((t, i) => {
      roles[t] = typed && i === left.length - 1 ? 'type' : 'street';
    });
  } else if (localityEdits > 0 && !roles.includes('locality')) for (const t of left) roles[t] = 'locality';
}

/** Numbers, and the words before them that say what they are. */
function numberRoles(roles: (TokenRole | null)[], { words }: Said, read: NumberParse): void {
  const { consumed, unit, level, number, last, lot, postcode } = read;
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
