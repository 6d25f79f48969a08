import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clausesOf, namedIn } from './clauses.ts';

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
