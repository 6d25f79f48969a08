import { Random } from '../../../build-index/generate/random.ts';
import { type Answer, type Asks, LONGEST_AUTOCOMPLETE } from './asker.ts';
import type { QueryClass, Setting } from './question.ts';
import { shuffledPositions } from './sampling.ts';
import { addCounts, type Counts, count, isAccepted, isRight, noCounts, type Outcome } from './tally.ts';
import { Surroundings } from './universe/fitting.ts';
import { nameWordsOf } from './universe/name-words.ts';
import { SimilarStreets } from './universe/similar-streets.ts';
import { TwinStreets } from './universe/twin-streets.ts';
import type { Universe } from './universe/universe.ts';

/** How many questions a class gets, and which failures are kept. */
export interface Asking {
  readonly perClass: number;
  readonly seed: number;
  readonly keepFailures: number;
  /** Every question as it was answered, with the name of its class. */
  readonly onOutcome?: (className: string, outcome: Outcome) => void;
}

/** The result of a class. */
export interface ClassResult {
  readonly name: string;
  readonly counts: Counts;
  /** Rows of the class for which no question with one right answer exists. */
  readonly skipped: number;
  /**
   * Mean microseconds of a call, JSON parsing included: a hint of what is slow, not a figure to
   * quote.
   */
  readonly validateTime: number;
  readonly autocompleteTime: number;
  readonly failures: readonly Failure[];
}

/** A question that was not answered as expected. */
interface Failure {
  readonly q: string;
  readonly expected: string;
  /** The answer of validate, and the first suggestion of autocomplete, each with its score. */
  readonly answered: string;
  readonly listed: string;
  readonly explained: string;
}

/**
 * Asks every class its questions, drawn by seed and class name, so that a class has the same
 * questions whichever others are asked.
 */
export function askClasses(
  universe: Universe,
  asker: Asks,
  classes: readonly QueryClass[],
  asking: Asking,
  onDone: (result: ClassResult) => void,
): { results: ClassResult[]; all: Counts } {
  const shared = {
    universe,
    surroundings: new Surroundings(universe),
    similarStreets: new SimilarStreets(universe),
    nameWords: nameWordsOf(universe),
  };
  const twins = new TwinStreets(universe);
  const all = noCounts();
  const results = classes.map((it) => {
    const setting: Setting = { ...shared, random: new Random(asking.seed, it.like ?? it.name) };
    const result = askClass(setting, asker, it, { ...asking, twins });
    addCounts(all, result.counts);
    onDone(result);
    return result;
  });
  return { results, all };
}

function askClass(
  setting: Setting,
  asker: Asks,
  it: QueryClass,
  asking: Asking & { readonly twins: TwinStreets },
): ClassResult {
  const { perClass, keepFailures, onOutcome, twins } = asking;
  const counts = noCounts();
  const failures: Failure[] = [];
  let skipped = 0;
  const spent = { validate: 0, autocomplete: 0 };
  for (const row of it.rows === null ? endless() : shuffledPositions(setting.universe.rows, setting.random)) {
    if (counts.asked >= perClass) break;
    if (it.rows !== null && !it.rows(setting, row)) continue;
    const question = row >= 0 && twins.hasRival(row) ? null : it.ask(setting, row);
    if (question === null) {
      skipped++;
      continue;
    }
    const start = performance.now();
    const match = asker.validate(question.parts ?? question.q);
    const middle = performance.now();
    const list = question.q.length > LONGEST_AUTOCOMPLETE ? [] : asker.autocomplete(question.q);
    spent.validate += middle - start;
    spent.autocomplete += performance.now() - middle;
    const outcome: Outcome = {
      question,
      match,
      first: list[0] ?? null,
      inFive: list.some((answer) => isAccepted(question, answer)),
      told:
        question.told === undefined ||
        asker.verdict === undefined ||
        question.told(asker.verdict(question.parts ?? question.q)),
    };
    count(counts, outcome);
    onOutcome?.(it.name, outcome);
    if (failures.length < keepFailures && isFailure(outcome)) failures.push(describe(asker, outcome));
  }
  const mean = (milliseconds: number) => (1000 * milliseconds) / Math.max(1, counts.asked);
  return {
    name: it.name,
    counts,
    skipped,
    failures,
    validateTime: mean(spent.validate),
    autocompleteTime: mean(spent.autocomplete),
  };
}

function isFailure({ question, match, first, told }: Outcome): boolean {
  return told === false || !isRight(question, match) || (question.expect === 'record' && !isAccepted(question, first));
}

function describe(asker: Asks, { question, match, first, told }: Outcome): Failure {
  return {
    q: question.q,
    expected: `${question.expect}: ${question.accept.slice(0, 3).join('  or  ')}`,
    answered: answerLine(match),
    listed: answerLine(first),
    explained:
      told === false
        ? JSON.stringify(asker.verdict?.(question.parts ?? question.q))
        : asker.explain(question.parts ?? question.q),
  };
}

function answerLine(answer: Answer | null): string {
  return answer === null ? 'nothing' : `${answer.text}  (${answer.serviceMatchScore})`;
}

function* endless(): Generator<number> {
  for (;;) yield -1;
}
