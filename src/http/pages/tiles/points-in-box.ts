import type { AddressIndex } from '../../../index/open.ts';
import type { TileBox } from './tile-address.ts';

/** Units of the KD-tree in a degree. */
export const TREE_UNITS = 1e7;

/**
 * Calls for every address of the KD-tree in a box, with its coordinates in units of the tree; yields after each run of at most a node's points, so
 * that others have their turn. kdbush's own `range` would answer all at once.
 */
export function* pointsInBox(
  { kdTree: { ids, coords, nodeSize, numItems } }: AddressIndex,
  box: TileBox,
  found: (ordinal: number, x: number, y: number) => void,
): Generator<void, void> {
  const west = box.west * TREE_UNITS;
  const south = box.south * TREE_UNITS;
  const east = box.east * TREE_UNITS;
  const north = box.north * TREE_UNITS;
  const stack = [0, numItems - 1, 0];
  const look = (i: number) => {
    const x = coords[2 * i]!;
    const y = coords[2 * i + 1]!;
    if (x >= west && x <= east && y >= south && y <= north) found(ids[i]!, x, y);
  };
  while (stack.length > 0) {
    const axis = stack.pop()!;
    const right = stack.pop()!;
    const left = stack.pop()!;
    if (right - left <= nodeSize) {
      for (let i = left; i <= right; i++) look(i);
      yield;
      continue;
    }
    const middle = (left + right) >> 1;
    look(middle);
    const split = coords[2 * middle + axis]!;
    if ((axis === 0 ? west : south) <= split) stack.push(left, middle - 1, 1 - axis);
    if ((axis === 0 ? east : north) >= split) stack.push(middle + 1, right, 1 - axis);
  }
}
