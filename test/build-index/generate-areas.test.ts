import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readGazetteer } from '../../build-index/generate/gazetteer.ts';
import { generateRelease } from '../../build-index/generate/generate-release.ts';
import { traceOutlines } from '../../build-index/generate/outline.ts';
import { filesBelow, readTable } from '../oracle/naive-tables.ts';
import { readDbf, readPolygons, readRelease } from './generated-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'generated-areas-'));
const out = join(folder, 'release');
const layer = (name: string) => join(out, 'boundaries', name);
let addresses: { state: string; longitude: number; latitude: number }[] = [];

beforeAll(() => {
  const gazetteer = readGazetteer(fileURLToPath(new URL('../../data/gazetteer/', import.meta.url)));
  generateRelease({ addresses: 6000, seed: 21, gazetteer, out });
  addresses = readRelease(out)
    .filter(({ table }) => table === 'ADDRESS_DEFAULT_GEOCODE')
    .flatMap(({ state, fields }) =>
      fields.map((values) => ({ state, longitude: Number(values[5]), latitude: Number(values[6]) })),
    );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Even-odd rule over all rings: how many of `polygons` the point lies in. */
function covering(polygons: [number, number][][][], x: number, y: number): number[] {
  const isInside = (rings: [number, number][][]) => {
    let crossings = 0;
    for (const ring of rings) {
      for (let i = 1; i < ring.length; i++) {
        const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]];
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) crossings++;
      }
    }
    return crossings % 2 === 1;
  };
  return polygons.flatMap((rings, i) => (isInside(rings) ? [i] : []));
}

/** Twice the signed area of a closed ring: negative when it runs clockwise. */
function turning(ring: [number, number][]): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1][0] * ring[i][1] - ring[i][0] * ring[i - 1][1];
  return sum;
}

describe('the boundaries of a generated release', () => {
  it.each([
    ['aus_lga', ['ACT']],
    ['aus_comm_electoral_polygon', []],
  ])('put nearly every address into exactly one area of %s', (name, without) => {
    const polygons = readPolygons(`${layer(name)}.shp`);
    const inside = addresses.filter(({ state }) => !without.includes(state));
    const once = inside.filter(({ longitude, latitude }) => covering(polygons, longitude, latitude).length === 1);
    expect(once.length / inside.length).toBeGreaterThan(0.99);
  });

  it('have wards in four states only, inside the area that they name', () => {
    const wards = readDbf(`${layer('aus_wards')}.dbf`);
    const areas = new Map(readDbf(`${layer('aus_lga')}.dbf`).map((row) => [row.LGA_PID, row.STATE]));
    expect(new Set(wards.map((row) => row.STATE))).toEqual(new Set(['NT', 'SA', 'VIC', 'WA']));
    for (const ward of wards) expect(areas.get(ward.LGA_PID)).toBe(ward.STATE);
  });

  it('overlap lower and upper house where a state has both', () => {
    const polygons = readPolygons(`${layer('aus_state_electoral_polygon')}.shp`);
    const pids = readDbf(`${layer('aus_state_electoral_polygon')}.dbf`).map((row) => row.SE_PID);
    const houses = new Map(readDbf(`${layer('aus_state_electoral')}.dbf`).map((row) => [row.SE_PID, row.SECL_CODE]));
    const expected: Record<string, string[]> = { VIC: ['1', '3'], TAS: ['1', '3'], WA: ['1', '3'], OT: [] };
    const wrong = addresses.filter(({ state, longitude, latitude }) => {
      const found = covering(polygons, longitude, latitude).map((i) => houses.get(pids[i]) ?? '?');
      return found.sort().join() !== (expected[state] ?? ['1']).join();
    });
    expect(wrong).toEqual([]);
  });

  it('give every polygon one row, closed rings, some areas in several parts and some with a hole', () => {
    let parts = 0;
    let holes = 0;
    for (const name of ['aus_lga', 'aus_wards', 'aus_comm_electoral_polygon', 'aus_state_electoral_polygon']) {
      const polygons = readPolygons(`${layer(name)}.shp`);
      expect(readDbf(`${layer(name)}.dbf`)).toHaveLength(polygons.length);
      expect(readFileSync(`${layer(name)}.shx`).length).toBe(100 + polygons.length * 8);
      for (const rings of polygons) {
        for (const ring of rings) expect(ring[ring.length - 1]).toEqual(ring[0]);
        const clockwise = rings.filter((ring) => turning(ring) < 0).length;
        expect(clockwise).toBeGreaterThan(0);
        if (clockwise > 1) parts++;
        holes += rings.length - clockwise;
      }
    }
    expect(parts).toBeGreaterThan(0);
    expect(holes).toBeGreaterThan(0);
  });
});

