import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Compares the clauses of src/service/http/CONTRACT.md with the tests that name them (`§5.1` in a title). Ends with status 1 where a clause
 * has no test, or where a test or comment names a clause that is not there.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CONTRACT = 'src/service/http/CONTRACT.md';

const clauses = clausesOf(readFileSync(join(ROOT, CONTRACT), 'utf8'));
const namedBelow = (folder: string) =>
  readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => join(folder, path))
    .flatMap((path) => namedIn(path, readFileSync(join(ROOT, path), 'utf8')));

const tests = namedBelow('test');
const unknown = [...tests, ...namedBelow('src')].filter(({ clause }) => !clauses.has(clause));
const tested = new Set(tests.map(({ clause }) => clause));
const untested = [...clauses].filter(([clause]) => !tested.has(clause));

for (const { clause, path, line } of unknown) console.log(`${path}:${line}: ${CONTRACT} has no clause ${clause}`);
for (const [clause, text] of untested) console.log(`${CONTRACT} ${clause}: no test names it: ${text}`);
console.log(`${clauses.size} clauses, ${tested.size} named by tests`);
if (unknown.length + untested.length > 0) process.exitCode = 1;

/** The clauses of a contract in Markdown, by their numbers (`5.1`), each with the beginning of its text. */
function clausesOf(markdown: string): ReadonlyMap<string, string> {
  const clauses = new Map<string, string>();
  for (const [, number, text] of markdown.matchAll(/^- \*\*(\d+\.\d+)\b(.*)$/gm)) {
    if (clauses.has(number)) throw new Error(`clause ${number} is there twice`);
    clauses.set(number, text.replaceAll('**', '').trim());
  }
  return clauses;
}

/** A place that names a clause: in a title, or in a comment that cites it. */
interface Named {
  readonly clause: string;
  readonly path: string;
  /** From 1. */
  readonly line: number;
}

/** The clauses that a text names, as `§5.1`. */
function namedIn(path: string, text: string): readonly Named[] {
  return text
    .split('\n')
    .flatMap((content, i) =>
      [...content.matchAll(/§(\d+\.\d+)/g)].map(([, clause]) => ({ clause, path, line: i + 1 })),
    );
}
