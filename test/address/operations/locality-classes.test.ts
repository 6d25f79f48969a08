import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyRelease } from '../../lists/release/edited-release.ts';
import { principals, suburbLookup } from '../../oracle/naive-operations.ts';
import { type NaiveRelease, readNaiveRelease } from '../../oracle/naive-release.ts';
import { buildIndex, generatedRelease, newFolder } from '../../support/shared-releases.ts';
import { type Calls, openCalls } from './calls.ts';

/** The classes that localities of a release of August 2026 have, and what they are called. */
const CLASSES: Readonly<Record<string, string>> = {
  G: 'GAZETTED LOCALITY',
  I: 'INDIGENOUS LOCATION',
  U: 'UNOFFICIAL SUBURB',
  T: 'TOPOGRAPHIC LOCALITY',
  D: 'DISTRICT',
  H: 'HUNDRED',
};

interface Document {
  readonly localityName: string;
  readonly locality: { readonly id: string; readonly classification: string | null };
}

let calls: Calls;
let release: NaiveRelease;
/** Class by id of the locality, as the table has it. */
const classOf = new Map<string, string>();

beforeAll(() => {
  const folder = join(newFolder(), 'release');
  const codes = Object.keys(CLASSES);
  copyRelease(join(generatedRelease(600, 5).gnaf, '..'), folder).edit('LOCALITY', (rows) =>
    rows.map((row) => {
      const code = codes[classOf.size % codes.length];
      classOf.set(row.LOCALITY_PID, code);
      return { ...row, LOCALITY_CLASS_CODE: code };
    }),
  );
  const folders = { gnaf: join(folder, 'G-NAF'), abs: join(folder, 'abs'), boundaries: null };
  release = readNaiveRelease(folders);
  calls = openCalls(buildIndex(folders, join(folder, 'classes.lbx')));
});

describe.each(Object.entries(CLASSES))('A locality of class %s', (code, name) => {
  const own = () => principals(release).filter(({ locality }) => classOf.get(locality.id) === code);

  it('is built, and named in the documents of its addresses', () => {
    expect(own().length).toBeGreaterThan(3);
    for (const { document, locality } of own()) {
      const found = calls.get<Document>('enrich', { id: document.id });
      expect([found.localityName, found.locality.id, found.locality.classification]).toEqual([
        locality.name,
        locality.id,
        name,
      ]);
    }
  });

  it('is found by its name, with all its addresses counted', () => {
    for (const { name: suburb, state } of new Set(own().map(({ locality }) => locality))) {
      if (state === null) continue;
      const expected = suburbLookup(release, suburb, state as never, 10);
      expect(expected.address_count).toBeGreaterThan(0);
      const found = calls.get('lookup/suburb', { suburb, state, limit: 10 });
      expect([found.suburb, found.address_count, found.postcodes]).toEqual([
        expected.suburb,
        expected.address_count,
        expected.postcodes,
      ]);
    }
  });
});

it('Localities of every class are counted in the index', () => {
  expect(new Set(classOf.values()).size).toBe(Object.keys(CLASSES).length);
  expect(calls.index.manifest.counts.localities).toBe(release.localities.length);
});
