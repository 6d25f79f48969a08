import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Rule } from '../../address/operations/table/rules.ts';
import { type AnyOperation, TABLE } from '../../address/operations/table/table.ts';

/*
 * Writes the tables of operations in the documents, between `<!-- operations -->` and `<!-- end -->`. With `--check` it writes nothing
 * and fails when a table is not what would be written.
 */

type Row = readonly string[];

/** The cells of a table as Markdown, in columns as wide as they need; numbers on the right. */
function tableOf(head: Row, rows: readonly Row[], right: readonly number[] = []): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i].length)));
  const line = (row: Row) =>
    `| ${row.map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`;
  const rule = widths.map((width, i) => (right.includes(i) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** A parameter with its range and, in brackets, its default. */
function parameterText(name: string, { schema }: Rule<unknown>): string {
  const { minLength, maxLength, minimum, maximum } = schema;
  const absent = schema.default === undefined ? '' : ` (${schema.default})`;
  if (maxLength !== undefined) return `\`${name}\` ${minLength}–${maxLength} characters`;
  const isWide = minimum === undefined || Number(minimum) < 0;
  return isWide ? `\`${name}\`${absent}` : `\`${name}\` ${minimum}–${maximum}${absent}`;
}

function parametersOf({ parameters }: AnyOperation, required: boolean): string {
  return Object.entries(parameters.rules)
    .filter(([name, rule]) => rule.required === required && name !== 'debug')
    .map(([name, rule]) => parameterText(name, rule))
    .join(', ');
}

const below = (path: string) => `\`${path.replace('/v1/address/', '')}\``;

function parameterTable(): string {
  return tableOf(
    ['call', 'required', 'optional (default)'],
    TABLE.map((row) => [below(row.path), parametersOf(row, true), parametersOf(row, false)]),
  );
}

function clientTable(): string {
  const rows = TABLE.flatMap(({ client, name, path, cost, parameters, batch }): Row[] => {
    const required = parameters.names.filter((each) => parameters.rules[each].required);
    const others = parameters.names.some((each) => each !== 'debug' && !parameters.rules[each].required) ? ', …' : '';
    const one = [`\`${client.method}({ ${required.join(', ')}${others} })\``, `\`${path}\``, String(cost)];
    const many = [`\`${name}Batch([${required[0]}, …])\``, `\`${path}/batch\``, `${cost} each`];
    return batch === undefined ? [one] : [one, many];
  });
  return tableOf(['method', 'call', 'credits'], rows, [2]);
}

function toolTable(): string {
  const rows = TABLE.flatMap(({ tool, path, cost, batch }): Row[] => {
    const one = [`\`${tool.name}\``, `\`${path}\``, String(cost)];
    return batch?.tool === undefined ? [one] : [one, [`\`${batch.tool.name}\``, `\`${path}/batch\``, `${cost} each`]];
  });
  return tableOf(['tool', 'call', 'credits'], rows, [2]);
}

function creditTable(): string {
  const rows = TABLE.map(({ path, summary, cost }) => [below(path), summary, String(cost)]);
  return tableOf(['Call', 'What it does', 'Credits'], rows, [2]);
}

const TABLES = {
  'src/service/http/README.md': parameterTable(),
  'src/clients/client/README.md': clientTable(),
  'src/clients/mcp/README.md': toolTable(),
  'src/pages/docs/guides/credits.md': creditTable(),
};

const BETWEEN = /(?<=<!-- operations -->\n)[\s\S]*(?=\n<!-- end -->)/;

for (const [path, table] of Object.entries(TABLES)) {
  const file = fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
  const text = readFileSync(file, 'utf8');
  if (!BETWEEN.test(text)) throw new Error(`${path} has no <!-- operations --> … <!-- end -->`);
  const written = text.replace(BETWEEN, () => table);
  if (written === text) continue;
  if (!process.argv.includes('--check')) writeFileSync(file, written);
  else {
    process.stderr.write(
      `${path} does not fit the table of operations: run \`npm run operation-tables\` and commit the result.\n`,
    );
    process.exitCode = 1;
  }
}
