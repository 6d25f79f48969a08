import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { haversine } from '../../../src/address/index/haversine.ts';
import { current, filesBelow, readTable } from '../../oracle/naive-tables.ts';
import { cases } from '../../support/cases.ts';
import { SAMPLE, sampleIndex } from '../../support/shared-releases.ts';
import { type Document, openSample } from '../search/sample.ts';
import { type Calls, openCalls } from './calls.ts';

interface Parent {
  readonly id: string;
  readonly addressLabel: string | null;
}
interface Point {
  readonly lat: number;
  readonly lon: number;
}
type Child = Document & { readonly parents: { readonly principal: Parent | null; readonly primary: Parent | null } };

let calls: Calls;
let principals: readonly Document[];
beforeAll(() => {
  calls = openCalls(sampleIndex());
  principals = openSample().principals;
});

describe('§12.13: include=parents', () => {
  it('leads every document back to those that lead to it', () => {
    const rows = current(readTable(filesBelow(SAMPLE.gnaf), 'ADDRESS_DETAIL')).filter((row) => row.CONFIDENCE !== '-1');
    const documents = rows.map(({ ADDRESS_DETAIL_PID: id }) => calls.get<Child>('enrich', { id, include: 'parents' }));
    const byId = new Map(documents.map((document) => [document.id, document]));
    const principal = new Map(documents.flatMap(({ id, aliases }) => aliases.map((alias) => [alias.id, id])));
    const primary = new Map(documents.flatMap(({ id, secondaries }) => secondaries.map((unit) => [unit.id, id])));
    expect([principal.size > 20, primary.size > 100]).toEqual([true, true]);
    const linkTo = (id: string | undefined) =>
      id === undefined ? null : { id, addressLabel: byId.get(id)?.addressLabel ?? null };
    for (const { id, parents } of documents)
      expect({ id, parents }).toEqual({
        id,
        parents: { principal: linkTo(principal.get(id)), primary: linkTo(primary.get(id)) },
      });
  });
});

interface Near {
  readonly results: readonly { readonly id: string }[];
  readonly total: number;
  readonly nearest?: { readonly id: string; readonly distance_m: number } | null;
  readonly place?: {
    readonly localityName: string;
    readonly postcode: string | null;
    readonly boundaries: Readonly<Record<string, { readonly code: string } | null>>;
    readonly distance_m: number;
  } | null;
}

/** The nearest principals by a scan of all, each with its distance. */
function scan(lat: number, lon: number, count: number) {
  return principals
    .flatMap((document) => {
      const { location } = document;
      return location === null ? [] : [{ document, metres: haversine(lat, lon, location.lat, location.lon) }];
    })
    .sort((a, b) => a.metres - b.metres || (a.document.id < b.document.id ? -1 : 1))
    .slice(0, count);
}

const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const australian = fc.record({
  lat: fc.double({ min: -43, max: -11, noNaN: true }),
  lon: fc.double({ min: 113, max: 154, noNaN: true }),
});

describe('§12.14: what is nearest to a point', () => {
  it('is told however far it is, where the radius is empty, and only there', () => {
    fc.assert(
      fc.property(fc.oneof(anywhere, australian), (point) => {
        const { results, total, nearest } = calls.get<Near>('reverse', {
          ...point,
          radius: 50_000,
          include: 'nearest',
        });
        const [expected] = scan(point.lat, point.lon, 1);
        expect(nearest === undefined).toBe(total > 0);
        expect(nearest === undefined ? results[0].id : nearest?.id).toBe(expected.document.id);
        if (nearest) expect(Math.abs(nearest.distance_m - expected.metres)).toBeLessThan(0.06);
      }),
      { numRuns: cases(60, 1500) },
    );
  });

  it('is a place where the nearest five agree on one, and no claim where they do not', () => {
    const five = ({ lat, lon }: Point) => scan(lat, lon, 5);
    const placesAt = (point: Point) =>
      new Set(five(point).map(({ document }) => `${document.localityName} ${document.state}`)).size;
    const near = fc.tuple(fc.nat(), fc.double({ min: -0.03, max: 0.03, noNaN: true })).map(([i, off]) => {
      const { lat, lon } = principals[i % principals.length].location ?? { lat: -33, lon: 151 };
      return { lat: lat + off, lon: lon + off };
    });
    const between = (i: number): Point => {
      const { location, localityName } = principals[i % principals.length];
      const here = location ?? { lat: -33, lon: 151 };
      const next = scan(here.lat, here.lon, principals.length).find(
        ({ document }) => document.localityName !== localityName,
      );
      const there = next?.document.location ?? here;
      return { lat: (here.lat + there.lat) / 2, lon: (here.lon + there.lon) / 2 };
    };
    // One of each kind at least, whatever is drawn.
    const find = (isWanted: (places: number) => boolean) =>
      between(principals.findIndex((_, i) => isWanted(placesAt(between(i)))));
    const agreed = find((places) => places === 1);
    const disputed = find((places) => places > 1);
    fc.assert(
      fc.property(fc.oneof(near, fc.nat().map(between), australian), (point) => {
        const { place } = calls.get<Near>('reverse', { ...point, include: 'place' });
        expect(place === null).toBe(placesAt(point) > 1);
        if (!place) return;
        const nearest = five(point);
        const postcodes = new Set(nearest.map(({ document }) => document.postcode));
        expect(place.postcode).toBe(postcodes.size === 1 ? nearest[0].document.postcode : null);
        expect(Math.abs(place.distance_m - nearest[0].metres)).toBeLessThan(0.06);
        const boundaries = nearest.map(
          ({ document: { id } }) => calls.get<{ boundaries: typeof place.boundaries }>('enrich', { id }).boundaries,
        );
        for (const [area, shown] of Object.entries(place.boundaries)) {
          const codes = new Set(boundaries.map((its) => its[area]?.code ?? null));
          if (area === 'sa3' || area === 'sa4' || area === 'gccsa') continue;
          expect(shown?.code ?? null, area).toBe(codes.size === 1 ? [...codes][0] : null);
        }
      }),
      { numRuns: cases(60, 1500), examples: [[agreed], [disputed]] },
    );
  });
});
