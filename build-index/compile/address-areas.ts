import type { Area } from '../areas/area.ts';
import type { BoundaryLayers } from '../areas/boundaries.ts';
import type { BoundaryLayerName } from '../areas/boundary-files.ts';
import { UniformCells } from '../areas/uniform-cells.ts';
import type { PackedPoints } from './packed-points.ts';

/** The layers that addresses are located in, in the order of {@link locateAddresses}. */
export const LOCATED_LAYERS = [
  'lga',
  'ward',
  'stateElectorate',
  'commonwealthElectorate',
] as const satisfies readonly BoundaryLayerName[];

/** In the result of `locateAddresses`: in no area. */
export const IN_NO_AREA = 0xffff;

/** The areas of each layer, by the numbers that `locateAddresses` answers. */
export type AreaNames = Readonly<Record<BoundaryLayerName, readonly Area[]>>;

/** The areas of some boundaries. */
export function areaNames(boundaries: BoundaryLayers): AreaNames {
  const { lga, ward, stateElectorate, commonwealthElectorate } = boundaries;
  return {
    lga: lga.areas,
    ward: ward.areas,
    stateElectorate: stateElectorate.areas,
    commonwealthElectorate: commonwealthElectorate.areas,
  };
}

/**
 * The areas that each of some points lies in, one number for each of LOCATED_LAYERS, point after
 * point. Entries with tag 0 are not points.
 */
export function locateAddresses(boundaries: BoundaryLayers, points: PackedPoints): Uint16Array {
  const layers = LOCATED_LAYERS.map((name) => boundaries[name]);
  const most = Math.max(...layers.map(({ areas }) => areas.length));
  if (most >= IN_NO_AREA) throw new Error(`${most} areas in one layer, expected fewer than ${IN_NO_AREA}`);
  const areas = new Uint16Array(points.capacity * layers.length).fill(IN_NO_AREA);
  const cells = new UniformCells<Uint16Array>(layers.flatMap(({ polygons }) => polygons.map(({ polygon }) => polygon)));
  let lon = Number.NaN;
  let lat = Number.NaN;
  const locate = (at: Uint16Array) => {
    for (let i = 0; i < layers.length; i++) {
      const area = layers[i].locate(lon, lat);
      at[i] = area < 0 ? IN_NO_AREA : area;
    }
    return at;
  };
  const locateCell = () => locate(new Uint16Array(layers.length));
  const key = (found: Uint16Array) => found.join();
  const found = new Uint16Array(layers.length);
  for (let ordinal = 0; ordinal < points.capacity; ordinal++) {
    if (points.tag(ordinal) === 0) continue;
    lon = points.lon(ordinal) / 1e8;
    lat = points.lat(ordinal) / 1e8;
    const known = cells.answer(lon, lat, locateCell, key) ?? locate(found);
    for (let i = 0; i < layers.length; i++) areas[ordinal * layers.length + i] = known[i];
  }
  return areas;
}
