import { findId } from '../../../address/index/id-hash.ts';
import { nearestAddresses } from '../../../address/index/kd-nearest.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { type Cell, cellText } from '../format/cell.ts';
import { fieldCell } from './fields.ts';
import { type Answer, noAnswer, type Wanted } from './job.ts';

/** The address nearest to the point of a row. */
export function reverseCells(
  index: AddressIndex,
  cells: readonly Cell[],
  wanted: Extract<Wanted, { kind: 'reverse' }>,
): Answer {
  const [north, east] = [fieldCell(cells, wanted.lat), fieldCell(cells, wanted.lon)];
  const lat = degreesOf(north, 90);
  const lon = degreesOf(east, 180);
  if (lat === null && isSwapped(north, east))
    return noAnswer(
      'bad line',
      `"${cellText(north)}" is a longitude: the columns look swapped, name them with --lat and --lon`,
    );
  if (lat !== null && lon !== null && isIn(lon, lat > 0 ? -lat : 0))
    return noAnswer('bad line', `"${cellText(north)}" is north of the equator: its minus sign looks lost`);
  if (lat === null) return noAnswer('bad line', `"${cellText(north)}" is no latitude`);
  if (lon === null) return noAnswer('bad line', `"${cellText(east)}" is no longitude`);
  const nearest = nearestAddresses(index, lat, lon, wanted.radius, 1);
  if (nearest.found === 0) return noAnswer('not found');
  const distance = Math.round(nearest.metres[0] * 10) / 10;
  return { ...noAnswer('found'), ordinal: nearest.ordinals[0], distance };
}

/** The address whose id a row has. */
export function enrichCells(
  index: AddressIndex,
  cells: readonly Cell[],
  { id }: Extract<Wanted, { kind: 'enrich' }>,
): Answer {
  const text = cellText(fieldCell(cells, id)).replace(/\s+/g, '');
  if (text === '') return noAnswer('bad line', 'no id');
  // Newer ids have small letters of their own.
  const exact = findId(index, text);
  const ordinal = exact < 0 ? findId(index, text.toUpperCase()) : exact;
  return ordinal < 0 ? noAnswer('not found') : { ...noAnswer('found'), ordinal };
}

/** Whether a point lies in Australia when its latitude and longitude are swapped. */
function isSwapped(lat: Cell, lon: Cell): boolean {
  const east = degreesOf(lat, 180);
  const south = degreesOf(lon, 90);
  return east !== null && south !== null && isIn(east, south);
}

/** Whether a point may be in Australia. */
function isIn(east: number, south: number): boolean {
  return east > 96 && east < 169 && south < -8 && south > -56;
}

/** Degrees of a cell, with a minus sign of any kind; null where it has none, or more than `most`. */
function degreesOf(cell: Cell, most: number): number | null {
  const text = cellText(cell).trim().replace(/^[−–]/, '-');
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return null;
  const degrees = Number(text);
  return Math.abs(degrees) <= most ? degrees : null;
}
