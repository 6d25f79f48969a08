/** A field of a protocol buffer: a number, or bytes. */
function field(number: number, value: number | Buffer): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
  return Buffer.concat([varint((number << 3) | 2), varint(value.length), value]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** A vector tile (Mapbox Vector Tile 2.1) with one layer of this name, whose one polygon is the whole tile. */
export function wholeTile(layer: string): Buffer {
  const extent = 4096;
  // Move to the origin; three lines to the right, down and back; close. Zigzag: 2n for n, 2n - 1 for -n.
  const geometry = [9, 0, 0, 26, 2 * extent, 0, 0, 2 * extent, 2 * extent - 1, 0, 15];
  const polygon = Buffer.concat([field(3, 3), field(4, Buffer.concat(geometry.map(varint)))]);
  return field(3, Buffer.concat([field(15, 2), field(1, Buffer.from(layer)), field(2, polygon), field(5, extent)]));
}

/** A PMTiles file (version 3) of one vector tile, that of zoom 0. */
export function pmtilesOf(tile: Buffer): Buffer {
  const directory = Buffer.concat([1, 0, 1, tile.length, 1].map(varint));
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header[7] = 3;
  const start = header.length;
  const afterDirectory = start + directory.length;
  const afterMetadata = afterDirectory + metadata.length;
  // Directory, metadata, leaf directories, tiles: each an offset and a length.
  const sections = [
    start,
    directory.length,
    afterDirectory,
    metadata.length,
    afterMetadata,
    0,
    afterMetadata,
    tile.length,
  ];
  for (const [i, value] of [...sections, 1, 1, 1].entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  // Clustered; directories and tiles not compressed; vector tiles; from zoom 0 to zoom 0.
  header.set([1, 1, 1, 1, 0, 0], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * i);
  return Buffer.concat([header, directory, metadata, tile]);
}
