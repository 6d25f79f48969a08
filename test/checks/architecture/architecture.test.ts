import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readProgram, roomFaults } from './imports.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const program = readProgram(ROOT);
const { files, imports, sourceOf } = program;

/** The files that a worker loads, and so all that a request can pass through. */
const answering = [...reachedFrom('src/service/http/worker.ts')];

function targetsOf(file: string): string[] {
  return imports.filter((each) => each.file === file).map(({ target }) => target);
}

function reachedFrom(file: string): Set<string> {
  const reached = new Set([file]);
  for (const each of reached) for (const target of targetsOf(each)) reached.add(target);
  return reached;
}

describe('The doors of the program', () => {
  it('import one way only, hold every file, and no arrow is drawn that nothing goes along', () => {
    expect(roomFaults(program)).toEqual([]);
  });

  it('are told by name to whoever imports against them', () => {
    const faultsOf = (file: string, target: string) =>
      roomFaults({ ...program, imports: [...imports, { file, target }] });
    expect(faultsOf('src/address/index/open.ts', 'src/system/flags.ts')).toEqual([
      'src/address/index/open.ts imports src/system/flags.ts: src/address/index may import src/system/libc.ts (test/checks/architecture/rooms.ts)',
    ]);
    expect(faultsOf('src/system/flags.ts', 'src/main.ts')).toEqual([
      'src/system/flags.ts imports src/main.ts: src/system may import nothing of other doors (test/checks/architecture/rooms.ts)',
    ]);
    expect(faultsOf('src/service/telemetry/log.ts', 'src/service/http/app.ts')).toEqual([
      'src/service/telemetry/log.ts imports src/service/http/app.ts: src/service/telemetry may import nothing else of its door (test/checks/architecture/rooms.ts)',
    ]);
    expect(roomFaults({ ...program, files: [...files, 'src/elsewhere/new.ts'] })).toEqual([
      'src/elsewhere/new.ts is in no door: give it one in test/checks/architecture/rooms.ts',
    ]);
  });

  it('are ten at most, and each a line of ARCHITECTURE', () => {
    const doors = readdirSync(join(ROOT, 'src'));
    expect(doors.length).toBeLessThanOrEqual(10);
    const architecture = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
    expect(doors.filter((door) => !architecture.includes(`\`src/${door}`))).toEqual([]);
  });

  it('keep billing and its databases out of what answers requests', () => {
    const foreign = /^src\/billing\/|^(kysely|libsql|pg|jose|commander)$/;
    expect(answering.filter((path) => foreign.test(path))).toEqual([]);
  });

  it('let the operations and their search compute only: no files, no clock, no network, no packages', () => {
    const computing = answering.filter((path) => /^src\/address\/(operations|search)\//.test(path));
    expect(computing).toContain('src/address/search/suggest.ts');
    const outside = computing.flatMap((file) => targetsOf(file).filter((target) => !files.includes(target)));
    expect(outside).toEqual([]);
    const impure = /\b(?:process|performance|Date|setTimeout|setInterval|fetch|Math\.random)\b[.(]/;
    expect(computing.filter((file) => impure.test(sourceOf(file)))).toEqual([]);
  });

  it('let the client run in a browser: it imports its own files alone', () => {
    const client = [...reachedFrom('src/clients/client/client.ts')];
    expect(client).toContain('src/clients/client/attempt.ts');
    expect(client.filter((path) => !path.startsWith('src/clients/client/'))).toEqual([]);
  });

  it('have no circle of files that import each other, types included', () => {
    const order: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      expect(path, `a circle: ${[...path, file].join(' → ')}`).not.toContain(file);
      if (order.includes(file)) return;
      for (const { target } of imports.filter((each) => each.file === file)) {
        if (files.includes(target)) visit(target, [...path, file]);
      }
      order.push(file);
    };
    for (const file of files) visit(file, []);
    expect(order).toHaveLength(files.length);
  });
});
