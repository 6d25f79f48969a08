import { Random } from '../../../build-index/generate/random.ts';
import { LONGEST_VALIDATE } from '../../address/accuracy/asker.ts';
import { CLASSES } from '../../address/accuracy/classes/all.ts';
import type { QueryClass, Question, Setting } from '../../address/accuracy/question.ts';
import { shuffledPositions } from '../../address/accuracy/sampling.ts';
import { Surroundings } from '../../address/accuracy/universe/fitting.ts';
import { nameWordsOf } from '../../address/accuracy/universe/name-words.ts';
import { SimilarStreets } from '../../address/accuracy/universe/similar-streets.ts';
import type { Universe } from '../../address/accuracy/universe/universe.ts';

/** Most rows without a question in succession, after which a class is taken to have no more. */
const MOST_SKIPPED = 20_000;

/**
 * `count` questions of some or all classes of `bench:accuracy`, from each class in turn, with their
 * right answers.
 */
export function* questions(
  universe: Universe,
  count: number,
  seed: number,
  classes: readonly QueryClass[] = CLASSES,
): Generator<Question> {
  const shared = {
    universe,
    surroundings: new Surroundings(universe),
    similarStreets: new SimilarStreets(universe),
    nameWords: nameWordsOf(universe),
  };
  let left = classes.map((kind) => {
    const setting: Setting = { ...shared, random: new Random(seed, kind.name) };
    const rows = kind.rows === null ? endless() : shuffledPositions(universe.rows, setting.random);
    return { kind, setting, rows };
  });
  for (let made = 0; left.length > 0; ) {
    const going: typeof left = [];
    for (const each of left) {
      if (made === count) return;
      const question = nextQuestion(each);
      if (question === null) continue;
      made++;
      yield question;
      going.push(each);
    }
    left = going;
  }
}

function nextQuestion({
  kind,
  setting,
  rows,
}: {
  kind: (typeof CLASSES)[number];
  setting: Setting;
  rows: Iterator<number>;
}): Question | null {
  for (let skipped = 0; skipped < MOST_SKIPPED; skipped++) {
    const { done, value } = rows.next();
    if (done === true) return null;
    if (kind.rows !== null && !kind.rows(setting, value)) continue;
    const question = kind.ask(setting, value);
    if (question !== null && question.q.length <= LONGEST_VALIDATE) return question;
  }
  return null;
}

function* endless(): Generator<number> {
  for (;;) yield -1;
}
