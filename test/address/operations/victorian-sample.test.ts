import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itAgreesWithTheNaiveReader, type Subject } from '../../oracle/agreement.ts';
import { differences, ELECTORATE_CODES, type EnrichDocument } from '../../oracle/documents.ts';
import { readNaiveRelease } from '../../oracle/naive-release.ts';
import { forEach, serve } from '../../oracle/product.ts';
import { cases } from '../../support/cases.ts';
import { buildIndex, newFolder, victorianSample } from '../../support/shared-releases.ts';

const sample = victorianSample();

describe.skipIf(sample === null)('The Victorian sample (skipped where ../shared/gnaf is not there)', () => {
  let subject: Subject;
  const folders = sample ?? { gnaf: '', abs: null, boundaries: null };

  beforeAll(async () => {
    const index = buildIndex(folders, join(newFolder(), 'release.lbx'));
    subject = { naive: readNaiveRelease(folders), service: await serve(index) };
  });
  afterAll(() => subject?.service.stop());

  it('is served with every published document, field by field', async () => {
    const lines = readFileSync(join(folders.gnaf, '../expected/enrich.ndjson'), 'utf8').trimEnd().split('\n');
    const published = lines.map((line): EnrichDocument => JSON.parse(line));
    const found: string[] = [];
    await forEach(published, async (expected) => {
      const { body } = await subject.service.get('enrich', { id: expected.id });
      found.push(...differences(body, expected, ELECTORATE_CODES));
    });
    expect(found).toEqual([]);
    expect(published).toHaveLength(236);
  });

  itAgreesWithTheNaiveReader(() => subject, cases(120, 2000));
});
