import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressIndex, openIndex } from '../../src/address/index/open.ts';
import { enrich } from '../../src/address/operations/enrich.ts';
import { JsonBytes } from '../../src/address/operations/json-bytes.ts';
import type { EnrichDocument, Geocode } from '../oracle/documents.ts';
import { newFolder } from '../support/shared-releases.ts';
import { compileRelease, pid, type SmallRelease, smallRelease, writeSmallRelease } from './builder-releases.ts';

const ADDRESSES = 28;
/** Columns by which rows refer to each other: a wrong one is a wrong row, which other tests have. */
const REFERENCE = /_PID$|^DATE_|^ALIAS_PRINCIPAL$/;

const out = new JsonBytes();
function documentOf(index: AddressIndex, id: string): EnrichDocument | null {
  out.reset();
  if (!enrich(index, { id, debug: false }, out)) return null;
  return JSON.parse(Buffer.from(out.view()).toString()) as EnrichDocument;
}

/** Builds an index of a small release with one value changed. Rows may be dropped. */
async function indexWith(release: SmallRelease): Promise<AddressIndex> {
  const gnaf = newFolder();
  writeSmallRelease(gnaf, release);
  const path = join(newFolder(), 'x.lbx');
  await compileRelease(gnaf, path, { maxDropped: 1 });
  return openIndex(path);
}

const isText = (value: unknown) => value === null || typeof value === 'string';
const isWithin = (value: unknown, least: number, most: number) =>
  typeof value === 'number' && value >= least && value <= most;
const isGeocode = ({ latitude, longitude, type, reliability }: Geocode) =>
  isWithin(latitude, -90, 90) &&
  isWithin(longitude, -180, 180) &&
  isText(type) &&
  (reliability === null || (Number.isInteger(reliability) && isWithin(reliability, 0, 6)));

/** The names of the fields that are not as the specification has them. */
function faultsOf(document: EnrichDocument): string[] {
  const { state, postcode, confidence, geocode, location, addressRole, components, allGeocodes } = document;
  const rules: Record<string, boolean> = {
    texts: [document.addressLabel, document.localityName, document.legalParcelId].every(isText),
    state: [null, 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'].includes(state),
    postcode: postcode === null || /^\d{4}$/.test(postcode),
    confidence: confidence === null || (Number.isInteger(confidence) && isWithin(confidence, -1, 2)),
    geocode: geocode === null || isGeocode(geocode),
    location: location === null || (isWithin(location.lat, -90, 90) && isWithin(location.lon, -180, 180)),
    addressRole: [null, 'PRIMARY', 'SECONDARY'].includes(addressRole),
    components: Object.values(components).every(isText),
    allGeocodes: allGeocodes.every(isGeocode),
    locality: isText(document.locality.classification) && document.locality.neighbours.every(isText),
    street: isText(document.street.classification),
    aliases: document.aliases.every(({ id, type }) => isText(type) && typeof id === 'string'),
  };
  return Object.keys(rules).filter((name) => !rules[name]);
}

/** Columns of a table that are wrong at once, each in a row of its own, so that none hides another. */
const groups = Object.entries(smallRelease(ADDRESSES)).flatMap(([table, { columns, rows }]) => {
  const free = columns.filter((column) => !REFERENCE.test(column));
  const count = rows.length === 0 ? 0 : Math.ceil(free.length / rows.length);
  return Array.from({ length: count }, (_, i) => ({ table, columns: free.filter((_, at) => at % count === i) }));
});
const wrong = fc.oneof(
  fc.constantFrom(
    'valueOf',
    '9',
    '-2',
    '3',
    '-1',
    '7',
    '250',
    '99999',
    '1e1',
    '2.5',
    '+1',
    '310',
    '31O1',
    '03101',
    'PX',
    'X',
    ' ',
    '٣١٠١',
  ),
  fc.integer({ min: -400, max: 99_999 }).map(String),
  fc.stringMatching(/^[ A-Za-z0-9.,"\\-]{1,12}$/),
);

describe('a release with wrong values', () => {
  it.each(groups)('in $table, $columns is served as the specification has it', async ({ table, columns }) => {
    const values = fc.array(wrong, { minLength: columns.length, maxLength: columns.length });
    await fc.assert(
      fc.asyncProperty(values, fc.nat(), async (drawn, from) => {
        const release = smallRelease(ADDRESSES);
        const { rows } = release[table];
        columns.forEach((column, i) => {
          rows[(from + i) % rows.length][column] = drawn[i];
        });
        const index = await indexWith(release);
        for (let i = 1; i <= ADDRESSES; i++) {
          const document = documentOf(index, pid(i));
          if (document !== null) expect(faultsOf(document)).toEqual([]);
        }
      }),
      { numRuns: 6 },
    );
  });
});
