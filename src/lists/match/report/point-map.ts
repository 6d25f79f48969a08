import { latOf, lonOf, streetOf } from '../../../address/index/address.ts';
import { HAS_GEOCODE } from '../../../address/index/address-flags.ts';
import { codesOf } from '../../../address/index/address-record.ts';
import { DENSITY_LEVEL, type DensityCell, densityCells } from '../../../address/index/density.ts';
import { worldX, worldY } from '../../../address/index/mercator.ts';
import type { AddressIndex } from '../../../address/index/open.ts';
import { localityOf } from '../../../address/index/street-answer.ts';
import { textOf } from '../../../address/index/text.ts';
import { escapeHtml } from '../../report/html.ts';
import type { Tally } from './tally.ts';

/** Addresses of a list that are beside each other. */
export interface MapPoint {
  /** Web Mercator, as in `mercator.ts`. */
  readonly x: number;
  readonly y: number;
  readonly lines: number;
  /** Whether one of the lines is in doubt. */
  readonly isDoubted: boolean;
}

interface Box {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** The most points along the longer side of a map. */
const FINENESS = 140;

/** The least of the world that a map shows along its side: about two kilometres. */
const LEAST_SIDE = 2 ** -14;

/** Room around the points, in parts of the longer side. */
const MARGIN = 0.06;

/**
 * Where the addresses are that a list's lines found, those beside each other as one: a bounded number, whatever the
 * length of the list.
 */
export function mapPoints(index: AddressIndex, tally: Tally): MapPoint[] {
  let box: Box = { west: 1, north: 1, east: 0, south: 0 };
  forEachPoint(index, tally, (x, y) => {
    if (x < box.west || x > box.east || y < box.north || y > box.south)
      box = {
        west: Math.min(box.west, x),
        north: Math.min(box.north, y),
        east: Math.max(box.east, x),
        south: Math.max(box.south, y),
      };
  });
  const side = sideOf(box);
  const cells = new Map<number, { lines: number; isDoubted: boolean }>();
  forEachPoint(index, tally, (x, y, lines, isDoubted) => {
    const column = Math.floor(((x - box.west) / side) * FINENESS);
    const place = Math.floor(((y - box.north) / side) * FINENESS) * (FINENESS + 1) + column;
    const cell = cells.get(place);
    if (cell === undefined) cells.set(place, { lines, isDoubted });
    else {
      cell.lines += lines;
      cell.isDoubted ||= isDoubted;
    }
  });
  return Array.from(cells, ([place, cell]) => ({
    ...cell,
    x: box.west + (((place % (FINENESS + 1)) + 0.5) / FINENESS) * side,
    y: box.north + ((Math.floor(place / (FINENESS + 1)) + 0.5) / FINENESS) * side,
  }));
}

function forEachPoint(
  index: AddressIndex,
  tally: Tally,
  each: (x: number, y: number, lines: number, isDoubted: boolean) => void,
): void {
  tally.forEachAddress((ordinal, lines, isDoubted) => {
    if ((codesOf(index, ordinal) & HAS_GEOCODE) === 0) return;
    const locality = localityOf(index, streetOf(index, ordinal));
    const lon = lonOf(index, ordinal, locality) / UNITS;
    each(worldX(lon), worldY(latOf(index, ordinal, locality) / UNITS), lines, isDoubted);
  });
}

const UNITS = 1e8;

function sideOf({ west, north, east, south }: Box): number {
  return Math.max(east - west, south - north, LEAST_SIDE);
}

/** The width of a map, in pixels, and its height at most. */
const WIDTH = 800;
const MOST_HEIGHT = 620;
const LEAST_HEIGHT = 300;

/** A map as SVG: the addresses of the index in the background, the names of its largest localities, and the points of a list. Empty without points. */
export function pointMap(index: AddressIndex, points: readonly MapPoint[]): string {
  if (points.length === 0) return '';
  const box = framed(points);
  const scale = WIDTH / (box.east - box.west);
  const height = (box.south - box.north) * scale;
  const at = (x: number, y: number) => `${((x - box.west) * scale).toFixed(1)} ${((y - box.north) * scale).toFixed(1)}`;
  const sizes = [1, 10, 100, 1000];
  const dots = [false, true].flatMap((isDoubted) =>
    sizes.map((least, i) => {
      const here = points.filter(
        ({ lines, ...point }) => point.isDoubted === isDoubted && lines >= least && lines < (sizes[i + 1] ?? Infinity),
      );
      const path = here.map(({ x, y }) => `M${at(x, y)}h0`).join('');
      return path === ''
        ? ''
        : `<path class="${isDoubted ? 'doubted' : 'sure'}" stroke-width="${5 + 3 * i}" d="${path}"/>`;
    }),
  );
  const alt = 'Where the addresses are that were found';
  return `<svg class="map" role="img" aria-label="${alt}" viewBox="0 0 ${WIDTH} ${height.toFixed(0)}">
<path class="ground" d="${groundPath(index, box, scale)}"/>
${dots.filter((path) => path !== '').join('\n')}
${placeNames(index, box, scale)}
</svg>`;
}

/** A box around points, with a margin, in proportions that a map may have. */
function framed(points: readonly MapPoint[]): Box {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [west, east, north, south] = [least(xs), most(xs), least(ys), most(ys)];
  const room = 2 * MARGIN * sideOf({ west, east, north, south });
  const width = Math.max(east - west + room, LEAST_SIDE, ((south - north + room) * WIDTH) / MOST_HEIGHT);
  const height = Math.max(south - north + room, (width * LEAST_HEIGHT) / WIDTH);
  const [x, y] = [(west + east) / 2, (north + south) / 2];
  return { west: x - width / 2, east: x + width / 2, north: y - height / 2, south: y + height / 2 };
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b));
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));

