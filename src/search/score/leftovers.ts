import { hasBuildingName, readDetail } from '../../index/detail.ts';
import { searchKey } from '../../index/search-key.ts';
import { textOf } from '../../index/text.ts';
import type { NameParse } from '../parse/names/name-parse.ts';
import { ABSENT, EXACT, FUZZY } from '../retrieve/grades.ts';
import { editDistance, editsAllowed } from '../text/edits.ts';
import { hasToken, type TokenSet, tokenRange } from '../text/token-set.ts';
import { tokenText } from '../text/tokens.ts';
import type { Candidate } from './candidate.ts';
import type { Search } from './candidates.ts';
import { costOf } from './cost.ts';

/** Candidates whose words are explained at a time: the cheapest. */
const MOST_EXPLAINED = 10;

/** Explains what words parses left over, of the cheapest candidates that were not scored before. */
export function explainAll(search: Search): void {
  if (!leavesWords(search)) return;
  let most = Number.POSITIVE_INFINITY;
  if (search.candidates.length > MOST_EXPLAINED) {
    const costs = search.candidates.map(({ cost }) => cost).sort((a, b) => a - b);
    most = costs[MOST_EXPLAINED - 1];
  }
  for (const candidate of search.candidates) {
    const { parse } = candidate;
    if (parse === null || candidate.cost > most) continue;
    candidate.parse = null;
    explainLeftovers(search, candidate, parse);
  }
}

function leavesWords({ candidates }: Search): boolean {
  for (const { parse } of candidates) if (parse !== null) return true;
  return false;
}

/**
 * Explains words that a parse left over by the record itself: a misspelled street type behind the street's name, and words of
 * the record's building or site name. Changes the candidate. Allocates: for the best few candidates only.
 */
function explainLeftovers(search: Search, c: Candidate, parse: NameParse): void {
  if (c.unmatched === 0 || c.name === ABSENT) return;
  explainBuilding(search, c, explainType(search, c, parse));
  c.cost = costOf(c);
}

/** Answers the words that are left over then. */
function explainType(search: Search, c: Candidate, { street, left }: NameParse): TokenSet {
  const { streetType, streetTypeText } = search.index.columns;
  const code = streetType[c.street];
  if (street === null || c.type !== ABSENT || code === 0) return left;
  const t = street.end;
  if (t >= search.tokens.count || !hasToken(left, t)) return left;
  const type = Buffer.from(textOf(search.index, streetTypeText[code]), 'latin1');
  const most = editsAllowed(search.tokens.end[t] - search.tokens.start[t] + 1);
  const { letters, start, end } = search.tokens;
  if (most === 0 || editDistance(letters, start[t], end[t], type, 0, type.length, most) > most) return left;
  c.type = FUZZY;
  c.unmatched--;
  return left & ~tokenRange(t, t + 1);
}

function explainBuilding(search: Search, c: Candidate, left: TokenSet): void {
  if (!hasBuildingName(search.index, c.ordinal)) return;
  const { building, site } = readDetail(search.index, c.ordinal);
  const names = [building, site]
    .filter((name) => name !== 0)
    .map((name) => searchKey(textOf(search.index, name)).split(' '));
  const typed = new Set<string>();
  let met = 0;
  let other = 0;
  for (let t = 0; t < search.tokens.count; t++) {
    const word = tokenText(search.tokens, t, t + 1);
    typed.add(word);
    if (!hasToken(left, t)) continue;
    if (names.some((words) => words.includes(word))) met++;
    else other++;
  }
  if (met === 0) return;
  c.unmatched -= met;
  const whole = names.some((words) => words.every((word) => typed.has(word)));
  c.building = other === 0 && whole ? EXACT : FUZZY;
}
