import { BOX, levelsOf, PLACE_NODE } from '../../src/address/index/place-tree.ts';

/**
 * The sections `placeTree…`, from the boxes of the localities (NaN where there is none) and their
 * states, which ascend.
 */
export function placeTreeSections(bounds: Float64Array, states: readonly number[]) {
  const placeTreeLocality = Uint32Array.from(inTiles(bounds, states));
  const levels = levelsOf(placeTreeLocality.length);
  const placeTreeBox = new Float64Array(BOX * (levels.at(-1) ?? 0));
  placeTreeLocality.forEach((locality, item) => {
    placeTreeBox.set(bounds.subarray(BOX * locality, BOX * (locality + 1)), BOX * item);
  });
  for (let level = 1; level + 1 < levels.length; level++)
    for (let box = levels[level]; box < levels[level + 1]; box++) {
      const from = levels[level - 1] + (box - levels[level]) * PLACE_NODE;
      const to = Math.min(from + PLACE_NODE, levels[level]);
      placeTreeBox.set(unionOf(placeTreeBox, from, to), BOX * box);
    }
  return { placeTreeLocality, placeTreeBox };
}

/** The smallest box around some boxes. */
function unionOf(boxes: Float64Array, from: number, to: number): readonly [number, number, number, number] {
  let [west, south, east, north] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, -Infinity, -Infinity];
  for (let at = BOX * from; at < BOX * to; at += BOX) {
    west = Math.min(west, boxes[at]);
    south = Math.min(south, boxes[at + 1]);
    east = Math.max(east, boxes[at + 2]);
    north = Math.max(north, boxes[at + 3]);
  }
  return [west, south, east, north];
}

/**
 * Localities with a box, by state, then by tiles: sorted from west to east into as many columns as
 * a column has tiles, each from south to north.
 */
function inTiles(bounds: Float64Array, states: readonly number[]): number[] {
  const byState = new Map<number, number[]>();
  states.forEach((state, locality) => {
    if (Number.isNaN(bounds[BOX * locality])) return;
    const of = byState.get(state) ?? [];
    byState.set(state, of);
    of.push(locality);
  });
  const x = (locality: number) => bounds[BOX * locality] + bounds[BOX * locality + 2];
  const y = (locality: number) => bounds[BOX * locality + 1] + bounds[BOX * locality + 3];
  return [...byState.values()].flatMap((localities) => {
    const columns = Math.ceil(Math.sqrt(localities.length / PLACE_NODE));
    const size = PLACE_NODE * Math.ceil(localities.length / PLACE_NODE / columns);
    const sorted = localities.sort((a, b) => x(a) - x(b) || a - b);
    return Array.from({ length: columns }, (_, i) =>
      sorted.slice(i * size, (i + 1) * size).sort((a, b) => y(a) - y(b) || a - b),
    ).flat();
  });
}
