import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { itAgreesWithTheNaiveReader, type Subject } from '../oracle/agreement.ts';
import { readNaiveRelease } from '../oracle/naive-release.ts';
import { buildIndex, compilePrograms, generateRelease, serve, temporaryFolder } from '../oracle/product.ts';
import { weather } from '../oracle/weather.ts';

describe.each([
  { seed: 1, keepRetired: false, absent: [] },
  {
    seed: 2,
    keepRetired: true,
    absent: [
      'MB_2021',
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
    let temporary: string;

    beforeAll(async () => {
      temporary = await temporaryFolder();
      await compilePrograms();
      const folders = await generateRelease(1200, seed, join(temporary, 'release'));
      weather(folders.gnaf, seed, absent);
      const options = ['--max-dropped', '100%', ...(keepRetired ? ['--keep-retired'] : [])];
      const index = await buildIndex(folders, temporary, options);
      subject = { naive: readNaiveRelease(folders, keepRetired), service: await serve(index) };
    });
    afterAll(async () => {
      await subject?.service.stop();
      await rm(temporary, { recursive: true });
    });

    itAgreesWithTheNaiveReader(() => subject, 200);
  },
);
