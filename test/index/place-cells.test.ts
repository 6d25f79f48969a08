import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachCell, PLACE_CELLS } from '../../src/index/place-cells.ts';

const lon = fc.double({ min: -200e8, max: 200e8, noNaN: true });
const lat = fc.double({ min: -100e8, max: 100e8, noNaN: true });
/** West, south, east, north. */
const box = fc.tuple(
  lon,
  lat,
  fc.double({ min: 0, max: 6e8, noNaN: true }),
  fc.double({ min: 0, max: 6e8, noNaN: true }),
);

function cellsOf([west, south, width, height]: readonly number[]): number[] {
  const cells: number[] = [];
  eachCell(west, south, west + width, south + height, (cell) => cells.push(cell));
  return cells;
}

describe('The cells of a box', () => {
  it('are each there once, and among all', () => {
    fc.assert(
      fc.property(box, (given) => {
        const cells = cellsOf(given);
        expect(cells.length).toBeGreaterThan(0);
        expect(new Set(cells).size).toBe(cells.length);
        expect(cells.every((cell) => cell >= 0 && cell < PLACE_CELLS)).toBe(true);
      }),
    );
  });

  it('are shared by every box that touches it', () => {
    fc.assert(
      fc.property(box, box, (a, b) => {
        const moved = [a[0] + (b[2] / 6e8) * a[2], a[1] + (b[3] / 6e8) * a[3], b[2], b[3]];
        const own = new Set(cellsOf(a));
        expect(cellsOf(moved).some((cell) => own.has(cell))).toBe(true);
      }),
    );
  });

  it('are none where it is not a number', () => {
    expect(cellsOf([Number.NaN, Number.NaN, Number.NaN, Number.NaN])).toEqual([]);
  });
});
