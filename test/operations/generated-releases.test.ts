import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { itAgreesWithTheNaiveReader, type Subject } from '../oracle/agreement.ts';
import { readNaiveRelease } from '../oracle/naive-release.ts';
import { buildIndex, compilePrograms, generateRelease, serve, temporaryFolder } from '../oracle/product.ts';

describe.each([
  { addresses: 6_000, seed: 20 },
  { addresses: 1_000, seed: 300 },
])('A generated release of $addresses addresses, seed $seed', ({ addresses, seed }) => {
  let subject: Subject;
  let temporary: string;

  beforeAll(async () => {
    temporary = await temporaryFolder();
    await compilePrograms();
    const folders = await generateRelease(addresses, seed, join(temporary, 'release'));
    subject = { naive: readNaiveRelease(folders), service: await serve(await buildIndex(folders, temporary)) };
  });
  afterAll(async () => {
    await subject?.service.stop();
    await rm(temporary, { recursive: true });
  });

  itAgreesWithTheNaiveReader(() => subject, 600);
});
