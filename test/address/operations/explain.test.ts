import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { explain } from '../../../src/address/operations/explain/explain.ts';
import { openSample, placeOf, type Sample } from '../search/sample.ts';
import { isPlain, number, rest, street } from '../search/written.ts';

const COMMAND = fileURLToPath(new URL('../../../dist/src/engine/explain.js', import.meta.url));

let sample: Sample;
let queries: string[];

beforeAll(() => {
  sample = openSample();
  queries = sample.principals
    .filter((record) => isPlain(record) && record.state !== null && record.postcode !== null)
    .filter((_, i) => i % 400 === 0)
    .flatMap((record) => {
      const misspelled = street(record).replace(/^(.)(.)/, '$2$1');
      return [
        `${number(record)} ${rest(record)}`,
        `${number(record)} ${misspelled}, ${placeOf(record)}`,
        `9876 ${rest(record)}`,
        `${number(record)} ${street(record).slice(0, 5)}`,
      ];
    });
});

describe('The road of a query', () => {
  it.each(['autocomplete', 'validate'])(
    'is told in the order of its bounds, with what each source brought: %s',
    (mode) => {
      expect(queries.length).toBeGreaterThan(8);
      for (const q of queries) {
        const { road, considered, ended } = explain(sample.index, q, mode === 'autocomplete');
        const bounds = road.map(({ bound }) => bound);
        expect([q, bounds]).toEqual([q, bounds.toSorted((a, b) => a - b)]);
        const brought = road.reduce((all, step) => all + (step.brought ?? 0), 0);
        expect([q, brought]).toEqual([q, considered]);
        expect(road[0]).toMatchObject({ source: 'numbers', bound: 0 });
        expect(ended).toBe('nothing waits');
      }
    },
  );

  it('passes over as needless what costs more than a perfect answer', () => {
    const { road, answers } = explain(sample.index, queries[0], false);
    expect(answers[0]).toMatchObject({ cost: 0, quality: 'high' });
    for (const { bound, brought } of road.filter(({ bound }) => bound > 0))
      expect([bound, brought]).toEqual([bound, null]);
    expect(road.some(({ source, bound }) => source === 'building' && bound > 0)).toBe(true);
    expect(road.some(({ source }) => source === 'misspelled')).toBe(false);
  });

  it('opens misspellings where no source of a lower bound answers', () => {
    const { road, answers } = explain(sample.index, queries[1], false);
    const opened = road.filter(({ brought }) => (brought ?? 0) > 0).map(({ source }) => source);
    expect(opened[0]).toBe('misspelled');
    expect(answers).toHaveLength(1);
  });

  it('is printed by the command as it is', () => {
    for (const typing of [true, false]) {
      const { road, considered, ended } = explain(sample.index, queries[1], typing);
      const args = [COMMAND, queries[1], '--index', sample.index.path, ...(typing ? ['--typing'] : [])];
      const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
      const printed = lines
        .filter((line) => /^ *\d+\.\d\d {2}[a-zA-Z]+ /.test(line))
        .map((line) => line.trim().split(/ {2,}/));
      expect(printed).toEqual(
        road.map(({ bound, source, brought, reads }) =>
          [bound.toFixed(2), source, String(brought ?? 'needless'), reads].filter((cell) => cell !== ''),
        ),
      );
      expect(lines).toContain(`ended: ${ended}`);
      expect(lines).toContain(`${considered} candidates`);
    }
  });
});
