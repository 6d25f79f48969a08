import { typedLine } from '../../../../bench/address/accuracy/autocomplete/keystrokes.ts';
import { CLASSES } from '../../../../bench/address/accuracy/classes/all.ts';
import { isHouse, isUnit } from '../../../../bench/address/accuracy/classes/rows.ts';
import type { QueryClass, Setting } from '../../../../bench/address/accuracy/question.ts';
import { shuffledPositions } from '../../../../bench/address/accuracy/sampling.ts';
import { Surroundings } from '../../../../bench/address/accuracy/universe/fitting.ts';
import { nameWordsOf } from '../../../../bench/address/accuracy/universe/name-words.ts';
import { SimilarStreets } from '../../../../bench/address/accuracy/universe/similar-streets.ts';
import type { Universe } from '../../../../bench/address/accuracy/universe/universe.ts';
import { mutateText } from '../../../../bench/address/search/mutate-text.ts';
import { Random } from '../../../../build-index/generate/random.ts';
import type { Asked, Section } from './answer-file.ts';

/** Lines of each class of `bench:accuracy`, asked whole of both operations. */
const PER_CLASS = 15;
/** Beginnings of lines, of each kind of line. */
const BEGINNINGS = 300;
/** Lines changed at random, places and lines with further parameters. */
const CHANGED = 300;
const PLACES = 60;
const WITH_PARAMETERS = 30;
/** Points that callers may be near to. */
const NEAR = ['-33.87,151.21', '-37.81,144.96', '-34.93,138.6'];

/**
 * Every section that the release has queries for, sorted and without answers yet. Drawn by a fixed
 * seed: the same for the same release.
 */
export function drawQueries(universe: Universe): Section[] {
  const shared = {
    universe,
    surroundings: new Surroundings(universe),
    similarStreets: new SimilarStreets(universe),
    nameWords: nameWordsOf(universe),
  };
  const random = new Random(1, 'answers');
  const classes = CLASSES.map((it) => ({
    name: it.name,
    queries: drawClass({ ...shared, random: new Random(1, it.name) }, it),
  }));
  const whole = classes.flatMap(({ queries }) => queries);
  const typed = (name: string, lines: readonly string[]) =>
    section(`typed: ${name}`, 'autocomplete', drawBeginnings(lines, random));
  const rows = [...shuffledPositions(universe.rows, random)];
  const lines = (fits: (row: number) => boolean) =>
    rows
      .filter(fits)
      .slice(0, BEGINNINGS)
      .map((row) => typedLine(universe, row).line);
  const changed = Array.from({ length: CHANGED }, () =>
    mutateText(random.pick(whole), random.pick(whole), wordsOf(whole), 200, random),
  );
  const places = drawPlaces(universe, random);
  const narrow = (asked: Asked) => section('parameters', asked, pickSome(whole, WITH_PARAMETERS, random));
  return [
    ...classes.flatMap(({ name, queries }) => bothOf(name, queries)),
    ...bothOf('place alone', places),
    ...bothOf('changed at random', changed),
    typed(
      'houses',
      lines((row) => isHouse({ universe }, row)),
    ),
    typed(
      'units',
      lines((row) => isUnit({ universe }, row)),
    ),
    typed('lines of all classes', whole),
    typed('lines changed at random', changed),
    ...NEAR.map((near) => narrow(`autocomplete near=${near}`)),
    ...['NSW', 'VIC', 'TAS'].map((state) => narrow(`autocomplete state=${state}`)),
    narrow('autocomplete limit=1'),
    narrow('autocomplete limit=20'),
  ].filter(({ lines }) => lines.length > 0);
}

function section(name: string, asked: Asked, queries: readonly string[]): Section {
  const sorted = [...new Set(queries)].sort((a, b) => (a < b ? -1 : 1));
  return { name, asked, lines: sorted.map((q) => ({ q, answer: '' })) };
}

function bothOf(name: string, queries: readonly string[]): Section[] {
  return [section(name, 'autocomplete', queries), section(name, 'validate', queries)];
}

function drawClass(setting: Setting, it: QueryClass): string[] {
  const queries: string[] = [];
  const rows = it.rows === null ? Array.from({ length: PER_CLASS }, () => -1) : all(setting, it.rows);
  for (const row of rows) {
    if (queries.length >= PER_CLASS) break;
    const q = it.ask(setting, row)?.q;
    if (q !== undefined && q.length <= 200) queries.push(q);
  }
  return queries;
}

function* all(setting: Setting, fits: NonNullable<QueryClass['rows']>): Generator<number> {
  for (const row of shuffledPositions(setting.universe.rows, setting.random)) if (fits(setting, row)) yield row;
}

function drawBeginnings(lines: readonly string[], random: Random): string[] {
  return Array.from({ length: BEGINNINGS }, () => {
    const line = random.pick(lines);
    return line.slice(0, random.between(1, line.length));
  }).filter((q) => q.trim() !== '');
}

/** Suburbs, postcodes and streets without a number. */
function drawPlaces({ localities, streets }: Universe, random: Random): string[] {
  return Array.from({ length: PLACES }, (_, i) => {
    const street = random.pick(streets);
    const { name, state, postcodes } = localities[street.locality];
    const place = [name, state, postcodes[0]].filter(Boolean).join(' ');
    return [name, postcodes[0] ?? name, place, `${street.name} ${street.type}, ${place}`][i % 4];
  });
}

function pickSome(queries: readonly string[], count: number, random: Random): string[] {
  return Array.from({ length: count }, () => random.pick(queries));
}

function wordsOf(lines: readonly string[]): string[] {
  return [...new Set(lines.flatMap((line) => line.split(/[^A-Za-z]+/)).filter(Boolean))];
}
