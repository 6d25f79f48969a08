import { aligned, percent } from '../../../equipment/figures.ts';
import type { TypedAddress } from './keystrokes.ts';
import type { AutocompleteResult } from './measure.ts';

/** Largest share of targets that a further correct letter may lose. */
const LOST_GOAL = 0.005;

const STREET_LETTERS = [1, 2, 3, 4, 5, 6, 7, 8];
const LOCALITY_LETTERS = [1, 2, 3];

/** The numbers of the report, for JSON. */
export function autocompleteNumbers({ houses, units, plain, towers, promises }: AutocompleteResult) {
  const places = [
    ...STREET_LETTERS.map((n) => ({ after: `number and ${n} letters of the street`, at: atStreetLetter(n) })),
    ...LOCALITY_LETTERS.map((n) => ({ after: `street and ${n} letters of the locality`, at: atLocalityLetter(n) })),
  ];
  const unitsFirst = houses.flatMap((it) => it.unitsFirst);
  return {
    inFive: places.map(({ after, at }) => ({
      after,
      share: share(houses, (it) => it.inFive.has(at(it))),
      plainList: share(houses, (it) => plain.charactersUntil(it.typed.line, 5) <= at(it)),
      units: share(units, (it) => it.inFive.has(at(it))),
    })),
    untilFirst: summary(houses.map((it) => it.untilFirst ?? it.typed.line.length + 1)),
    untilFirstPlain: summary(houses.map((it) => plain.charactersUntil(it.typed.line, 1))),
    untilFive: summary(houses.map((it) => it.untilFive ?? it.typed.line.length + 1)),
    untilFivePlain: summary(houses.map((it) => plain.charactersUntil(it.typed.line, 5))),
    unitsUntilFirst: summary(units.map((it) => it.untilFirst ?? it.typed.line.length + 1)),
    neverFirst: share(houses, (it) => it.untilFirst === null),
    neverInFive: share(houses, (it) => it.untilFive === null),
    unitsNeverFirst: share(units, (it) => it.untilFirst === null),
    lost: share(houses, (it) => it.lost.length > 0),
    unitsLost: share(units, (it) => it.lost.length > 0),
    unitsBeforeBuilding: { keystrokes: unitsFirst.length, towers: towers.unitsFirst.length, towersAsked: towers.asked },
    highElsewhere:
      houses.reduce((sum, it) => sum + it.highElse.length, 0) /
      Math.max(
        1,
        houses.reduce((sum, it) => sum + it.typed.line.length, 0),
      ),
    meanUnitsInTwenty: towers.meanUnits,
    promises: promises.map(({ broken, ...promise }) => ({ ...promise, broken: broken.length })),
  };
}

/** The tables of autocomplete with goals, and whether all were reached. */
export function autocompleteText(result: AutocompleteResult, examples: number): { text: string; passed: boolean } {
  const it = autocompleteNumbers(result);
  const { keystrokes, towers, towersAsked } = it.unitsBeforeBuilding;
  const checks: [string, string, string, boolean][] = [
    [
      'houses lost by a further letter',
      `${percent(it.lost, 1)} %`,
      `≤ ${percent(LOST_GOAL, 1)} %`,
      it.lost <= LOST_GOAL,
    ],
    [
      'units lost by a further letter',
      `${percent(it.unitsLost, 1)} %`,
      `≤ ${percent(LOST_GOAL, 1)} %`,
      it.unitsLost <= LOST_GOAL,
    ],
    ['keystrokes with a unit before its building', String(keystrokes), '0', keystrokes === 0],
    [`tower queries with a unit before its building, of ${towersAsked}`, String(towers), '0', towers === 0],
    ...it.promises.map(({ name, asked, broken, goal }): [string, string, string, boolean] => [
      `broken, of ${asked}: ${name}`,
      goal === 0 ? String(broken) : `${percent(broken, asked)} %`,
      goal === 0 ? '0' : `≤ ${percent(goal, 1)} %`,
      broken <= goal * asked,
    ]),
  ];
  const row = (
    name: string,
    ours: { mean: number; median: number },
    theirs: { mean: number; median: number } | null,
  ) => [
    name,
    `${ours.mean.toFixed(2)} / ${ours.median}`,
    theirs === null ? '' : `${theirs.mean.toFixed(2)} / ${theirs.median}`,
  ];
  const text = [
    aligned([
      [`in the first five after (${result.houses.length} houses)`, 'houses %', 'plain list %', 'units %'],
      ...it.inFive.map(({ after, share: ours, plainList, units }) => [
        after,
        ...[ours, plainList, units].map((part) => percent(part, 1)),
      ]),
    ]),
    aligned([
      ['characters typed, mean / median', 'ours', 'plain list'],
      row('until a house is first', it.untilFirst, it.untilFirstPlain),
      row('until a house is in the first five', it.untilFive, it.untilFivePlain),
      row('until a unit is first', it.unitsUntilFirst, null),
    ]),
    `Never first: ${percent(it.neverFirst, 1)} % of houses, ${percent(it.unitsNeverFirst, 1)} % of units; never in the first five: ${percent(it.neverInFive, 1)} % of houses. Keystrokes at which another house was first and high: ${percent(it.highElsewhere, 1)} %. Units of one building in a list of twenty, mean: ${it.meanUnitsInTwenty.toFixed(1)}.`,
    aligned([
      ['promise', 'found', 'goal', ''],
      ...checks.map(([name, found, goal, passed]) => [name, found, goal, passed ? 'PASS' : 'FAIL']),
    ]),
    ...(examples > 0 ? [exampleText(result, examples)] : []),
  ].join('\n\n');
  return { text, passed: checks.every(([, , , passed]) => passed) };
}

function exampleText({ houses, units, towers, promises }: AutocompleteResult, most: number): string {
  const lost = (list: readonly TypedAddress[]) =>
    list.filter((it) => it.lost.length > 0).map((it) => `${JSON.stringify(it.lost)} of ${it.typed.line}`);
  const groups: [string, readonly string[]][] = [
    ['houses lost at', lost(houses)],
    ['units lost at', lost(units)],
    ['houses never first', houses.filter((it) => it.untilFirst === null).map((it) => it.typed.line)],
    ['another house first and high at', houses.flatMap((it) => it.highElse.map((q) => `${q}   of ${it.typed.line}`))],
    ['a unit before its building, typing', houses.flatMap((it) => it.unitsFirst)],
    ['a unit before its building, towers', towers.unitsFirst],
    ...promises.map(({ name, broken }): [string, readonly string[]] => [`broken: ${name}`, broken]),
  ];
  return groups
    .filter(([, list]) => list.length > 0)
    .map(([name, list]) => [`── ${name}`, ...list.slice(0, most).map((line) => `  ${line}`)].join('\n'))
    .join('\n');
}

function atStreetLetter(n: number): (it: TypedAddress) => number {
  return ({ typed }) => Math.min(typed.numberEnd + n, typed.streetEnd);
}

function atLocalityLetter(n: number): (it: TypedAddress) => number {
  return ({ typed }) => Math.min(typed.streetEnd + 1 + n, typed.line.length);
}

function share(list: readonly TypedAddress[], test: (it: TypedAddress) => boolean): number {
  return list.length === 0 ? 0 : list.filter(test).length / list.length;
}

function summary(values: readonly number[]): { mean: number; median: number } {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    mean: sorted.reduce((sum, value) => sum + value, 0) / Math.max(1, sorted.length),
    median: sorted[sorted.length >> 1] ?? 0,
  };
}
