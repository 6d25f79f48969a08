import KDBush from 'kdbush';
import { KD_PARKED } from '../../src/address/index/sections.ts';

/**
 * The section `kdTree`: a kdbush index whose ids are ordinals. `lon` and `lat` answer an address's main geocode in 1e-8
 * degrees, NaN for a record that reverse geocoding must not find; such records are parked outside the world.
 */
export function kdTreeSection(
  count: number,
  lon: (ordinal: number) => number,
  lat: (ordinal: number) => number,
): Uint8Array {
  const tree = new KDBush(count, 64, Int32Array);
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const x = lon(ordinal);
    if (Number.isNaN(x)) tree.add(KD_PARKED, KD_PARKED);
    else tree.add(Math.round(x / 10), Math.round(lat(ordinal) / 10));
  }
  tree.finish();
  return new Uint8Array(tree.data as ArrayBuffer);
}
