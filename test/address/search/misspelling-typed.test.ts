import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../support/cases.ts';
import { type Document, openSample, type Sample } from './sample.ts';
import { isPlain, number, part, street } from './written.ts';

let sample: Sample;

beforeAll(() => {
  sample = openSample();
});

const nearest = (q: string) => sample.autocomplete(q, { debug: true }).suggestions;
const isNamedAlmost = (answers: ReturnType<typeof nearest>) =>
  answers.length > 0 && answers.every(({ debug }) => debug?.matchedComponents.street_name === 'fuzzy');

describe('While a misspelled street is typed', () => {
  it('a letter that no street goes on with keeps an address that was listed, from the second letter on', () => {
    const houses = sample.principals.filter((r) => isPlain(r) && /^[A-Z]{4}/.test(street(r)));
    let compared = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...houses),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...'BCDFGHJKMPQVWXZ'),
        (record, letters, wrong) => {
          const typed = `${number(record)} ${street(record).slice(0, letters)}`;
          const isListed = nearest(typed).some(({ id }) => id === record.id);
          const after = nearest(typed + wrong);
          if (!isListed || !isNamedAlmost(after)) return;
          compared++;
          expect(
            after.map(({ id }) => id),
            typed + wrong,
          ).toContain(record.id);
        },
      ),
      { numRuns: cases(250, 20_000), seed: 33 },
    );
    expect(compared).toBeGreaterThan(100);
  });

  const fits = (r: Document) =>
    isPlain(r) && /^[A-Z]*([A-Z])(?!\1)[A-Z]$/.test(street(r).split(' ')[0]) && street(r).split(' ')[0].length > 4;

  it.each<[string, (r: Document) => boolean, (r: Document) => string]>([
    [
      'the first of the words of its name',
      (r) => / [A-Z]+ /.test(street(r)) && !street(r).split(' ')[1].startsWith(part(r, 'streetType')),
      (r) => `${swapped(r)} `,
    ],
    [
      'its type',
      (r) => street(r).split(' ')[1] === part(r, 'streetType'),
      (r) => `${swapped(r)} ${part(r, 'streetType')} `,
    ],
    [
      'the beginning of its suffix',
      (r) => part(r, 'streetSuffix') !== '' && street(r).split(' ').length === 3,
      (r) => `${swapped(r)} ${part(r, 'streetType')} ${street(r).split(' ')[2].slice(0, 2)}`,
    ],
  ])('it is listed at %s', (_, has, write) => {
    const records = sample.principals.filter((r) => fits(r) && has(r)).slice(0, 200);
    expect(records.length).toBeGreaterThan(10);
    const lost = records
      .map((record) => ({ record, q: `${number(record)} ${write(record)}` }))
      .filter(({ record, q }) => !sample.autocomplete(q, { limit: 20 }).suggestions.some(({ id }) => id === record.id));
    expect(lost.map(({ q }) => q)).toEqual([]);
  });
});

/** The first word of the street's name, its last two letters in the other order. */
const swapped = (r: Document) =>
  street(r)
    .split(' ')[0]
    .replace(/(.)(.)$/, '$2$1');
