import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLE } from '../../src/address/operations/table/table.ts';
import { CAPS, WEIGHTS } from '../../src/address/search/query/grades.ts';
import { type Letterbox, runLetterbox, stopLetterbox } from '../service/http/support/letterbox.ts';
import { request } from '../service/http/support/raw-http.ts';
import { sampleIndex } from '../support/shared-releases.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const scripts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

/** Every document of the repository, by path. */
const documents = new Map(
  [
    ...readdirSync(ROOT),
    ...['bench', 'build-index', 'data', 'src', 'test'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    ),
  ]
    .filter((path) => path.endsWith('.md'))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
const everything = [...documents.values()].join('\n');

/** The rows of the scorer's tables whose first cell is code, as cells. */
const scorerRows = documents
  .get('src/address/search/score/README.md')!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1));

/** The program that a script builds and becomes; null where it does something else. */
function programOf(script: string): string | null {
  const found = /^exec build\/run (\S+)$/.exec(scripts[script]);
  return found === null ? null : join(ROOT, 'dist', `${found[1]}.js`);
}

/** The help of the programs that scripts run. */
function helpOf(...commands: readonly string[]): string {
  const lines = commands.map((command) => {
    const [script, ...rest] = command.split(' ');
    return [programOf(script)!, ...rest].join(' ');
  });
  const help = execFileSync(process.execPath, [join(ROOT, 'test/support/help-texts.mjs'), ...lines], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(help.match(/^Usage: /gm)).toHaveLength(commands.length);
  return help;
}

/** A text without the lines of commands that are not ours. */
const ownLinesOf = (text: string) => text.replace(/^(?:docker|useradd|systemctl|git|kubectl) .*\n(?: {2}.*\n)*/gm, '');

const flagsIn = (text: string) => new Set(text.match(/(?<![\w-])--(?!letterbox-)[a-z]+(?:-[a-z]+)*/g) ?? []);

/** The anchor that a heading has, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

describe('The documents', () => {
  it('have a README of at most 170 lines', () => {
    expect(documents.get('README.md')!.split('\n').length).toBeLessThanOrEqual(171);
  });

  it('name only scripts that exist, whose programs exist', () => {
    const named = new Set(
      [...everything.matchAll(/npm (?:run (?:--silent )?)?(start|test|[a-z-]+(?::[a-z]+)?)/g)].map(([, name]) => name),
    );
    for (const command of ['ci', 'i', 'init', 'install']) named.delete(command);
    expect([...named].filter((name) => !(name in scripts))).toEqual([]);
    const programs = [
      ...Object.keys(scripts).flatMap((script) => programOf(script) ?? []),
      ...Object.values(scripts).flatMap((script) => script.match(/dist\/\S+\.js/g) ?? []),
    ];
    expect(programs.filter((program) => !existsSync(program))).toEqual([]);
  });

  it('name every flag of the service, in its own document, and of what its users run beside it, and no flag that no program has', () => {
    const service = helpOf('start');
    const operating = flagsIn(documents.get('src/service/server/README.md')!);
    expect(
      [...flagsIn(service)].filter((flag) => flag !== '--help' && flag !== '--version' && !operating.has(flag)),
    ).toEqual([]);
    const programs = Object.keys(scripts).filter((script) => programOf(script) !== null);
    const withHelp = programs.filter(
      (script) => !['clauses', 'operation-tables', 'picture', 'schema', 'sizes', 'start'].includes(script),
    );
    const commands = [
      'admin accounts create',
      'admin accounts plan',
      'admin keys create',
      'admin keys rotate',
      'admin login',
      'admin verify',
      'release activate',
      'release diff',
    ];
    const used = ['build-index', 'explain', 'inspect', 'match', 'mcp', 'release', 'sidecar', 'verify'];
    const named = flagsIn(everything).add('--help').add('--version');
    expect([...flagsIn(helpOf(...used, ...commands))].filter((flag) => !named.has(flag))).toEqual([]);
    const known = flagsIn(service + helpOf(...withHelp, ...commands))
      .add('--silent')
      .add('--data-urlencode')
      .add('--omit');
    expect([...flagsIn(ownLinesOf(everything))].filter((flag) => !known.has(flag))).toEqual([]);
  });

  it('link only to files and headings that exist', () => {
    const broken = [...documents].flatMap(([path, text]) =>
      [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)|\bsrc="(?!https?:|\/)([^"]+)"/g)]
        .map(([, link, image]) => link ?? image)
        .filter((link) => {
          const [file, anchor] = link.split('#');
          const target = file === '' ? path : join(dirname(path), file);
          if (!existsSync(join(ROOT, target))) return true;
          if (anchor === undefined) return false;
          const headings = [...readFileSync(join(ROOT, target), 'utf8').matchAll(/^#+ (.*)$/gm)];
          return !headings.some(([, heading]) => anchorOf(heading) === anchor);
        })
        .map((link) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('name only paths that exist: those from the root, and TypeScript files by the end of their path', () => {
    const folders = ['bench', 'build-index', 'data', 'src', 'test'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `/${join(folder, path)}`),
    );
    const isThere = (path: string) => existsSync(join(ROOT, path)) || files.some((file) => file.endsWith(`/${path}`));
    const gone = [...documents]
      // What changed then is told by the names of then.
      .filter(([document]) => document !== 'CHANGELOG.md')
      .flatMap(([document, text]) => {
        const fromRoot = [
          ...text.matchAll(/(?<![\w./@-])(?:dist\/)?((?:bench|build-index|data|src|test)\/[\w@./*-]*\w)/g),
        ];
        const sources = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.ts)`/g)];
        return [
          ...fromRoot
            .map(([, path]) => (path.includes('*') ? dirname(path) : path.replace(/\.js$/, '.ts')))
            // Indexes are built, and so is what the dashboard of Grafana is written to.
            .filter((path) => !path.endsWith('.lbx') && !path.endsWith('letterbox.json'))
            .filter((path) => !existsSync(join(ROOT, path))),
          ...sources.map(([, path]) => path).filter((path) => !isThere(path)),
        ].map((path) => `${document}: ${path}`);
      });
    expect(gone).toEqual([]);
  });

  it('give the weights and caps of the scorer', () => {
    const told = (names: Readonly<Record<string, number>>) => {
      const cells = scorerRows.flatMap((row) => row.map((cell) => cell.trim()));
      const numberOf = (name: string) => {
        const at = cells.findIndex((cell) => cell === `\`${name}\`` || cell.startsWith(`\`${name}\` (`));
        return Number(cells.slice(at + 1).find((cell) => /^\d+$/.test(cell)));
      };
      return Object.fromEntries(Object.keys(names).map((name) => [name, numberOf(name)]));
    };
    expect(told(WEIGHTS)).toEqual(WEIGHTS);
    expect(told(CAPS)).toEqual(CAPS);
  });

  describe('show calls', () => {
    const shown = [...everything.matchAll(/```sh\n(curl .*)\n```\n+```json\n([\s\S]*?)```/g)].map(
      ([, command, answer]) => ({ command, answer }),
    );
    let service: Letterbox;
    beforeAll(async () => {
      service = await runLetterbox(['--index', sampleIndex(), '--workers', '1', '--dev-key', 'demo']);
    });
    afterAll(() => stopLetterbox(service));

    it('of every operation of the specification', () => {
      const paths = shown.map(({ command }) => /\/v1\/address\/([a-z/]+)\?/.exec(command)?.[1]);
      const operations = TABLE.filter(({ isBeyond }) => !isBeyond).map(({ path }) => path.replace('/v1/address/', ''));
      expect([...new Set(paths)].sort()).toEqual(operations.sort());
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
