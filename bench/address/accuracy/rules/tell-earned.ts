import { readFileSync, writeFileSync } from 'node:fs';
import { print } from '../../../equipment/run-benchmark.ts';
import { earned, type Material } from './earned.ts';
import { PARTS, type Part } from './policies.ts';
import { earnedTable } from './table.ts';

/**
 * Prints what parts of the search earn: `names` is a comma-separated list, or `all`. With a file,
 * also writes the table there, replacing everything below its first line of hyphens.
 */
export function tellEarned(material: Material, names: string, file: string | undefined): void {
  const parts = names === 'all' ? PARTS : names.split(',').map(partOf);
  const all = earned(material, parts, ({ part, examples }) => {
    process.stderr.write(`${part.name}\n`);
    for (const example of examples) print(`${part.name}: ${example}`);
  });
  const { index, classes, perClass, seed, strings } = material;
  const asked =
    `${index.manifest.addresses} records; ${classes.length} classes of ${perClass} lines, seed ${seed}; ` +
    `${strings.length} strings that people wrote, by the places that they say.`;
  const table = earnedTable(all, asked);
  print(table);
  if (file === undefined) return;
  const [head, line] = readFileSync(file, 'utf8').split(/^(---)$/m);
  if (line === undefined) throw new Error(`${file}: expected a line of three hyphens, below which the table goes`);
  writeFileSync(file, `${head}---\n\n${table}\n`);
}

function partOf(name: string): Part {
  const part = PARTS.find((it) => it.name === name);
  if (part !== undefined) return part;
  throw new Error(`--without ${name}: no rule, source or cap; there are ${PARTS.map((it) => it.name).join(', ')}`);
}
