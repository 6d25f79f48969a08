import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openIndex } from '../../../src/address/index/open.ts';
import { partsWith } from '../../../src/address/operations/document.ts';
import { enrich } from '../../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../../src/address/operations/json-bytes.ts';
import { DOCUMENT_FIELDS, fieldValue } from '../../../src/address/operations/table/document-fields.ts';
import { addressAt } from '../../../src/lists/match/lookup/address.ts';
import { fieldValues, wantedFields } from '../../../src/lists/match/lookup/enrich-fields.ts';
import { cases } from '../../support/cases.ts';
import { sampleIndex } from '../../support/shared-releases.ts';

const index = openIndex(sampleIndex());
const out = new JsonBytes();

/** The whole document of a current record; null for another. */
function documentOf(ordinal: number): Record<string, unknown> | null {
  out.reset();
  const { id } = addressAt(index, ordinal);
  return enrich(index, { id, debug: false }, out) ? JSON.parse(Buffer.from(out.view()).toString()) : null;
}

test('any fields of an address are those of its whole document, and no member is read that none of them needs', () => {
  const ordinal = fc.nat(index.manifest.addresses - 1);
  const paths = fc.subarray(DOCUMENT_FIELDS.map(({ path }) => path));
  fc.assert(
    fc.property(ordinal, paths, (at, some) => {
      const document = documentOf(at);
      if (document === null) return;
      const wanted = wantedFields(some);
      const address = addressAt(index, at, wanted.parts);
      expect(fieldValues(address, wanted)).toEqual(some.map((path) => fieldValue(document, path)));
      expect(document).toMatchObject(address);
    }),
    { numRuns: cases(500, 5000) },
  );
});

test('each member after the head has a part, and each part alone leaves the rest out', () => {
  const document = documentOf(0)!;
  const head = Object.keys(addressAt(index, 0));
  const others = Object.keys(document).filter((member) => !head.includes(member));
  const [all, none] = [partsWith(others), partsWith(head)];
  expect(addressAt(index, 0, all)).toEqual(document);
  expect(none).toBe(0);
  for (const member of others) {
    const part = partsWith([member]);
    expect(part, member).toBeGreaterThan(0);
    const there = Object.keys(addressAt(index, 0, part));
    expect(there).toContain(member);
    expect(there).toEqual([...head, ...others.filter((other) => partsWith([other]) === part)]);
  }
});
