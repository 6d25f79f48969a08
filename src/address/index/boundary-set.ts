import type { IndexColumns } from './sections.ts';
import { textOfBytes } from './text.ts';

/**
 * Elements of `boundarySet` for each set. What answers say of a mesh block lies in the set itself, though several sets
 * may share a block: elsewhere it would be one more wait for memory (see address-record.ts).
 */
export const SET_WORDS = 9;

/** The elements of a set in `boundarySet`. Areas are positions in `areaStart`, 65535 for none. */
export const SET = {
  /** Local government area, and in the upper half the ward. */
  lgaAndWard: 0,
  /** State electorate, and in the upper half the Commonwealth electorate. */
  electorates: 1,
  /**
   * Position in `sa2Start`, 65535 for none (16 bits); category of the mesh block, a position in `meshBlockCategoryText`
   * (8 bits); bytes of its code, 0 for no mesh block, and of its SA1's code, 0 for none (4 bits each).
   */
  sa2AndBlock: 2,
  /** Both codes, one after the other, as they are inside a JSON string; zeros up to the next set. */
  blockText: 3,
} as const;

/** The longest code of a mesh block or an SA1 that there is room for, in bytes of a JSON string; the ASGS has 11. */
export const MOST_CODE_BYTES = ((SET_WORDS - SET.blockText) * 4) / 2;

/** Two areas in one element, as `lgaAndWard` and `electorates` hold them. */
export function packAreas(lower: number, upper: number): number {
  return (lower | (upper << 16)) >>> 0;
}

/** The first of two areas in an element. */
export function lowerArea(element: number): number {
  return element & 0xffff;
}

/** The second of two areas in an element. */
export function upperArea(element: number): number {
  return element >>> 16;
}

/** Packs what `sa2AndBlock` holds; neither number of bytes is above MOST_CODE_BYTES. */
export function packBlock(sa2: number, category: number, codeBytes: number, sa1Bytes: number): number {
  return (sa2 | (category << 16) | (codeBytes << 24) | (sa1Bytes << 28)) >>> 0;
}

/** Of `sa2AndBlock`: the SA2. */
export function sa2In(element: number): number {
  return element & 0xffff;
}

/** Of `sa2AndBlock`: the category of the mesh block. */
export function categoryIn(element: number): number {
  return (element >>> 16) & 0xff;
}

/** Of `sa2AndBlock`: bytes of the mesh block's code. */
export function codeBytesIn(element: number): number {
  return (element >>> 24) & 0xf;
}

/** Of `sa2AndBlock`: bytes of the SA1's code. */
export function sa1BytesIn(element: number): number {
  return element >>> 28;
}

/** Where the codes of a set's mesh block begin, in bytes of `boundarySet`. */
export function blockTextOf(set: number): number {
  return (set * SET_WORDS + SET.blockText) * 4;
}

/** What a set says of its mesh block. */
export interface MeshBlock {
  /** Empty where there is no mesh block. */
  readonly code: string;
  /** A position in `meshBlockCategoryText`. */
  readonly category: number;
  readonly sa1: string | null;
}

/** The mesh block of a set. Allocates. */
export function meshBlockOf({ columns: { boundarySet } }: IndexColumns, set: number): MeshBlock {
  const element = boundarySet[set * SET_WORDS + SET.sa2AndBlock];
  const bytes = new Uint8Array(boundarySet.buffer, boundarySet.byteOffset, boundarySet.byteLength);
  const code = blockTextOf(set);
  const sa1 = code + codeBytesIn(element);
  return {
    code: textOfBytes(bytes, code, sa1),
    category: categoryIn(element),
    sa1: textOfBytes(bytes, sa1, sa1 + sa1BytesIn(element)) || null,
  };
}

/** The mesh block of every set. O(sets); allocates. */
export function meshBlocksOf(index: IndexColumns): MeshBlock[] {
  const sets = index.columns.boundarySet.length / SET_WORDS;
  return Array.from({ length: sets }, (_, set) => meshBlockOf(index, set));
}
