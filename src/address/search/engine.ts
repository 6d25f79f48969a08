import type { NumberParse } from './parse/numbers/number-parse.ts';
import { goToText, isSpent, textOf } from './retrieve/query.ts';
import { bestOf, costNoMore } from './score/candidates.ts';
import { openSource, waitForTexts } from './sources/readings.ts';
import { type Engine, numbersOf, type Source } from './sources/source.ts';
import { goStraight } from './sources/straight.ts';
import type { Asked } from './text/parts.ts';

/**
 * Fills a search with candidates. All that can be tried is a source with a lower bound of its costs (source.ts). The
 * straight way comes first, as nothing is better than what it finds (straight.ts). Then the waiting source with the
 * lowest bound is opened next, unless it is needless, until none is left or the budget is spent (A*, Hart, Nilsson and
 * Raphael 1968; Fagin, Lotem and Naor 2003).
 */
export function run(engine: Engine, asked: Asked): void {
  openSources(engine, asked, engine.search.policy.straight === null ? numbersOf(engine) : goStraight(engine, asked));
}

/** Opens what number parses of a text lead to; nothing for null. */
export function openSources(engine: Engine, asked: Asked, numbers: readonly NumberParse[] | null): void {
  const { search, waiting, trace } = engine;
  const first = textOf(search);
  let text = first;
  if (numbers !== null) waitForTexts(engine, first, asked, numbers);
  for (let source = waiting.pop(); source !== undefined && !isSpent(search); source = waiting.pop()) {
    const isOpened = !isNeedless(engine, source);
    const before = search.candidates.length;
    if (isOpened) {
      if (source.text.tokens !== search.tokens) {
        goToText(search, text, source.text);
        text = source.text;
      }
      openSource(engine, source);
    }
    trace.source?.(source, isOpened ? search.candidates.length - before : null);
  }
  if (text !== first) goToText(search, text, first);
  trace.ended?.(search);
}

/**
 * Whether what was found makes a source needless: enough records cost less than its bound and the margin, or one record
 * has no mistake and all of the source's have.
 */
function isNeedless({ search }: Engine, { bound, wanted }: Source): boolean {
  const { margin, sure } = search.policy;
  const best = bestOf(search);
  if (best === null) return false;
  if (costNoMore(search, bound + margin) >= wanted) return true;
  return bound > sure && best.cost <= sure;
}
