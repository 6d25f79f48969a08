import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe } from 'vitest';
import { itAgreesWithTheNaiveReader, type Subject } from '../oracle/agreement.ts';
import { readNaiveRelease } from '../oracle/naive-release.ts';
import { compilePrograms, generateRelease, serve } from '../oracle/product.ts';

describe.each([
  { addresses: 20_000, seed: 1 },
  { addresses: 5_000, seed: 20 },
  { addresses: 1_000, seed: 300 },
])('A generated release of $addresses addresses, seed $seed', ({ addresses, seed }) => {
  let subject: Subject;

  beforeAll(async () => {
    await compilePrograms();
    const { root, ...folders } = await generateRelease(addresses, seed);
    try {
      subject = { naive: readNaiveRelease(folders), service: await serve(folders) };
    } finally {
      await rm(root, { recursive: true });
    }
  });
  afterAll(() => subject?.service.stop());

  itAgreesWithTheNaiveReader(() => subject, 1000);
});
