import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { doorOf } from './imports.ts';
import { BETWEEN_DOORS } from './rooms.ts';

/*
 * Draws the arrows between doors in ARCHITECTURE.md, between `<!-- doors -->` and `<!-- end -->`. With `--check` it writes nothing and
 * fails when the picture is not what would be drawn.
 */

const FILE = fileURLToPath(new URL('../../../../ARCHITECTURE.md', import.meta.url));
const BETWEEN = /(?<=<!-- doors -->\n)[\s\S]*(?=\n<!-- end -->)/;
/** Doors whose arrows say nothing: what starts the rest, what measures it, and what everybody may import. */
const LEFT_OUT = ['src/main.ts', 'src/configuration.ts', 'bench', 'src/system'];

/** The arrows as Mermaid; an arrow to parts of a door alone says to which. */
function picture(): string {
  const ends = new Map<string, Set<string>>();
  for (const [from, names] of Object.entries(BETWEEN_DOORS))
    for (const name of names) {
      const arrow = `${doorOf(from)} ${doorOf(name)}`;
      ends.set(arrow, (ends.get(arrow) ?? new Set()).add(name));
    }
  const lines = [...ends].flatMap(([arrow, names]) => {
    const [from, to] = arrow.split(' ');
    if (LEFT_OUT.includes(from) || LEFT_OUT.includes(to)) return [];
    const parts = names.has(to) ? [] : [...names].map((name) => name.slice(to.length + 1)).sort();
    const line = parts.length === 0 ? '-->' : `-- ${parts.join(', ')} -->`;
    return [`  ${nodeOf(from)} ${line} ${nodeOf(to)}`];
  });
  return ['```mermaid', 'flowchart TD', ...lines, '```'].join('\n');
}

function nodeOf(door: string): string {
  return `${door.replace('src/', '')}[${door}/]`;
}

const text = readFileSync(FILE, 'utf8');
if (!BETWEEN.test(text)) throw new Error('ARCHITECTURE.md has no <!-- doors --> … <!-- end -->');
const drawn = text.replace(BETWEEN, picture);
if (drawn !== text && process.argv.includes('--check')) {
  process.stderr.write(
    'ARCHITECTURE.md does not show the doors as they are: run `npm run picture` and commit the result.\n',
  );
  process.exitCode = 1;
} else if (drawn !== text) writeFileSync(FILE, drawn);
