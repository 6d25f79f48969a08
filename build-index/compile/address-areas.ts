import type { Area } from '../areas/area.ts';
import type { BoundaryLayers } from '../areas/boundaries.ts';
import type { BoundaryLayerName } from '../areas/boundary-files.ts';
import type { PackedPoints } from './packed-points.ts';

/** The layers that addresses are located in, in the order of {@link locateAddresses}. */
export const LOCATED_LAYERS = [
  'lga',
  'ward',
  'stateElectorate',
  'commonwealthElectorate',
] as const satisfies readonly BoundaryLayerName[];

/** In what `locateAddresses` answers: in no area. */
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
 * The areas that the main geocode of each address lies in, one number for each of LOCATED_LAYERS, address after address in the order
 * of the index, where neighbours are near in memory too. `points` and `type` (0: no geocode) are by pid number.
 */
export function locateAddresses(
  boundaries: BoundaryLayers,
  points: PackedPoints,
  type: Uint8Array,
  addressPid: Uint32Array,
): Uint16Array {
  const layers = LOCATED_LAYERS.map((name) => boundaries[name]);
  const most = Math.max(...layers.map(({ areas }) => areas.length));
  if (most >= IN_NO_AREA) throw new Error(`${most} areas in one layer, expected fewer than ${IN_NO_AREA}`);
  const areas = new Uint16Array(addressPid.length * layers.length).fill(IN_NO_AREA);
  for (let ordinal = 0; ordinal < addressPid.length; ordinal++) {
    const pid = addressPid[ordinal];
    if (type[pid] === 0) continue;
    const lon = points.lon(pid) / 1e8;
    const lat = points.lat(pid) / 1e8;
    for (let i = 0; i < layers.length; i++) {
      const area = layers[i].locate(lon, lat);
      if (area >= 0) areas[ordinal * layers.length + i] = area;
    }
  }
  return areas;
}
