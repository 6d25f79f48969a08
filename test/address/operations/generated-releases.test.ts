import { afterAll, beforeAll, describe } from 'vitest';
import { itAgreesWithTheNaiveReader, type Subject } from '../../oracle/agreement.ts';
import { readNaiveRelease } from '../../oracle/naive-release.ts';
import { serve } from '../../oracle/product.ts';
import { cases, LONG } from '../../support/cases.ts';
import { generatedIndex, generatedRelease } from '../../support/shared-releases.ts';

describe.each([{ addresses: 3_000, seed: 7 }, ...(LONG ? [{ addresses: 6_000, seed: 300 }] : [])])(
  'A generated release of $addresses addresses, seed $seed',
  ({ addresses, seed }) => {
    let subject: Subject;

    beforeAll(async () => {
      const naive = readNaiveRelease(generatedRelease(addresses, seed));
      subject = { naive, service: await serve(generatedIndex(addresses, seed)) };
    });
    afterAll(() => subject?.service.stop());

    itAgreesWithTheNaiveReader(() => subject, cases(80, 600));
  },
);
