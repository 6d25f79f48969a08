import type { Found } from '../search/find-best.ts';
import { componentsMet, type Quality, SCORING_VERSION } from '../search/score/score.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import type { Reason } from './why-nothing.ts';

/** Values of `queryMode` whose answers are not scored. */
type UnscoredMode = 'enrich' | 'reverse' | 'lookup';

const debugOf = (mode: UnscoredMode) =>
  fragment(
    `,"debug":{"scoringVersion":"${SCORING_VERSION}","queryMode":"${mode}","matchedComponents":{},"scoreCaps":[]}`,
  );
const DEBUG = { enrich: debugOf('enrich'), reverse: debugOf('reverse'), lookup: debugOf('lookup') };

/** Writes the member `debug` of an answer that is not scored, after a comma (§5.3). */
export function writeDebug(out: JsonBytes, mode: UnscoredMode): void {
  out.write(DEBUG[mode]);
}

const SCORE = fragment('"serviceMatchScore":');
const QUALITY = {
  high: fragment(',"serviceMatchQuality":"high"'),
  medium: fragment(',"serviceMatchQuality":"medium"'),
  low: fragment(',"serviceMatchQuality":"low"'),
  none: fragment(',"serviceMatchQuality":"none"'),
} as const satisfies Readonly<Record<Quality, unknown>>;

const GRADE_NAMES = ['absent', 'exact', 'prefix', 'fuzzy', 'none'];

/** Writes the members serviceMatchScore and serviceMatchQuality, without a comma before (§5.1). */
export function writeMatchQuality(out: JsonBytes, score: number, quality: Quality): void {
  out.write(SCORE);
  out.uint(score);
  out.write(QUALITY[quality]);
}

/** Writes the member `debug` of a scored answer, after a comma (§5.3). `searchScore` falls with the cost of what a record lacks; `reason` says why nothing was found. */
export function writeScoreDebug(
  out: JsonBytes,
  mode: 'autocomplete' | 'validate',
  found: Found | null,
  reason: Reason | null = null,
): void {
  out.ascii(`,"debug":{"scoringVersion":"${SCORING_VERSION}","queryMode":"${mode}","matchedComponents":{`);
  const components = found === null ? [] : componentsMet(found.candidate);
  out.ascii(components.map(([component, grade]) => `"${component}":"${GRADE_NAMES[grade]}"`).join());
  out.ascii('},"scoreCaps":[');
  out.ascii((found?.score.caps ?? []).map((cap) => `"${cap}"`).join());
  out.ascii(']');
  if (found !== null) out.ascii(`,"searchScore":${Math.round(1000 / (1 + found.candidate.cost / 10)) / 1000}`);
  if (reason !== null) out.ascii(`,"reason":"${reason}"`);
  out.ascii('}');
}
