import { SCORING_VERSION } from '../search/score/score.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';

/** Values of `queryMode` whose answers are not scored. */
export type UnscoredMode = 'enrich' | 'reverse' | 'lookup';

const debugOf = (mode: UnscoredMode) =>
  fragment(
    `,"debug":{"scoringVersion":"${SCORING_VERSION}","queryMode":"${mode}","matchedComponents":{},"scoreCaps":[]}`,
  );
const DEBUG = { enrich: debugOf('enrich'), reverse: debugOf('reverse'), lookup: debugOf('lookup') };

/** Writes the member `debug` of an answer that is not scored, after a comma (§5.3). */
export function writeDebug(out: JsonBytes, mode: UnscoredMode): void {
  out.write(DEBUG[mode]);
}
