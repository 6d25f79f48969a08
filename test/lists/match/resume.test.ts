import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, type MatchProgram, matchProgram } from './match-program.ts';

/** The list is held against itself: so the other list is read to its end after every kill. */
const GROUPED = ['--name', 'n', '--against', 'list.csv'];

let program: MatchProgram;
let whole: Ended;
beforeAll(async () => {
  program = matchProgram();
  const { addresses } = program;
  const lines = Array.from({ length: 900 }, (_, i) => {
    const { line } = addresses[i % addresses.length];
    return `${i},"${i % 3 === 0 ? line.replace(/\d+/, String(i % 97)) : line}","${i % 5 === 0 ? '=' : ''}${'note '.repeat(80)}"`;
  });
  writeFileSync(program.path('list.csv'), `n,address,note\n${lines.join('\n')}\n`);
  whole = await program.run(['list.csv', '--out', 'whole.csv', '--workers', '2', ...GROUPED]);
  expect(whole.code, whole.said).toBe(0);
  expect(summaryOf(whole)).toMatchObject({ formulas: 180 });
});

/** The summary of a run, without what differs from run to run. */
function summaryOf({ said }: Ended): unknown {
  const done = JSON.parse(said.split('\n').find((line) => line.includes('"event":"done"')) ?? '{}');
  const { seconds: _s, rate: _r, memory: _m, bad: _b, files: _f, ...summary } = done;
  return summary;
}

function sizeOf(name: string): number {
  try {
    return statSync(program.path(name)).size;
  } catch {
    return -1;
  }
}

describe('a run that was killed', () => {
  it('goes on where it was, to the same bytes and the same summary', async () => {
    const size = sizeOf('whole.csv');
    let last = whole;
    let kills = 0;
    // Once with a checkpoint after every batch, once with that of the first one.
    for (const checkpoint of ['0', '3600']) {
      for (const share of [0, Math.random(), 2]) {
        const go = sizeOf('killed.csv.run/output') >= 0 ? '--resume' : '--overwrite';
        const args = ['list.csv', '--out', 'killed.csv', '--workers', '2', '--checkpoint', checkpoint, go, ...GROUPED];
        last = await program.run(args, { killWhen: () => sizeOf('killed.csv.run/output') > share * size });
        if (last.code === 'SIGKILL') kills++;
        if (last.code === 'SIGKILL' && go === '--overwrite') expect([-1, size]).toContain(sizeOf('killed.csv'));
        if (last.code === 0) break;
      }
      expect(last.code, last.said).toBe(0);
      for (const ending of ['.csv', '.review.csv', '.pairs.csv'])
        expect(readFileSync(program.path(`killed${ending}`)).equals(readFileSync(program.path(`whole${ending}`)))).toBe(
          true,
        );
      expect(summaryOf(last)).toEqual(summaryOf(whole));
    }
    expect(kills).toBeGreaterThan(1);
    expect(readdirSync(program.path('.')).filter((name) => name.endsWith('.run') || name.endsWith('.new'))).toEqual([]);
  });

  it('goes on only with the list and the settings that it began with', async () => {
    const isSaved = () => existsSync(program.path('cut.csv.run/checkpoint.json'));
    const cut = ['list.csv', '--out', 'cut.csv', '--checkpoint', '0', ...GROUPED];
    const { code } = await program.run([...cut, '--workers', '1'], { killWhen: isSaved });
    expect(code).toBe('SIGKILL');
    expect((await program.run(cut)).said).toContain('go on with --resume, or start anew with --overwrite');
    const other = await program.run([...cut, '--resume', '--fields', 'lga']);
    expect(other).toMatchObject({ code: 2, said: expect.stringContaining('the run was stopped with another') });
    writeFileSync(
      program.path('changed.csv'),
      readFileSync(program.path('list.csv'), 'utf8').replace('note note', 'note mote'),
    );
    const changed = await program.run(['changed.csv', ...cut.slice(1), '--resume']);
    expect(changed).toMatchObject({ code: 2, said: expect.stringContaining('changed.csv has changed') });
    expect((await program.run([...cut, '--resume'])).code).toBe(0);
    expect(readFileSync(program.path('cut.csv')).equals(readFileSync(program.path('whole.csv')))).toBe(true);
  });
});
