/**
 * Localities by where they are: a packed R-tree over the boxes of their addresses
 * (`localityBounds`), so that those around a point are found one after another, the nearest first,
 * without looking at all the others. Items are the localities that have a box, sorted by state,
 * within a state so that neighbours stand together (`placeTreeLocality`). Boxes, of four elements
 * (west, south, east, north), are those of the items, in their order, then one around each
 * PLACE_NODE of these, and so on up to a single one (`placeTreeBox`). (Leutenegger, Lopez,
 * Edgington 1997.)
 */
export const PLACE_NODE = 16;

/** Elements of a box. */
export const BOX = 4;

/** The first box of every level of a tree over some items, from the items up, and the one after the last. */
export function levelsOf(items: number): number[] {
  const starts = [0];
  for (let size = items; size > 0; size = Math.ceil(size / PLACE_NODE)) {
    starts.push(starts[starts.length - 1] + size);
    if (size === 1) break;
  }
  return starts;
}
