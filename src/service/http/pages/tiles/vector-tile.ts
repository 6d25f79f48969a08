import { PbfWriter } from 'pbf';

/** Units of a tile's side. */
export const EXTENT = 4096;

/** The properties of a feature. */
export type Properties = Readonly<Record<string, string | number>>;

/** Types of geometry, and commands (Mapbox Vector Tile 2.1). */
const POINT = 1;
const LINE = 2;
const POLYGON = 3;
const MOVE_TO = 1;
const LINE_TO = 2;
const CLOSE_PATH = 7;

/** The wire type of length-delimited fields. */
const LENGTH_DELIMITED = 2;

/** Bytes of a tag, and of the type field with its tag. */
const TAG_BYTES = 1;
const TYPE_BYTES = 2;

/** Below this many bytes, copying one by one is faster. */
const FEW = 64;

const TILE = { layer: 3 } as const;
const LAYER = { name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { string: 1, uint: 5, sint: 6, double: 3 } as const;

/** A layer of a vector tile, written feature by feature. */
export class TileLayer {
  readonly #name: string;
  readonly #features = new PbfWriter(new Uint8Array(1024));
  readonly #keys = new Map<string, number>();
  readonly #values = new Map<string | number, number>();
  /** Tags and geometry of the feature that is being written. */
  readonly #tags = new PbfWriter(new Uint8Array(64));
  readonly #shape = new PbfWriter(new Uint8Array(64));
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Adds a point, in units of the tile. */
  point(x: number, y: number, properties: Properties): void {
    this.#add(POINT, [command(MOVE_TO, 1), zigzag(x), zigzag(y)], properties);
  }

  /** Adds a line of at least two points, in units of the tile. */
  line(points: readonly { readonly x: number; readonly y: number }[], properties: Properties): void {
    const [{ x, y }, ...rest] = points as [(typeof points)[0], ...typeof points];
    const shape = [command(MOVE_TO, 1), zigzag(x), zigzag(y), command(LINE_TO, rest.length)];
    rest.forEach((point, i) => {
      shape.push(zigzag(point.x - points[i]!.x), zigzag(point.y - points[i]!.y));
    });
    this.#add(LINE, shape, properties);
  }

  /** Adds a rectangle, in units of the tile. */
  box(west: number, north: number, east: number, south: number, properties: Properties): void {
    const width = east - west;
    const height = south - north;
    const ring = [zigzag(width), zigzag(0), zigzag(0), zigzag(height), zigzag(-width), zigzag(0)];
    const start = [command(MOVE_TO, 1), zigzag(west), zigzag(north)];
    this.#add(POLYGON, [...start, command(LINE_TO, 3), ...ring, command(CLOSE_PATH, 1)], properties);
  }

  /** Writes the layer into a tile; nothing if it has no feature. */
  writeTo(tile: PbfWriter): void {
    if (this.#count === 0) return;
    const head = new PbfWriter();
    head.writeVarintField(LAYER.version, 2);
    head.writeStringField(LAYER.name, this.#name);
    head.writeVarintField(LAYER.extent, EXTENT);
    for (const key of this.#keys.keys()) head.writeStringField(LAYER.key, key);
    for (const value of this.#values.keys()) head.writeMessage(LAYER.value, writeValue, value);
    // Not with writeMessage, which moves what it has written, byte by byte, once it knows the
    // length.
    tile.writeTag(TILE.layer, LENGTH_DELIMITED);
    tile.writeVarint(head.pos + this.#features.pos);
    for (const part of [head, this.#features]) append(tile, part);
  }

  #add(type: number, geometry: readonly number[], properties: Properties): void {
    const tags = this.#tags;
    const shape = this.#shape;
    tags.pos = 0;
    shape.pos = 0;
    for (const key in properties) {
      tags.writeVarint(placeOf(this.#keys, key));
      tags.writeVarint(placeOf(this.#values, properties[key]));
    }
    for (const each of geometry) shape.writeVarint(each);
    const to = this.#features;
    to.writeTag(LAYER.feature, LENGTH_DELIMITED);
    to.writeVarint(
      TAG_BYTES + bytesOfVarint(tags.pos) + tags.pos + TYPE_BYTES + TAG_BYTES + bytesOfVarint(shape.pos) + shape.pos,
    );
    to.writeTag(FEATURE.tags, LENGTH_DELIMITED);
    to.writeVarint(tags.pos);
    append(to, tags);
    to.writeVarintField(FEATURE.type, type);
    to.writeTag(FEATURE.geometry, LENGTH_DELIMITED);
    to.writeVarint(shape.pos);
    append(to, shape);
    this.#count++;
  }
}

/** Appends what another writer has written. */
function append(to: PbfWriter, { buf, pos }: PbfWriter): void {
  to.realloc(pos);
  for (let i = 0; i < pos && pos < FEW; i++) to.buf[to.pos + i] = buf[i]!;
  if (pos >= FEW) to.buf.set(buf.subarray(0, pos), to.pos);
  to.pos += pos;
}

function bytesOfVarint(n: number): number {
  return n < 0x80 ? 1 : n < 0x4000 ? 2 : n < 0x200000 ? 3 : n < 0x10000000 ? 4 : 5;
}

function writeValue(value: string | number, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(VALUE.string, value);
  else if (!Number.isInteger(value)) pbf.writeDoubleField(VALUE.double, value);
  else if (value >= 0) pbf.writeVarintField(VALUE.uint, value);
  else pbf.writeSVarintField(VALUE.sint, value);
}

function placeOf<T>(places: Map<T, number>, item: T): number {
  let place = places.get(item);
  if (place === undefined) {
    place = places.size;
    places.set(item, place);
  }
  return place;
}

function command(id: number, count: number): number {
  return id | (count << 3);
}

function zigzag(n: number): number {
  return n < 0 ? -2 * n - 1 : 2 * n;
}
