import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../support/cases.ts';
import { openSample, type Sample, type Suggestions, type Validated } from './sample.ts';

const GRADES = ['exact', 'prefix', 'fuzzy', 'none'];
const CAPS = [
  'street_number_mismatch',
  'street_number_in_range',
  'range_mismatch',
  'unit_mismatch',
  'unit_type',
  'level_mismatch',
  'postcode_mismatch',
  'state_mismatch',
  'postcode_and_state_mismatch',
  'locality_neighbour',
  'locality_mismatch',
  'ambiguous',
  'unmatched_words',
  'no_street_number',
  'unit_missing',
  'not_an_address',
];
const RECORD = [
  'id',
  'addressLabel',
  'localityName',
  'state',
  'postcode',
  'confidence',
  'geocode',
  'location',
  'boundaries',
];
const HEAD = ['id', 'addressLabel', 'localityName', 'state', 'postcode'];
const SCORE = ['serviceMatchScore', 'serviceMatchQuality'];

let sample: Sample;
beforeAll(() => {
  sample = openSample();
});

function qualityAt(score: number): string {
  return score >= 67 ? 'high' : score >= 34 ? 'medium' : score >= 1 ? 'low' : 'none';
}

type Claims = Record<string, boolean>;

function scored(answer: { serviceMatchScore: number; serviceMatchQuality: string }): Claims {
  const { serviceMatchScore: score, serviceMatchQuality: quality } = answer;
  return {
    'a score is an integer from 0 to 100': Number.isInteger(score) && score >= 0 && score <= 100,
    'a quality is that of its score': quality === qualityAt(score),
  };
}

function explained(debug: Validated['debug'] | undefined, mode: string): Claims {
  return {
    'debug names the scorer and the operation':
      debug?.scoringVersion === 'address-match-v1' && debug.queryMode === mode,
    'debug grades components': Object.values(debug?.matchedComponents ?? {}).every((grade) => GRADES.includes(grade)),
    'debug names known caps': debug?.scoreCaps.every((cap) => CAPS.includes(cap)) === true,
  };
}

function has(answer: object, keys: readonly string[]): boolean {
  return Object.keys(answer).join() === keys.join();
}

/** Asks both operations, twice, and expects answers of the contract's shape, the same both times. */
function expectSoundAnswers(text: string): void {
  const answered = sample.validateText(text, true);
  const answer: Validated = JSON.parse(answered);
  const q = [...text].slice(0, 200).join('');
  const suggested = sample.autocompleteText(q, { debug: true });
  const typed: Suggestions = JSON.parse(suggested);
  const claims: Claims[] = [
    {
      'validate answers the same again': sample.validateText(text, true) === answered,
      'validate has its members': has(answer, ['match', ...SCORE, 'debug']),
      'no match has score 0': (answer.match === null) === (answer.serviceMatchScore === 0),
      'a match is a standard record': answer.match === null || has(answer.match, RECORD),
      'autocomplete answers the same again': sample.autocompleteText(q, { debug: true }) === suggested,
      'autocomplete has its members': has(typed, ['suggestions', 'total', 'debug']),
      'total counts the suggestions': typed.total === typed.suggestions.length && typed.total <= 5,
      'suggestions have their members': typed.suggestions.every((one) => has(one, [...HEAD, ...SCORE, 'debug'])),
      'suggestions score': typed.suggestions.every((one) => one.serviceMatchScore > 0),
    },
    scored(answer),
    explained(answer.debug, 'validate'),
    explained(typed.debug, 'autocomplete'),
    ...typed.suggestions.flatMap((one) => [scored(one), explained(one.debug, 'autocomplete')]),
  ];
  expect(claims.flatMap((group) => Object.keys(group).filter((claim) => !group[claim]))).toEqual([]);
}

/** Signs, letters, digits, and what addresses are made of. */
const signs = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 500 });
const unicode = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 500 });
const codePoints = fc.string({ unit: 'binary', minLength: 1, maxLength: 500 });
const wordlike = fc
  .array(
    fc.constantFrom(
      ..."12 12A 3/12 1-5 LOT UNIT U LEVEL L2 FLAT ST STREET RD THE NORTH N SMITH BARTON SOUTH YARRA VIC NSW 3141 2000 PO BOX CORNER AND & , / - # ( ) ' . RMB SHOP G".split(
        ' ',
      ),
      'É',
      '½',
      '١٢',
      '１２',
    ),
    { minLength: 1, maxLength: 60 },
  )
  .chain((words) => fc.constantFrom(' ', '', ', ', '/').map((between) => words.join(between).slice(0, 500)));

describe('Whatever is asked, the answer is JSON of the contract, and the same again:', () => {
  it.each([
    ['signs of ASCII', signs, cases(150, 1500)],
    ['graphemes of Unicode', unicode, cases(100, 1000)],
    ['any code points', codePoints, cases(100, 1000)],
    ['words of addresses in any order', wordlike, cases(150, 1500)],
  ])('%s', (_, texts, numRuns) => {
    fc.assert(
      fc.property(texts, (text) => expectSoundAnswers(text)),
      { numRuns, seed: 11 },
    );
  });

  it.each([
    ['a', 'a'],
    ['the', 'the'],
    ['1', '1'],
    ['st', 'st'],
    ['200 letters of a and space', 'a '.repeat(100)],
    ['200 times a and space', 'a '.repeat(200)],
    ['500 digits', '1'.repeat(500)],
    ['500 different digits', '1234567890'.repeat(50)],
    ['500 letters', 'a'.repeat(500)],
    ['500 hyphens', '-'.repeat(500)],
    ['punctuation', '.,;:!?/\\|()[]{}<>@#$%^&*-_=+~`\'"'],
    ['ampersands', '&'.repeat(500)],
    ['ranges', '1-'.repeat(250)],
    ['slashes', '1/'.repeat(250)],
    ['one space', ' '],
    ['half of a pair of surrogates', '12 \ud83d barton street'],
  ])('%s', (_, text) => {
    expectSoundAnswers(text);
  });

  it.each([' ', '.,;:!?/\\|()', '-'.repeat(500), '💥', "'"])('nothing, where nothing is said: %j', (text) => {
    expect(sample.validate(text)).toMatchObject({ match: null, serviceMatchScore: 0, serviceMatchQuality: 'none' });
    expect(sample.autocomplete(text).suggestions).toEqual([]);
  });
});
