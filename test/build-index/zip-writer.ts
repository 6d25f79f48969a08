import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip made for a test. What is not given is as it should be; what is given is written, right or wrong. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
  /** 8 (deflate) unless said otherwise; 0 is stored. */
  readonly method?: number;
  readonly packed?: Buffer;
  readonly checksum?: number;
  readonly size?: number;
  readonly encrypted?: boolean;
}

/** The parts of a zip: what lies before the directory, and the directory, for a file whose entries begin at `base`. */
export interface ZipParts {
  readonly entries: Buffer;
  readonly directory: Buffer;
}

/** A zip as PKWARE's APPNOTE 6.3 has it (4.3.6); `zip64` writes sizes, offsets and counts the 64-bit way (4.3.14, 4.5.3). */
export function zipOf(entries: readonly ZipEntry[], zip64 = false): Buffer {
  const parts = zipParts(entries, zip64);
  return Buffer.concat([parts.entries, parts.directory]);
}

export function zipParts(entries: readonly ZipEntry[], zip64: boolean, base = 0): ZipParts {
  const locals: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = base;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const method = entry.method ?? 8;
    const packed = entry.packed ?? (method === 0 ? entry.content : deflateRawSync(entry.content));
    const size = entry.size ?? entry.content.length;
    const checksum = entry.checksum ?? crc32(entry.content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(zip64 ? 45 : 20, 0);
    common.writeUInt16LE((entry.encrypted ? 1 : 0) | 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(zip64 ? 0xffffffff : packed.length, 14);
    common.writeUInt32LE(zip64 ? 0xffffffff : size, 18);
    common.writeUInt16LE(name.length, 22);

    const localExtra = zip64 ? zip64Extra([size, packed.length]) : Buffer.alloc(0);
    const localCommon = Buffer.from(common);
    localCommon.writeUInt16LE(localExtra.length, 24);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), localCommon, name, localExtra, packed);

    const extra = zip64 ? zip64Extra([size, packed.length, offset]) : Buffer.alloc(0);
    common.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(zip64 ? 0xffffffff : offset, 10);
    records.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name, extra);
    offset += 30 + name.length + localExtra.length + packed.length;
  }
  const central = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(zip64 ? 0xffff : entries.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : entries.length, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : central.length, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
  const end64 = zip64 ? zip64End(entries.length, central.length, offset) : Buffer.alloc(0);
  return { entries: Buffer.concat(locals), directory: Buffer.concat([central, end64, end]) };
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, i) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * i);
  });
  return extra;
}

function zip64End(count: number, centralLength: number, centralOffset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(centralLength), 40);
  record.writeBigUInt64LE(BigInt(centralOffset), 48);
  record.write('PK\x06\x07', 56, 'latin1');
  record.writeBigUInt64LE(BigInt(centralOffset + centralLength), 64);
  record.writeUInt32LE(1, 72);
  return record;
}
