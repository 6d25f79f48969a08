import { Command } from 'commander';
import type { AddressIndex } from '../index/open.ts';
import { openIndex } from '../index/open.ts';
import { textOf } from '../index/text.ts';
import { suggest } from './autocomplete/autocomplete.ts';
import type { NameParse } from './parse/names/name-parse.ts';
import type { NumberParse } from './parse/numbers/number-parse.ts';
import type { Candidate } from './score/candidate.ts';
import { scoreOf } from './score/score.ts';
import type { Trace } from './score/trace.ts';
import { hasToken } from './text/token-set.ts';
import { readTokens } from './text/tokenize.ts';
import { type Tokens, tokenText } from './text/tokens.ts';
import { findBest } from './validate/validate.ts';

const GRADES = ['absent', 'exact', 'prefix', 'fuzzy', 'none'];
const NUMBERS = [
  'absent',
  'exact',
  'in range',
  'overlaps range',
  'prefix',
  'in range, other side',
  'other suffix',
  'other',
];
const LOCALITIES = ['absent', 'exact', 'alias', 'prefix', 'fuzzy', 'neighbour', 'other'];
const MOST_SHOWN = 8;

const program = new Command('explain')
  .description('Show how a query is read, the candidates, and the parts of each score')
  .argument('<query>')
  .option('--index <file>', 'the index file', 'data/letterbox.lbx')
  .option('--typing', 'as autocomplete reads it, while it is typed', false)
  .parse();

try {
  const { index, typing } = program.opts<{ index: string; typing: boolean }>();
  explain(openIndex(index), program.args[0] ?? '', typing);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

function explain(index: AddressIndex, query: string, typing: boolean): void {
  const tokens = readTokens(query, typing);
  console.log(`words: ${Array.from({ length: tokens.count }, (_, t) => tokenText(tokens, t, t + 1)).join(' · ')}`);
  const trace: Trace = {
    numbers: (parse) => console.log(`\nnumbers: ${numbersText(parse)}`),
    names: (parse) => console.log(`  names: ${namesText(index, tokens, parse)}`),
    candidates: (candidates) => showCandidates(index, candidates, !typing),
  };
  if (typing) {
    for (const { candidate, circumstances } of suggest(index, query, { limit: 5, state: -1, near: null }, trace)) {
      const { score, quality, caps } = scoreOf(candidate, circumstances);
      console.log(`\n${label(index, candidate)}: ${score} ${quality} ${caps.join(' ')}`);
    }
    return;
  }
  const found = findBest(index, query, trace);
  console.log(
    found === null
      ? '\nno match'
      : `\n${label(index, found.candidate)}: ${found.score.score} ${found.score.quality} ${found.score.caps.join(' ')}`,
  );
}

function numbersText(parse: NumberParse): string {
  const { unit, level, number, last, lot, postcode, exactOnly, rural, corner, postal } = parse;
  const parts = [
    unit === null ? '' : `unit ${unit.number?.text ?? '(type)'}`,
    level === null ? '' : `level ${level.number?.text ?? '(type)'}`,
    number === null ? '' : `number ${number.text}${last === null ? '' : `-${last.text}`}`,
    lot === null ? '' : `lot ${lot.text}`,
    postcode === null ? '' : `postcode ${postcode.text}`,
    exactOnly ? 'only if exact' : '',
    rural ? 'rural delivery' : '',
    corner ? 'corner' : '',
    postal ? 'postal' : '',
  ];
  return parts.filter(Boolean).join(', ') || 'none';
}

function namesText(
  index: AddressIndex,
  tokens: Tokens,
  { street, type, suffix, locality, state, unmatched, left }: NameParse,
): string {
  const span = (found: typeof street) =>
    found === null
      ? ''
      : `${tokenText(tokens, found.from, found.end)}${found.whole ? '' : '…'}${found.edits > 0 ? ` (${found.edits} edits)` : ''}`;
  const word = (entry: number) => {
    const { lexiconKeyStart, lexiconKey } = index.columns;
    return entry < 0
      ? ''
      : Buffer.from(lexiconKey.subarray(lexiconKeyStart[entry], lexiconKeyStart[entry + 1])).toString();
  };
  const parts = [
    `street [${span(street)}]`,
    `type [${word(type)}]`,
    `suffix [${word(suffix)}]`,
    `locality [${span(locality)}]`,
    `state [${state < 0 ? '' : state}]`,
    `left ${unmatched}: ${Array.from({ length: tokens.count }, (_, t) =>
      hasToken(left, t) ? tokenText(tokens, t, t + 1) : '',
    )
      .filter(Boolean)
      .join(' ')}`,
  ];
  return parts.join(' ');
}

function showCandidates(index: AddressIndex, candidates: readonly Candidate[], whole: boolean): void {
  console.log(`\n${candidates.length} candidates`);
  for (const c of candidates.slice(0, MOST_SHOWN)) {
    const { score, caps } = scoreOf(c, { ambiguous: false, elsewhere: false, whole });
    console.log(`  ${c.cost.toFixed(2)}  ${score}  ${label(index, c)}`);
    console.log(
      `        number ${NUMBERS[c.number]}, unit ${GRADES[c.unit]}, level ${GRADES[c.level]}, lot ${GRADES[c.lot]}, ` +
        `name ${GRADES[c.name]} (${c.nameEdits}), type ${GRADES[c.type]}, suffix ${GRADES[c.suffix]}, ` +
        `locality ${LOCALITIES[c.locality]} (${c.localityEdits}), postcode ${GRADES[c.postcode]}, state ${GRADES[c.state]}, ` +
        `building ${GRADES[c.building]}, unexplained ${c.unmatched} of ${c.words}${caps.length > 0 ? `; caps ${caps.join(' ')}` : ''}`,
    );
  }
}

function label(index: AddressIndex, { ordinal, street }: Candidate): string {
  const { addressNumber, addressUnit, numberText, numberTextStart, streetLabel, streetLocality, localityName } =
    index.columns;
  const number = addressNumber[ordinal];
  const text = Buffer.from(numberText.subarray(numberTextStart[number], numberTextStart[number + 1])).toString();
  const unit =
    addressUnit[ordinal] === 0 ? '' : `unit ${textOf(index, index.columns.unitFlatText[addressUnit[ordinal]])}, `;
  return `${unit}${text} ${textOf(index, streetLabel[street])}, ${textOf(index, localityName[streetLocality[street]])}`;
}
