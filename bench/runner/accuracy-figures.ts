import { type Figure, type Measurements, withUnit } from '../equipment/figures.ts';

/** The part of the output of bench:accuracy that is shown. */
interface AccuracyNumbers {
  readonly addresses: number;
  readonly perClass: number;
  readonly classes?: readonly {
    readonly name: string;
    readonly asked: number;
    readonly right: number;
    readonly first: number;
    readonly goals: readonly {
      readonly what: string;
      readonly goal: number;
      readonly reached: number;
      readonly passed: boolean;
    }[];
  }[];
  readonly all?: {
    readonly asked: number;
    readonly right: number;
    readonly first: number;
    readonly high: number;
    readonly highRight: number;
  };
  readonly autocomplete?: {
    readonly lost: number;
    readonly unitsLost: number;
    readonly promises: readonly {
      readonly name: string;
      readonly asked: number;
      readonly broken: number;
      readonly goal: number;
    }[];
    readonly series?: readonly {
      readonly name: string;
      readonly asked: number;
      readonly characters: number;
      readonly untilFive: number;
      readonly lost: number;
      readonly goal: number | null;
    }[];
  };
}

/**
 * Shares for all classes together and for typing letter by letter, and the classes that miss a
 * goal.
 */
export function accuracyFigures(json: unknown): Measurements {
  const { addresses, perClass, classes = [], all, autocomplete } = json as AccuracyNumbers;
  const share = (what: string, part: number, whole: number, goal?: Figure['goal']): Figure => ({
    what,
    value: (100 * part) / whole,
    unit: '%',
    goal,
  });
  const figures: Figure[] = [];
  if (all !== undefined) {
    figures.push(share('validate, right in all classes', all.right, all.asked));
    figures.push(share('validate, right record of all answered high', all.highRight, all.high, { atLeast: 99.8 }));
  }
  const goals = classes.flatMap((each) => each.goals.map((goal) => ({ ...goal, name: each.name })));
  if (goals.length > 0) {
    const passed = goals.filter((goal) => goal.passed).length;
    figures.push(share(`goals of the ${classes.length} classes met`, passed, goals.length, { atLeast: 100 }));
  }
  if (autocomplete !== undefined) {
    figures.push(share('houses lost by a further correct letter', autocomplete.lost, 1, { atMost: 0.5 }));
    figures.push(share('units lost by a further correct letter', autocomplete.unitsLost, 1, { atMost: 0.5 }));
    for (const { name, asked, broken, goal } of autocomplete.promises)
      figures.push(share(`broken: ${name}`, broken, asked, { atMost: 100 * goal }));
    for (const { name, asked, characters, untilFive, lost, goal } of autocomplete.series ?? []) {
      const length = `of ${characters.toFixed(1)} characters`;
      figures.push({ what: `typed, ${name}: until listed`, value: untilFive, unit: length });
      figures.push(
        share(`typed, ${name}: lost once listed`, lost, asked, goal === null ? undefined : { atMost: 100 * goal }),
      );
    }
  }
  const missed = goals
    .filter((goal) => !goal.passed)
    .map(({ name, what, goal, reached }) => [name, what, withUnit(100 * goal, '%'), withUnit(100 * reached, '%')]);
  return {
    figures,
    tables:
      missed.length === 0
        ? []
        : [{ title: 'Goals missed by classes', rows: [['class', 'share', 'goal', 'result'], ...missed] }],
    notes: [`${withUnit(addresses, '')} addresses, ${perClass} questions of each class.`],
  };
}
