import { aligned } from '../../equipment/figures.ts';
import { SOURCES } from './asked.ts';
import { DIFFERENCES, type Differing, type Side } from './difference.ts';
import type { AnsweredQuery } from './record-file.ts';

/** The groups of queries, in the order of the report. */
const GROUPS = ['validate', 'autocomplete'].flatMap((operation) => SOURCES.map((source) => `${operation} ${source}`));

/** Counts of every kind of difference in every group of queries, then up to `examples` of each. */
export function differenceText(
  queries: readonly AnsweredQuery[],
  differing: readonly Differing[],
  examples: number,
): string {
  return GROUPS.flatMap((group) => {
    const asked = queries.filter((query) => groupOf(query) === group).length;
    const here = differing.filter(({ query }) => groupOf(query) === group);
    if (asked === 0) return [];
    const rows = DIFFERENCES.map((kind) => ({ kind, of: here.filter((it) => it.kind === kind) })).filter(
      ({ of }) => of.length > 0,
    );
    const cells = (name: string, of: readonly Differing[]) => [
      name,
      String(of.length),
      ...[lowInBoth, rightSooner, rightLater, nowAsTyped, noLongerAsTyped].map((is) => String(of.filter(is).length)),
    ];
    const table = aligned([
      [
        `${group}: ${asked}`,
        'differ',
        'low in both',
        'right sooner',
        'right later',
        'now as typed',
        'no longer as typed',
      ],
      ...rows.map(({ kind, of }) => cells(kind, of)),
      cells('all', here),
    ]);
    const shown = rows.map(({ kind, of }) => `${group}, ${kind}\n${of.slice(0, examples).map(exampleText).join('\n')}`);
    return examples > 0 ? [table, ...shown] : [table];
  }).join('\n\n');
}

/**
 * One difference: the query, what is known of the right answer, and both lists with the right
 * answer marked.
 */
export function exampleText({ query: { q, truth }, before, after }: Differing): string {
  const known = 'text' in truth ? truth.text : [truth.locality, truth.state, truth.postcode].filter(Boolean).join(' ');
  return `  ${JSON.stringify(q)}  (${known})\n${sideText('-', before)}\n${sideText('+', after)}`;
}

function sideText(sign: string, { answers, right }: Side): string {
  if (answers.length === 0) return `    ${sign} nothing`;
  return answers
    .map(({ text, score, quality }, i) => `    ${sign} ${i === right ? '*' : ' '} ${score} ${quality}  ${text}`)
    .join('\n');
}

function groupOf({ operation, source }: Pick<AnsweredQuery, 'operation' | 'source'>): string {
  return `${operation} ${source}`;
}

function lowInBoth({ before, after }: Differing): boolean {
  return [before, after].every(({ answers }) => answers.every(({ quality }) => quality === 'low'));
}

function rightSooner({ before, after }: Differing): boolean {
  return after.right >= 0 && (before.right < 0 || after.right < before.right);
}

function rightLater({ before, after }: Differing): boolean {
  return before.right >= 0 && (after.right < 0 || before.right < after.right);
}

function nowAsTyped({ before, after }: Differing): boolean {
  return after.beginsAsTyped && !before.beginsAsTyped;
}

function noLongerAsTyped({ before, after }: Differing): boolean {
  return before.beginsAsTyped && !after.beginsAsTyped;
}
