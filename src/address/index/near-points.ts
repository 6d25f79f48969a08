import { boxAround, nearSquare, RADIANS, squareOfMetres } from './haversine.ts';
import { leafPoints, readLeaf, TREE_UNITS } from './kd-tree.ts';
import type { IndexColumns } from './sections.ts';

/** Points kept before those that have been overtaken are dropped. */
const FEW = 64;

/**
 * The points of a KD-tree that may be among the nearest, by their rounded coordinates: each may be
 * up to a tolerance nearer or farther than it looks. Keeps whatever is not surely farther than
 * `limit` others, and what lies so near the radius that only its exact place decides. Reused from
 * search to search.
 */
export class NearPoints {
  /** Positions in the tree. */
  positions = new Uint32Array(2 * FEW);
  /** 1 where it is not known yet whether the point lies within the radius. */
  uncertain = new Uint8Array(2 * FEW);
  count = 0;
  /** A point with a larger `haversineSquare` is not among the nearest. */
  below = 0;
  /** The box around all points of the search, in units of the tree. */
  west = 0;
  south = 0;
  east = 0;
  north = 0;
  #leaf = leafPoints();
  #squares = new Float64Array(2 * FEW);
  #nearest = new Float64Array(32);
  #full = 0;
  #room = FEW;
  #lat = 0;
  #lon = 0;
  #cosLat = 0;
  #sinLat = 0;
  #limit = 0;
  #tolerance = 0;
  #surelyInside = 0;
  #surelyOutside = 0;

  /** Begins a search. Degrees and metres. */
  begin(lat: number, lon: number, radius: number, tolerance: number, limit: number): void {
    this.count = 0;
    this.#full = 0;
    this.#room = FEW;
    this.#lat = lat;
    this.#lon = lon;
    this.#cosLat = Math.cos(lat * RADIANS);
    this.#sinLat = Math.sin(lat * RADIANS);
    this.#limit = limit;
    this.#tolerance = tolerance;
    this.#surelyInside = radius > tolerance ? squareOfMetres(radius - tolerance) : 0;
    this.#surelyOutside = squareOfMetres(radius + tolerance);
    this.below = this.#surelyOutside;
    const { west, south, east, north } = boxAround(lat, lon, radius + tolerance);
    this.west = Math.floor(west * TREE_UNITS);
    this.south = Math.floor(south * TREE_UNITS);
    this.east = Math.ceil(east * TREE_UNITS);
    this.north = Math.ceil(north * TREE_UNITS);
  }

  /**
   * Looks at the points of a leaf of the tree. Answers how many surely lie within the radius, 0
   * where they are `counted`.
   */
  scan(index: IndexColumns, leaf: number, counted: boolean): number {
    const { x, y, positions } = this.#leaf;
    const count = readLeaf(index, leaf, this, this.#leaf);
    const lat = this.#lat;
    const lon = this.#lon;
    const sinLat = this.#sinLat;
    const cosLat = this.#cosLat;
    const surelyInside = this.#surelyInside;
    const surelyOutside = this.#surelyOutside;
    let total = 0;
    for (let i = 0; i < count; i++) {
      const square = nearSquare(lat, lon, sinLat, cosLat, y[i] / TREE_UNITS, x[i] / TREE_UNITS);
      const certain = counted || square < surelyInside;
      if (certain && !counted) total++;
      if (square <= (certain ? this.below : surelyOutside)) this.#add(positions[i], square, certain);
    }
    return total;
  }

  /** Drops points that are surely neither among the nearest nor at the radius. */
  discard(): void {
    let kept = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.#squares[i] > this.below && this.uncertain[i] === 0) continue;
      this.positions[kept] = this.positions[i];
      this.uncertain[kept] = this.uncertain[i];
      this.#squares[kept++] = this.#squares[i];
    }
    this.count = kept;
  }

  #add(position: number, square: number, certain: boolean): void {
    if (this.count === this.#room) this.#makeRoom();
    this.positions[this.count] = position;
    this.uncertain[this.count] = certain ? 0 : 1;
    this.#squares[this.count++] = square;
    if (certain) this.#rank(square);
  }

  /** Lowers `below` to what the farthest of the nearest may have. */
  #rank(square: number): void {
    const nearest = this.#nearest;
    let at = this.#full;
    if (at === this.#limit) {
      if (square >= nearest[--at]) return;
    } else this.#full++;
    for (; at > 0 && nearest[at - 1] > square; at--) nearest[at] = nearest[at - 1];
    nearest[at] = square;
    if (this.#full < this.#limit) return;
    // Both this point and the one it is compared with may be off by the tolerance.
    const chord = Math.sqrt(nearest[this.#limit - 1]) + Math.sqrt(squareOfMetres(2 * this.#tolerance));
    this.below = Math.min(this.#surelyOutside, chord * chord);
  }

  #makeRoom(): void {
    this.discard();
    if (this.count < FEW / 2) return;
    this.#room = Math.max(this.#room, 2 * this.count);
    if (this.#room <= this.positions.length) return;
    const { positions, uncertain } = this;
    const squares = this.#squares;
    this.positions = new Uint32Array(this.#room);
    this.uncertain = new Uint8Array(this.#room);
    this.#squares = new Float64Array(this.#room);
    this.positions.set(positions);
    this.uncertain.set(uncertain);
    this.#squares.set(squares);
  }
}
