import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MatchProgram, matchProgram } from './match-program.ts';

let program: MatchProgram;
beforeAll(() => {
  program = matchProgram();
  const { addresses } = program;
  const lines = Array.from(
    { length: 30_000 },
    (_, i) => `${i},"${addresses[i % addresses.length].line.replace(/\d+/, String(i % 97))}"`,
  );
  writeFileSync(program.path('list.csv'), `n,address\n${lines.join('\n')}\n`);
});

const done = (said: string) => {
  const {
    seconds: _,
    rate: __,
    memory: ___,
    bad: ____,
    files: _____,
    ...summary
  } = JSON.parse(said.split('\n').find((line) => line.includes('"event":"done"')) ?? '{}');
  return summary;
};

describe('a run that was killed', () => {
  it('goes on where it was, to the same bytes and the same summary', async () => {
    const whole = await program.run(['list.csv', '--out', 'whole.csv', '--workers', '1']);
    expect(whole.code, whole.said).toBe(0);
    const milliseconds = Number(/"seconds":([\d.]+)/.exec(whole.said)?.[1]) * 1000;
    let kills = 0;
    let last = { code: null as number | NodeJS.Signals | null, said: '' };
    for (const share of [0.35, 0.8, 0.55, 1.1, 0.7, 0]) {
      const args = [
        'list.csv',
        '--out',
        'killed.csv',
        '--workers',
        '1',
        ...(existsSync(program.path('killed.csv.run')) ? ['--resume'] : []),
      ];
      const killAfter = share === 0 ? undefined : 300 + share * milliseconds;
      last = await program.run(args, { killAfter });
      if (last.code === 0) break;
      expect(last.code, last.said).toBe('SIGKILL');
      kills++;
      expect(existsSync(program.path('killed.csv'))).toBe(false);
    }
    expect(last.code, last.said).toBe(0);
    expect(kills).toBeGreaterThan(0);
    for (const ending of ['.csv', '.review.csv'])
      expect(readFileSync(program.path(`killed${ending}`)).equals(readFileSync(program.path(`whole${ending}`)))).toBe(
        true,
      );
    expect(done(last.said)).toEqual(done(whole.said));
    expect(readdirSync(program.path('.')).filter((name) => name.includes('.run') || name.endsWith('.new'))).toEqual([]);
  });

  it('goes on only with the list and the settings that it began with', async () => {
    const cut = await program.run(['list.csv', '--out', 'cut.csv', '--workers', '1'], { killAfter: 3000 });
    if (cut.code === 0) return;
    expect((await program.run(['list.csv', '--out', 'cut.csv'])).said).toContain(
      'go on with --resume, or start anew with --overwrite',
    );
    if (!existsSync(program.path('cut.csv.run/checkpoint.json'))) return;
    const other = await program.run(['list.csv', '--out', 'cut.csv', '--resume', '--fields', 'lga']);
    expect(other).toMatchObject({ code: 2, said: expect.stringContaining('the run was stopped with another fields') });
    writeFileSync(program.path('changed.csv'), readFileSync(program.path('list.csv'), 'utf8').replace('"', '" '));
    const changed = await program.run(['changed.csv', '--out', 'cut.csv', '--resume']);
    expect(changed).toMatchObject({ code: 2, said: expect.stringContaining('changed.csv has changed') });
    expect((await program.run(['list.csv', '--out', 'cut.csv', '--resume'])).code).toBe(0);
  });
});