/** Squares with addresses along the width of a map. */
const SQUARES = 220;

/** The squares of a box that hold addresses of the index. */
function groundPath(index: AddressIndex, box: Box, scale: number): string {
  const width = box.east - box.west;
  const level = Math.min(DENSITY_LEVEL, Math.max(1, Math.round(Math.log2(SQUARES / width))));
  const zoom = Math.max(0, Math.min(level, Math.floor(-Math.log2(width))));
  const side = 2 ** -level;
  const cell: DensityCell = { column: 0, row: 0, count: 0 };
  const square = (side * scale).toFixed(1);
  let path = '';
  const tiles = 2 ** zoom;
  for (let y = Math.floor(box.north * tiles); y <= box.south * tiles; y++)
    for (let x = Math.floor(box.west * tiles); x <= box.east * tiles; x++)
      for (const _ of densityCells(index, zoom, x, y, level, cell)) {
        const [left, top] = [cell.column * side, cell.row * side];
        if (left > box.east || left + side < box.west || top > box.south || top + side < box.north) continue;
        path += `M${((left - box.west) * scale).toFixed(1)} ${((top - box.north) * scale).toFixed(1)}h${square}v${square}h-${square}z`;
      }
  return path;
}

/** The most names on a map, and the least distance between them, in pixels. */
const NAMES = 9;
const APART = 110;

/** The names of the localities with the most addresses, each in its place. */
function placeNames({ columns, ...index }: AddressIndex, box: Box, scale: number): string {
  const { localityBounds, localityCount, localityName } = columns;
  const inside = Array.from(localityCount, (count, locality) => {
    const [west, south, east, north] = [0, 1, 2, 3].map((i) => localityBounds[4 * locality + i] / UNITS);
    return {
      locality,
      count,
      x: (worldX((west + east) / 2) - box.west) * scale,
      y: (worldY((south + north) / 2) - box.north) * scale,
    };
  })
    .filter(({ x, y }) => x > 60 && x < WIDTH - 60 && y > 16 && y < (box.south - box.north) * scale - 8)
    .sort((a, b) => b.count - a.count);
  const named: typeof inside = [];
  for (const place of inside) {
    if (named.length === NAMES) break;
    if (named.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > APART)) named.push(place);
  }
  return named
    .map(({ locality, x, y }) => {
      const name = textOf({ columns, ...index }, localityName[locality]);
      return `<text x="${x.toFixed(0)}" y="${y.toFixed(0)}" text-anchor="middle">${escapeHtml(name)}</text>`;
    })
    .join('\n');
}
