import Flatbush from 'flatbush';
import type { Area } from './area.ts';
import { type BandedPolygon, containsPoint } from './banded-polygon.ts';

/** One layer of administrative areas: which of them a point lies in. */
export interface BoundaryLayer {
  /**
   * Areas in the order in which the files, sorted by path, first have them; empty when the folder
   * has no such layer.
   */
  readonly areas: readonly Area[];
  readonly polygons: readonly AreaPolygon[];
  /**
   * The position in `areas` of the area that holds a point (decimal degrees), -1 when none does. Edges belong to their
   * area; of several areas that touch or overlap the point, the first. Exact; some microseconds at most.
   */
  locate(lon: number, lat: number): number;
}

/** A polygon and the position of the area it belongs to; an area may have any number of them. */
export interface AreaPolygon {
  readonly area: number;
  readonly polygon: BandedPolygon;
}

/** Indexes the polygons of one layer: an R-tree over their boxes, bands within each. */
export function layerOf(areas: readonly Area[], polygons: readonly AreaPolygon[]): BoundaryLayer {
  if (polygons.length === 0) return { areas, polygons, locate: () => -1 };
  const boxes = new Flatbush(polygons.length);
  for (const { polygon } of polygons) boxes.add(polygon.minX, polygon.minY, polygon.maxX, polygon.maxY);
  boxes.finish();
  const areaOf = Int32Array.from(polygons, (entry) => entry.area);

  let x = Number.NaN;
  let y = Number.NaN;
  let found = -1;
  const visit = (i: number): boolean => {
    const area = areaOf[i];
    if ((found === -1 || area < found) && containsPoint(polygons[i].polygon, x, y)) found = area;
    return false;
  };
  return {
    areas,
    polygons,
    locate(lon, lat) {
      if (lon === x && lat === y) return found;
      x = lon;
      y = lat;
      found = -1;
      boxes.search(lon, lat, lon, lat, visit);
      return found;
    },
  };
}