describe('the mesh block allocation of a generated release', () => {
  it('has every 2021 mesh block in use once, under codes that nest', () => {
    const [header, ...lines] = readFileSync(join(out, 'abs', 'MB_2021_AUST.csv'), 'latin1')
      .trimEnd()
      .split('\r\n');
    const columns = header.split(',');
    const rows = lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [columns[i], value])));
    const inUse = readTable(filesBelow(out), 'MB_2021').filter((row) => row.DATE_RETIRED === '');
    expect(new Set(rows.map((row) => row.MB_CODE_2021))).toEqual(new Set(inUse.map((row) => row.MB_2021_CODE)));
    expect(rows).toHaveLength(inUse.length);
    const names = new Map<string, string>();
    for (const row of rows) {
      expect(row.SA1_CODE_2021).toMatch(/^\d{11}$/);
      expect(row.SA2_CODE_2021).toBe(row.SA1_CODE_2021.slice(0, 9));
      expect(row.SA3_CODE_2021).toBe(row.SA2_CODE_2021.slice(0, 5));
      expect(row.SA4_CODE_2021).toBe(row.SA3_CODE_2021.slice(0, 3));
      expect(row.GCCSA_CODE_2021[0]).toBe(row.SA4_CODE_2021[0]);
      expect(row.MB_CODE_2021[0]).toBe(row.STATE_CODE_2021);
      for (const level of ['SA2', 'SA3', 'SA4', 'GCCSA']) {
        const code = row[`${level}_CODE_2021`];
        expect(names.get(code) ?? row[`${level}_NAME_2021`]).toBe(row[`${level}_NAME_2021`]);
        names.set(code, row[`${level}_NAME_2021`]);
      }
    }
  });
});

describe('outlines of areas on a grid', () => {
  const grids = fc
    .record({ columns: fc.integer({ min: 1, max: 7 }), rows: fc.integer({ min: 1, max: 7 }) })
    .chain(({ columns, rows }) =>
      fc.record({
        columns: fc.constant(columns),
        rows: fc.constant(rows),
        areaAt: fc.array(fc.integer({ min: -1, max: 2 }), { minLength: columns * rows, maxLength: columns * rows }),
      }),
    );

  it('hold exactly the cells of their area, and never cross themselves', () => {
    fc.assert(
      fc.property(grids, ({ columns, rows, areaAt }) => {
        const outlines = traceOutlines(Int32Array.from(areaAt), columns, rows, 3);
        const point = (corner: number): [number, number] => [
          corner % (columns + 1),
          Math.floor(corner / (columns + 1)),
        ];
        const polygons = outlines.map((rings) => rings.map((ring) => [...ring, ring[0]].map(point)));
        areaAt.forEach((area, cell) => {
          const x = (cell % columns) + 0.5;
          const y = Math.floor(cell / columns) + 0.5;
          expect(covering(polygons, x, y)).toEqual(area < 0 ? [] : [area]);
        });
        outlines.forEach((rings, area) => {
          const cells = areaAt.filter((value) => value === area).length;
          const enclosed = polygons[area].reduce((sum, ring) => sum - turning(ring) / 2, 0);
          expect(enclosed).toBe(cells);
          for (const ring of rings) expect(new Set(ring).size).toBe(ring.length);
        });
      }),
      { numRuns: 300 },
    );
  });
});
