import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPS } from '../src/search/score/caps.ts';
import { WEIGHTS } from '../src/search/score/score.ts';
import { buildSampleIndex, type Letterbox, runLetterbox, stopLetterbox } from './http/support/letterbox.ts';
import { request } from './http/support/raw-http.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const scripts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** The rows of the tables of README whose first cell is code, as cells. */
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1));

/** What the program of a script says of itself. */
function helpOf(command: string): string {
  const [script, ...rest] = command.split(' ');
  const program = join(ROOT, /dist\/\S+\.js/.exec(scripts[script])![0]);
  return execFileSync(process.execPath, [program, ...rest, '--help'], { encoding: 'utf8' });
}

const flagsIn = (text: string) => new Set(text.match(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g) ?? []);

describe('README.md', () => {
  it('names scripts that there are, whose programs there are', () => {
    const named = new Set(
      [...readme.matchAll(/npm (?:run (?:--silent )?)?(start|test|[a-z-]+(?::[a-z]+)?)/g)].map(([, name]) => name),
    );
    named.delete('ci');
    expect([...named].filter((name) => !(name in scripts))).toEqual([]);
    const programs = Object.values(scripts).flatMap((script) => script.match(/dist\/\S+\.js/g) ?? []);
    expect(programs.filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
  });

  it('names every flag of the service, and no flag that no program has', () => {
    const service = helpOf('start');
    const named = flagsIn(readme);
    expect([...flagsIn(service)].filter((flag) => flag !== '--help' && !named.has(flag))).toEqual([]);
    const others = ['build-index', 'generate-release', 'inspect', 'verify', 'explain', 'bench', 'admin', 'mcp'];
    const commands = ['admin accounts create', 'admin login'];
    const known = flagsIn([service, ...[...others, ...commands].map(helpOf)].join('\n')).add('--silent');
    expect([...named].filter((flag) => !known.has(flag))).toEqual([]);
  });

  it('gives the weights and caps of the scorer', () => {
    const told = (names: Readonly<Record<string, number>>) => {
      const cells = rows.flatMap((row) => row.map((cell) => cell.trim()));
      const numberOf = (name: string) => {
        const at = cells.findIndex((cell) => cell === `\`${name}\`` || cell.startsWith(`\`${name}\` (`));
        return Number(cells.slice(at + 1).find((cell) => /^\d+$/.test(cell)));
      };
      return Object.fromEntries(Object.keys(names).map((name) => [name, numberOf(name)]));
    };
    expect(told(WEIGHTS)).toEqual(WEIGHTS);
    expect(told(CAPS)).toEqual(CAPS);
  });

  describe('shows calls', () => {
    const shown = [...readme.matchAll(/```sh\n(curl .*)\n```\n```json\n([\s\S]*?)```/g)].map(([, command, answer]) => ({
      command,
      answer,
    }));
    let service: Letterbox;
    beforeAll(async () => {
      service = await runLetterbox(['--index', buildSampleIndex(), '--workers', '1', '--dev-key', 'demo']);
    });
    afterAll(() => stopLetterbox(service));

    it('of every operation', () => {
      const paths = shown.map(({ command }) => /\/v1\/address\/([a-z/]+)\?/.exec(command)?.[1]);
      const operations = ['autocomplete', 'enrich', 'lookup/postcode', 'lookup/suburb', 'reverse', 'validate'];
      expect([...new Set(paths)].sort()).toEqual(operations);
    });

    it.each(shown)('that are answered as shown: $command', async ({ command, answer }) => {
      const [, key, target] = /^curl -H 'X-Api-Key: (\S+)' 'http:\/\/127\.0\.0\.1:8080(\S+)'$/.exec(command)!;
      const { body } = await request(service.port, target, { 'X-Api-Key': key });
      const expected = JSON.parse(answer);
      if (expected.error !== undefined) expected.error.request_id = expect.stringMatching(/^req_[0-9a-f]{32}$/);
      expect(JSON.parse(body.toString())).toMatchObject(expected);
    });
  });
});
