import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { openIndex } from '../address/index/open.ts';
import { type ExplainedCandidate, type Explanation, explain } from '../address/operations/explain/explain.ts';
import { vocabularyWarning } from '../address/vocabulary/vocabulary-hash.ts';
import { VERSION } from '../system/version.ts';

new Command('explain')
  .version(VERSION)
  .description('Show how a query is read, the candidates, and the parts of each score')
  .argument('<query>')
  .option('--index <file>', 'the index file', 'data/letterbox.lbx')
  .option('--typing', 'as autocomplete reads it, while it is typed', false)
  .action((query: string, { index, typing }: { readonly index: string; readonly typing: boolean }) => {
    try {
      const opened = openIndex(index);
      const warning = vocabularyWarning(opened.manifest);
      if (warning !== null) console.error(warning);
      console.log(linesOf(explain(opened, query, typing)).join('\n'));
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
      if (!existsSync(index))
        console.error('`npm start` builds one of the sample, data/letterbox.lbx; `npm run build-index` of a release.');
      process.exitCode = 1;
    }
  })
  .parse();

/** The explanation that the playground shows, as text. */
function linesOf({ tokens, road, ended, reason, considered, candidates, answers }: Explanation): string[] {
  return [
    `words: ${tokens.map(({ text, role }) => `${text} (${role})`).join(' · ')}`,
    '',
    ...road.map(stepText),
    `ended: ${ended}`,
    '',
    `${considered} candidates${reason === null ? '' : `, nothing found: ${reason}`}`,
    ...candidates.flatMap((each) => [`  ${headOf(each)}`, `        ${partsOf(each)}`]),
    '',
    ...(answers.length === 0 ? ['no match'] : answers.map(headOf)),
  ];
}

/** `  3.10  street                     2  street SMITH, locality RICHMOND`. */
function stepText({ source, bound, reads, brought }: Explanation['road'][number]): string {
  return `${bound.toFixed(2).padStart(6)}  ${source.padEnd(18)}  ${String(brought ?? 'needless').padStart(8)}  ${reads}`.trimEnd();
}

function headOf({ cost, score, quality, caps, alias, ...record }: ExplainedCandidate): string {
  const place = [record.localityName, record.state, record.postcode].filter(Boolean).join(' ');
  const held = caps.map(({ name, most }) => `${name} (${most})`).join(', ');
  return `${cost.toFixed(2)}  ${score} ${quality}  ${record.addressLabel}, ${place}${alias === null ? '' : `; by its alias ${alias}`}${held === '' ? '' : `; caps: ${held}`}`;
}

function partsOf({ components, unexplained, words }: ExplainedCandidate): string {
  const parts = components.map(({ name, grade, weight, met }) => `${name} ${grade} ${met} of ${weight}`);
  return `${parts.join(', ')}; unexplained ${unexplained} of ${words} words`;
}
