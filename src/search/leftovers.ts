import { readDetail } from '../index/detail.ts';
import { searchKey } from '../index/search-key.ts';
import { textOf } from '../index/text.ts';
import { editDistance, editsAllowed } from './edits.ts';
import { ABSENT, type Candidate, costOf, EXACT, FUZZY } from './grades.ts';
import type { Matcher } from './matcher.ts';
import type { NameReading } from './name-readings.ts';
import { tokenText } from './tokens.ts';

/** Candidates whose words are explained at a time: the cheapest. */
const MOST_EXPLAINED = 10;

/** Explains what words readings left over, of the cheapest candidates that were not looked at before. */
export function explainAll(m: Matcher): void {
  if (!leavesWords(m)) return;
  let most = Number.POSITIVE_INFINITY;
  if (m.candidates.length > MOST_EXPLAINED) {
    const costs = m.candidates.map(({ cost }) => cost).sort((a, b) => a - b);
    most = costs[MOST_EXPLAINED - 1];
  }
  for (const candidate of m.candidates) {
    const { reading } = candidate;
    if (reading === null || candidate.cost > most) continue;
    candidate.reading = null;
    explainLeftovers(m, candidate, reading);
  }
}

function leavesWords({ candidates }: Matcher): boolean {
  for (const { reading } of candidates) if (reading !== null) return true;
  return false;
}

/**
 * Explains words that a reading left over by the record itself: a misspelled street type behind the street's name, and words of
 * the record's building or site name. Changes the candidate. Allocates: for the best few candidates only.
 */
function explainLeftovers(m: Matcher, c: Candidate, reading: NameReading): void {
  if (c.unmatched === 0 || c.name === ABSENT) return;
  const left = reading.left.slice();
  explainType(m, c, reading, left);
  explainBuilding(m, c, left);
  c.cost = costOf(c);
}

function explainType(m: Matcher, c: Candidate, { street }: NameReading, left: number[]): void {
  const { streetType, streetTypeText } = m.index.columns;
  const code = streetType[c.street];
  if (street === null || c.type !== ABSENT || code === 0) return;
  const t = street.end;
  if (t >= m.tokens.count || left[t] !== 1) return;
  const type = Buffer.from(textOf(m.index, streetTypeText[code]), 'latin1');
  const most = editsAllowed(m.tokens.end[t] - m.tokens.start[t] + 1);
  const { letters, start, end } = m.tokens;
  if (most === 0 || editDistance(letters, start[t], end[t], type, 0, type.length, most) > most) return;
  c.type = FUZZY;
  c.unmatched--;
  left[t] = 0;
}

function explainBuilding(m: Matcher, c: Candidate, left: number[]): void {
  const detail = readDetail(m.index, c.ordinal);
  const { building, site } = detail;
  if (building === 0 && site === 0) return;
  const names = [building, site]
    .filter((name) => name !== 0)
    .map((name) => searchKey(textOf(m.index, name)).split(' '));
  const said = new Set<string>();
  let met = 0;
  let other = 0;
  for (let t = 0; t < m.tokens.count; t++) {
    const word = tokenText(t, t + 1);
    said.add(word);
    if (left[t] !== 1) continue;
    if (names.some((words) => words.includes(word))) {
      left[t] = 0;
      met++;
    } else other++;
  }
  if (met === 0) return;
  c.unmatched -= met;
  const whole = names.some((words) => words.every((word) => said.has(word)));
  c.building = other === 0 && whole ? EXACT : FUZZY;
}
