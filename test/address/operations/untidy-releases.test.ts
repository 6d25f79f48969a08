import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { itAgreesWithTheNaiveReader, type Subject } from '../../oracle/agreement.ts';
import { readNaiveRelease } from '../../oracle/naive-release.ts';
import { serve } from '../../oracle/product.ts';
import { weather } from '../../oracle/weather.ts';
import { cases } from '../../support/cases.ts';
import { buildIndex, generateRelease, newFolder } from '../../support/shared-releases.ts';

describe.each([
  { seed: 1, keepRetired: false, absent: [] },
  {
    seed: 2,
    keepRetired: true,
    absent: [
      'MB_2021',
      'MB_2026',
      'LOCALITY_NEIGHBOUR',
      'LOCALITY_POINT',
      'ADDRESS_ALIAS_TYPE_AUT',
      'LOCALITY_CLASS_AUT',
      'FLAT_TYPE_AUT',
    ],
  },
  { seed: 3, keepRetired: false, absent: ['ADDRESS_SITE', 'GEOCODE_TYPE_AUT', 'STREET_TYPE_AUT'] },
])(
  'An untidy release, seed $seed, confidence -1 kept: $keepRetired, without $absent',
  ({ seed, keepRetired, absent }) => {
    let subject: Subject;

    beforeAll(async () => {
      const folders = generateRelease(cases(250, 1200), seed, newFolder());
      weather(folders.gnaf, seed, absent);
      const options = ['--max-dropped', '100%', '--allow-gaps', ...(keepRetired ? ['--keep-retired'] : [])];
      const index = buildIndex(folders, join(newFolder(), 'release.lbx'), options);
      subject = { naive: readNaiveRelease(folders, keepRetired), service: await serve(index) };
    });
    afterAll(() => subject?.service.stop());

    itAgreesWithTheNaiveReader(() => subject, cases(40, 200));
  },
);
