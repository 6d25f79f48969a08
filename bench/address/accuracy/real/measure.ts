import { JsonBytes } from '../../../../src/address/operations/json-bytes.ts';
import { lookupPostcode } from '../../../../src/address/operations/lookup-postcode.ts';
import { aligned, percent } from '../../../equipment/figures.ts';
import { type Asker, LONGEST_AUTOCOMPLETE, LONGEST_VALIDATE, localityReader, type Quality } from '../asker.ts';
import type { RealString } from './agreement.ts';
import { agrees, folded } from './agreement.ts';

/** Share of the `high` and `medium` matches that must lie where the string says. */
const AGREEMENT_GOAL = 0.995;

/** `known`: high or medium matches of strings that name a locality of the index with its postcode. */
type Placed = 'high' | 'medium' | 'known';

/** The results of real strings. */
export interface RealResult {
  readonly asked: number;
  readonly qualities: Readonly<Record<Quality, number>>;
  readonly placed: Readonly<Record<Placed, { readonly answered: number; readonly agreeing: number }>>;
  readonly failures: readonly { readonly q: string; readonly answered: string; readonly score: number }[];
  /** Of the failures, those whose string names a neighbour of the answered locality. */
  readonly nextDoor: number;
  /** Matches that are `high` although the string has no number but its postcode. */
  readonly unnumbered: readonly string[];
  readonly crashes: readonly { readonly q: string; readonly error: string }[];
  readonly slowest: readonly { readonly q: string; readonly operation: string; readonly milliseconds: number }[];
}

/** Validates and completes every string, and compares the place of each match with the string's. */
export function measureRealStrings(asker: Asker, strings: readonly RealString[]): RealResult {
  const qualities: Record<Quality, number> = { high: 0, medium: 0, low: 0, none: 0 };
  const placed = {
    high: { answered: 0, agreeing: 0 },
    medium: { answered: 0, agreeing: 0 },
    known: { answered: 0, agreeing: 0 },
  };
  const failures: { q: string; answered: string; score: number }[] = [];
  const unnumbered: string[] = [];
  const crashes: { q: string; error: string }[] = [];
  let slowest: { q: string; operation: string; milliseconds: number }[] = [];
  const timed = <T>(operation: string, q: string, ask: () => T): T | null => {
    const start = performance.now();
    try {
      return ask();
    } catch (error) {
      crashes.push({ q, error: `${operation}: ${error instanceof Error ? error.message : String(error)}` });
      return null;
    } finally {
      const milliseconds = performance.now() - start;
      if (slowest.length < 10 || milliseconds > slowest[9].milliseconds)
        slowest = [...slowest, { q, operation, milliseconds }]
          .sort((a, b) => b.milliseconds - a.milliseconds)
          .slice(0, 10);
    }
  };
  const localityOf = localityReader(asker.index);
  let nextDoor = 0;
  for (const real of strings) {
    if (real.q.length > LONGEST_VALIDATE) continue;
    if (real.q.length <= LONGEST_AUTOCOMPLETE) timed('autocomplete', real.q, () => asker.autocomplete(real.q));
    const match = timed('validate', real.q, () => asker.validate(real.q));
    const quality = match?.serviceMatchQuality ?? 'none';
    qualities[quality]++;
    if (quality === 'high' && !/\d/.test(real.q.replace(/\b\d{4}\s*$/, ''))) unnumbered.push(real.q);
    if (match === null || (quality !== 'high' && quality !== 'medium')) continue;
    const agreeing = agrees(real, match, []) || agrees(real, match, localityOf(match).aliases);
    for (const group of namesKnownPlace(asker, real) ? [placed[quality], placed.known] : [placed[quality]]) {
      group.answered++;
      if (agreeing) group.agreeing++;
    }
    if (agreeing) continue;
    failures.push({ q: real.q, answered: match.text, score: match.serviceMatchScore });
    if (agrees(real, match, localityOf(match).neighbours)) nextDoor++;
  }
  return { asked: strings.length, qualities, placed, failures, nextDoor, unnumbered, crashes, slowest };
}

/** The table of real strings, and whether the goal was reached. */
export function realText(
  { asked, qualities, placed, failures, nextDoor, unnumbered, crashes, slowest }: RealResult,
  examples: number,
) {
  const answered = placed.high.answered + placed.medium.answered;
  const agreeing = placed.high.agreeing + placed.medium.agreeing;
  const passed =
    crashes.length === 0 && unnumbered.length === 0 && (answered === 0 || agreeing / answered >= AGREEMENT_GOAL);
  const text = [
    aligned([
      [`real strings: ${asked}`, 'high', 'medium', 'low', 'none'],
      ['share %', ...(['high', 'medium', 'low', 'none'] as const).map((quality) => percent(qualities[quality], asked))],
      [
        'locality or postcode as said %',
        percent(placed.high.agreeing, placed.high.answered),
        percent(placed.medium.agreeing, placed.medium.answered),
        '',
        '',
      ],
    ]),
    `High and medium where the string says: ${percent(agreeing, answered)} %, goal ≥ ${percent(AGREEMENT_GOAL, 1)} %; crashes: ${crashes.length}, goal 0: ${passed ? 'PASS' : 'FAIL'}`,
    `High without a number but the postcode: ${unnumbered.length}, goal 0${unnumbered
      .slice(0, 3)
      .map((q) => `; ${JSON.stringify(q)}`)
      .join('')}`,
    `The same of strings that name a locality of the index with its postcode (${placed.known.answered}): ${percent(placed.known.agreeing, placed.known.answered)} %`,
    `Of the ${failures.length} elsewhere, in a locality next to one that the string names: ${nextDoor}`,
    `Slowest:\n${slowest.map(({ q, operation, milliseconds }) => `  ${milliseconds.toFixed(2)} ms  ${operation}  ${JSON.stringify(q)}`).join('\n')}`,
    ...crashes.slice(0, 20).map(({ q, error }) => `crash: ${JSON.stringify(q)}: ${error}`),
    ...failures
      .slice(0, examples)
      .map(({ q, answered: text, score }) => `  ${JSON.stringify(q)}\n      ${text}  (${score})`),
  ].join('\n');
  return { text, passed };
}

/** True if a locality that the index has for the string's postcode is among the string's words. */
function namesKnownPlace({ index }: Asker, { q, postcode }: RealString): boolean {
  if (postcode === null || !/^\d{4}$/.test(postcode)) return false;
  const out = new JsonBytes();
  lookupPostcode(index, { postcode, limit: 50, debug: false }, out);
  const { localities } = JSON.parse(new TextDecoder().decode(out.view())) as { localities: { name: string }[] };
  const said = ` ${folded(q)} `;
  return localities.some(({ name }) => said.includes(` ${folded(name)} `));
}
