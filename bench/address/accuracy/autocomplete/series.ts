import { Random } from '../../../../build-index/generate/random.ts';
import { aligned } from '../../../equipment/figures.ts';
import type { Asker } from '../asker.ts';
import { isHouse, isUnit, slashIsNatural } from '../classes/rows.ts';
import { misspell, slip } from '../language/typos.ts';
import { shuffledPositions } from '../sampling.ts';
import { fullText, localityOf, postcodeOf, streetText, type Universe } from '../universe/universe.ts';
import { typedLine } from './keystrokes.ts';

/**
 * Largest share of the addresses listed while a misspelled street was typed that may be lost again.
 */
const MISSPELLED_LOST = 0.05;
/** Fewest letters of a word that may be misspelled. */
const LEAST_LETTERS = 4;

/** A way to type an address from left to right, and its result. */
export interface SeriesResult {
  readonly name: string;
  readonly asked: number;
  /**
   * Mean characters of the line, and of what is typed until it is among the first five: the whole
   * line and one more if it never is.
   */
  readonly characters: number;
  readonly untilFive: number;
  /** Addresses that were listed, and then lost by a further character. */
  readonly lost: number;
  /** Largest share that may be lost; null if no goal is set. */
  readonly goal: number | null;
}

type Write = (universe: Universe, row: number, random: Random) => string | null;

/**
 * Types addresses letter by letter: as they are, with a misspelled street, as a unit by a slash,
 * and with the place first.
 */
export function typeSeries(universe: Universe, asker: Asker, count: number, seed: number): SeriesResult[] {
  const typed = (row: number) => typedLine(universe, row).line;
  const house = (row: number) => isHouse({ universe }, row);
  const unit = (row: number) => isUnit({ universe }, row) && slashIsNatural(universe, row);
  const series: [string, (row: number) => boolean, Write, number | null][] = [
    ['as it is', house, (_, row) => typed(row), 0.005],
    ['the street misspelled', house, withMisspelledStreet, MISSPELLED_LOST],
    ['a unit, 3/12', unit, (_, row) => typed(row), null],
    ['the place first', house, placeFirst, null],
  ];
  return series.map(([name, fits, write, goal]) => {
    const random = new Random(seed, `series: ${name}`);
    const result = { characters: 0, untilFive: 0, lost: 0 };
    let asked = 0;
    for (const row of shuffledPositions(universe.rows, random)) {
      if (asked === count) break;
      const line = fits(row) ? write(universe, row, random) : null;
      if (line === null) continue;
      asked++;
      const { untilFive, isLost } = typeLine(asker, line, fullText(universe, row));
      result.characters += line.length;
      result.untilFive += untilFive;
      if (isLost) result.lost++;
    }
    const mean = (sum: number) => sum / Math.max(1, asked);
    return {
      name,
      asked,
      characters: mean(result.characters),
      untilFive: mean(result.untilFive),
      lost: result.lost,
      goal,
    };
  });
}

/** The table of the series, and whether the goals were reached. */
export function seriesText(results: readonly SeriesResult[]): { text: string; passed: boolean } {
  const passes = ({ asked, lost, goal }: SeriesResult) => goal === null || lost <= goal * asked;
  const rows = results.map((it) => [
    ...[it.name, String(it.asked), it.characters.toFixed(1), it.untilFive.toFixed(1), String(it.lost)],
    it.goal === null ? '' : `≤ ${Math.floor(it.goal * it.asked)} ${passes(it) ? 'PASS' : 'FAIL'}`,
  ]);
  const head = ['typed letter by letter', 'asked', 'characters', 'until listed', 'lost once listed', 'goal'];
  return { text: aligned([head, ...rows]), passed: results.every(passes) };
}

function typeLine(asker: Asker, line: string, text: string): { untilFive: number; isLost: boolean } {
  let untilFive = line.length + 1;
  let isLost = false;
  for (let length = 1; length <= line.length; length++) {
    const isListed = asker.autocomplete(line.slice(0, length)).some((answer) => answer.text === text);
    if (isListed) untilFive = Math.min(untilFive, length);
    else if (untilFive < length) isLost = true;
  }
  return { untilFive, isLost };
}

function withMisspelledStreet(universe: Universe, row: number, random: Random): string | null {
  const street = streetText(universe.streets[universe.rowStreet[row]]);
  const { name } = universe.streets[universe.rowStreet[row]];
  const wrong = misspell(name, LEAST_LETTERS, random, (word) => slip(word, random));
  if (wrong === null || wrong === name) return null;
  return typedLine(universe, row).line.replace(street.toLowerCase(), street.replace(name, wrong).toLowerCase());
}

function placeFirst(universe: Universe, row: number): string {
  const { name, state } = localityOf(universe, row);
  const street = streetText(universe.streets[universe.rowStreet[row]]);
  const place = [name, state, postcodeOf(universe, row)].filter(Boolean).join(' ');
  return `${place}, ${universe.numbers[universe.rowNumber[row]].text} ${street}`.toLowerCase();
}
