import { numberIn } from '../../index/address-head.ts';
import { STATE_ORDER } from '../../index/sections.ts';
import { RECORD_END, RECORD_LOCALITY, RECORD_START, STREET_RECORD } from '../../index/street-record.ts';
import { beginOfNames, endOfNames } from '../parse/names/parse-names.ts';
import { isNonAddress, type NumberParse } from '../parse/numbers/number-parse.ts';
import { COSTS } from '../query/costs.ts';
import { ABSENT, EXACT, FUZZY, LOCALITY_ABSENT, LOCALITY_PREFIX, NONE, NUMBER_EXACT, PREFIX } from '../query/grades.ts';
import type { TypedLine } from '../query/workspace.ts';
import { beginResolved } from '../resolve/group.ts';
import { lacksNumber, resolveOnStreet } from '../resolve/street.ts';
import { type NumberCodes, numberCodes } from '../retrieve/numbers/number-codes.ts';
import { lettersOf, placeOf, streetAt, typedStreets } from '../retrieve/street-lines.ts';
import { type Candidate, costOf, keep, resolvedOn, type Search } from '../score/candidates.ts';
import { postcodeGrade } from '../score/street-grades.ts';
import { tokenText } from '../text/tokens.ts';

/** What begins one state and nothing else that may stand in its place. */
const OF_ONE_STATE = beginningsOfOne([...STATE_ORDER, 'AUSTRALIA']);

/** What is typed behind the number: the words from `from` on, and the lines that begin so. */
interface Typed {
  readonly line: TypedLine;
  readonly from: number;
}

/** With the numbers, and what is found so far. */
interface Asked extends Typed {
  readonly codes: NumberCodes;
  readonly found: Candidate[];
}

/**
 * Finds the records that answer the number typed, on the streets whose lines begin with what is typed behind it; false
 * where there is more to it, or none has all that was typed, or as many as are `wanted`.
 */
export function answersTyped(search: Search, numbers: NumberParse): boolean {
  const { index, tokens, policy } = search;
  const { number, unit, lot, dated, rangeOpen, typePartial } = numbers;
  const from = beginOfNames(tokens, numbers);
  if (number === null || from < 0 || lot !== null || dated || rangeOpen) return false;
  if (typePartial || unit?.optional === true || isNonAddress(numbers)) return false;
  const line = typedStreets(search, { tokens, from, end: endOfNames(tokens, numbers) });
  if (line === null) return false;
  const codes = numberCodes(index, numbers, false);
  const found: Candidate[] = [];
  for (let row = line.row; row < line.row + line.count; row++)
    if (!addTyped(search, { line, from, codes, found }, streetAt(index, row))) return false;
  if (!found.some(isMet) || found.length >= policy.wanted) return false;
  for (const candidate of found) keep(search, candidate);
  return true;
}

/** Adds the records of a street that answer the numbers; false if one is not found by what its street and it say alone. */
function addTyped(search: Search, typed: Asked, street: number): boolean {
  const { codes, found } = typed;
  const { index, work, policy } = search;
  const { resolved } = work;
  const { streetRecord, addressHead } = index.columns;
  const row = street * STREET_RECORD;
  if (lacksNumber(streetRecord, row, codes)) return true;
  beginResolved(resolved, policy.perStreet.numbered, 0, Number.POSITIVE_INFINITY);
  resolveOnStreet(search, street, codes, Number.POSITIVE_INFINITY, false);
  const locality = streetRecord[row + RECORD_LOCALITY];
  for (let i = 0; i < resolved.count; i++) {
    const ordinal = resolved.ordinal[i];
    const isElsewhere = ordinal < streetRecord[row + RECORD_START] || ordinal >= streetRecord[row + RECORD_END];
    const isOther = codes.parse.last !== null && numberIn(addressHead[ordinal]) !== codes.exact;
    const coded = postcodeGrade(index, locality, locality, ordinal, codes.parse);
    if (isElsewhere || isOther || resolved.unit[i] === NONE || coded === NONE || coded === FUZZY) return false;
    const candidate = typedCandidate(search, typed, resolvedOn(search, street, i, 0));
    // A word before a postcode is the whole place.
    if (candidate.locality === LOCALITY_PREFIX && coded !== ABSENT) return false;
    candidate.postcode = coded;
    candidate.cost = costOf(candidate);
    found.push(candidate);
  }
  return true;
}

/** Whether a record has all that was typed, which makes all needless that is not as sure. */
function isMet({ number, unit, level }: Candidate): boolean {
  return number === NUMBER_EXACT && unit <= PREFIX && level <= PREFIX;
}

/** A record of a street whose line begins with what is typed, with the grades of its place; its cost is to be set. */
export function typedCandidate(search: Search, { line, from }: Typed, candidate: Candidate): Candidate {
  const { index, tokens } = search;
  const { streetRecord } = index.columns;
  const row = candidate.street * STREET_RECORD;
  const { name, nameEnd } = placeOf(index, streetRecord[row + RECORD_LOCALITY]);
  /** The letters typed behind the name of the place and a space: those of its state. */
  const beyond = lettersOf(tokens, line) - (nameEnd - name) - 1;
  const hasState = beyond > 0;
  candidate.words = line.end - from - (hasState ? 1 : 0);
  if (line.place === line.end) candidate.locality = LOCALITY_ABSENT;
  else if (beyond < -1) candidate.locality = LOCALITY_PREFIX;
  if (hasState) {
    candidate.state = line.closed || OF_ONE_STATE.has(tokenText(tokens, line.end - 1, line.end)) ? EXACT : PREFIX;
    if (!line.closed) candidate.penalty = COSTS.statePrefix;
  }
  return candidate;
}

/** The texts that only one of some words begins with. */
function beginningsOfOne(words: readonly string[]): ReadonlySet<string> {
  const begun = words.flatMap((word) => Array.from(word, (_, i) => word.slice(0, i + 1)));
  return new Set(begun.filter((text) => words.filter((word) => word.startsWith(text)).length === 1));
}
