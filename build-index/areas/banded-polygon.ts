import { orient2d } from 'robust-predicates';
import type { ShpPolygon } from './shp.ts';

/**
 * A polygon prepared for point tests: its edges are bucketed by bands of latitude, so that a test looks only at the
 * edges that cross the point's band, a handful however many vertices the polygon has. The number of bands is chosen so
 * that the buckets hold about twice as many entries as there are edges.
 */
export interface BandedPolygon {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
  readonly coordinates: Float64Array;
  readonly bandCount: number;
  readonly bandsPerDegree: number;
  /** Edges of band b: `edges[bandStarts[b]]` up to `edges[bandStarts[b + 1] - 1]`. */
  readonly bandStarts: Uint32Array;
  /** An edge is the position of its first vertex's x in `coordinates`; its second vertex follows. */
  readonly edges: Uint32Array;
}

/** Prepares a polygon, in two passes over its edges; null when it has no edge. */
export function bandPolygon(polygon: ShpPolygon): BandedPolygon | null {
  const { coordinates, ringStarts } = polygon;
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < coordinates.length; i += 2) {
    minX = Math.min(minX, coordinates[i]);
    maxX = Math.max(maxX, coordinates[i]);
    minY = Math.min(minY, coordinates[i + 1]);
    maxY = Math.max(maxY, coordinates[i + 1]);
  }
  let edgeCount = 0;
  let climb = 0;
  const eachEdge = (visit: (edge: number) => void) => {
    for (let ring = 0; ring + 1 < ringStarts.length; ring++)
      for (let edge = ringStarts[ring] * 2; edge < ringStarts[ring + 1] * 2 - 2; edge += 2) visit(edge);
  };
  eachEdge((edge) => {
    edgeCount++;
    climb += Math.abs(coordinates[edge + 3] - coordinates[edge + 1]);
  });
  if (edgeCount === 0) return null;

  const height = maxY - minY;
  const crossings = height > 0 ? climb / height : 1;
  const bandCount = Math.max(1, Math.min(edgeCount, Math.round(edgeCount / Math.max(1, crossings))));
  const bandsPerDegree = height > 0 ? bandCount / height : 0;
  const band = (y: number) => bandOf(y, minY, bandsPerDegree, bandCount);
  const bandStarts = new Uint32Array(bandCount + 1);
  eachEdge((edge) => {
    const a = band(coordinates[edge + 1]);
    const b = band(coordinates[edge + 3]);
    for (let i = Math.min(a, b); i <= Math.max(a, b); i++) bandStarts[i + 1]++;
  });
  for (let i = 0; i < bandCount; i++) bandStarts[i + 1] += bandStarts[i];
  const edges = new Uint32Array(bandStarts[bandCount]);
  const next = bandStarts.slice();
  eachEdge((edge) => {
    const a = band(coordinates[edge + 1]);
    const b = band(coordinates[edge + 3]);
    for (let i = Math.min(a, b); i <= Math.max(a, b); i++) edges[next[i]++] = edge;
  });
  return { minX, minY, maxX, maxY, coordinates, bandCount, bandsPerDegree, bandStarts, edges };
}

/**
 * Whether the closed polygon contains a point: inside by the even-odd rule over all its rings, or exactly on an edge or
 * a vertex. Exact for doubles (Shewchuk's orientation predicate, 1997).
 */
export function containsPoint(polygon: BandedPolygon, x: number, y: number): boolean {
  if (!(x >= polygon.minX && x <= polygon.maxX && y >= polygon.minY && y <= polygon.maxY)) return false;
  const { coordinates, edges, bandStarts } = polygon;
  const band = bandOf(y, polygon.minY, polygon.bandsPerDegree, polygon.bandCount);
  const end = bandStarts[band + 1];
  let inside = false;
  for (let k = bandStarts[band]; k < end; k++) {
    const edge = edges[k];
    const ay = coordinates[edge + 1];
    const by = coordinates[edge + 3];
    if (ay > y !== by > y) {
      const ax = coordinates[edge];
      const bx = coordinates[edge + 2];
      if (x < ax && x < bx) {
        inside = !inside;
      } else if (x <= ax || x <= bx) {
        const side = orient2d(ax, ay, bx, by, x, y);
        if (side === 0) return true;
        if (side < 0 === by > ay) inside = !inside;
      }
    } else if (ay === y) {
      // Every vertex begins an edge, so this meets the vertices that the half-open test above leaves out.
      const ax = coordinates[edge];
      if (ax === x) return true;
      if (by === y && ax < x !== coordinates[edge + 2] < x) return true;
    }
  }
  return inside;
}

/** The band of a latitude: monotone in `y`, so an edge's bands are those between its ends'. */
function bandOf(y: number, minY: number, bandsPerDegree: number, bandCount: number): number {
  const band = Math.floor((y - minY) * bandsPerDegree);
  return band < bandCount ? band : bandCount - 1;
}
