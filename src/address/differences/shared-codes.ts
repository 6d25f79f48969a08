import { meshBlocksOf } from '../index/boundary-set.ts';
import type { IndexColumns } from '../index/sections.ts';
import { textOf } from '../index/text.ts';

/**
 * A code table of two releases. Each release numbers its streets' numbers, areas and so on for
 * itself; here, codes of either release that mean the same have the same number.
 */
export interface SharedCodes {
  readonly before: Uint32Array;
  readonly after: Uint32Array;
}

/** The code tables that addresses of two releases are compared by. */
export interface ReleaseCodes {
  /** Positions in `idPrefixText`. */
  readonly idPrefix: SharedCodes;
  /** Codes of `addressHead`, by kind and by how the text is split into first and last number. */
  readonly number: SharedCodes;
  /** Codes of `addressUnit`. */
  readonly unit: SharedCodes;
  readonly geocodeType: SharedCodes;
  readonly geocodeReliability: SharedCodes;
  readonly parcelTemplate: SharedCodes;
  readonly localityId: SharedCodes;
  readonly localityName: SharedCodes;
  /** Positions in `areaStart`, NO_AREA included. */
  readonly area: SharedCodes;
  /** Positions in `boundarySet`, by the mesh block and the SA1 of each. */
  readonly meshBlock: SharedCodes;
  readonly sa1: SharedCodes;
  /** Positions in `sa2Start`, NO_AREA included, by what each says of one level. */
  readonly sa2: SharedCodes;
  readonly sa3: SharedCodes;
  readonly sa4: SharedCodes;
  readonly gccsa: SharedCodes;
}

/** Codes of areas may be as high as NO_AREA. */
const AREA_CODES = 0x1_0000;
const NO_NUMBER = 0xffff_ffff;

/** Compares the code tables of two releases. O(their sizes), some hundred megabytes at most while it works. */
export function releaseCodes(before: IndexColumns, after: IndexColumns): ReleaseCodes {
  const shared = (keysOf: (index: IndexColumns) => string[], length = 0) =>
    sharedCodes(keysOf(before), keysOf(after), length);
  const sa2Of = { before: allSa2Members(before), after: allSa2Members(after) };
  const level = (name: Level) =>
    sharedCodes(
      sa2Of.before.map((members) => JSON.stringify(members[name])),
      sa2Of.after.map((members) => JSON.stringify(members[name])),
      AREA_CODES,
    );
  return {
    idPrefix: shared(idPrefixKeys),
    number: shared(numberKeys),
    unit: shared(unitKeys),
    geocodeType: shared((index) => texts(index, index.columns.geocodeKindText)),
    geocodeReliability: shared(({ columns }) => Array.from(columns.geocodeKindReliability, String)),
    parcelTemplate: shared(({ columns }) => slices(columns.parcelTemplate, columns.parcelTemplateStart)),
    localityId: shared((index) => texts(index, index.columns.localityId)),
    localityName: shared((index) => texts(index, index.columns.localityName)),
    area: shared(({ columns }) => slices(columns.area, columns.areaStart), AREA_CODES),
    meshBlock: shared(meshBlockKeys),
    sa1: shared((index) => meshBlocksOf(index).map(({ sa1 }) => sa1 ?? '')),
    sa2: level('sa2'),
    sa3: level('sa3'),
    sa4: level('sa4'),
    gccsa: level('gccsa'),
  };
}

function sharedCodes(before: readonly string[], after: readonly string[], length: number): SharedCodes {
  const numbers = new Map<string, number>();
  const numbered = (keys: readonly string[]) => {
    const codes = new Uint32Array(Math.max(length, keys.length)).fill(NO_NUMBER);
    for (let code = 0; code < keys.length; code++) {
      const known = numbers.get(keys[code]);
      codes[code] = known ?? numbers.size;
      if (known === undefined) numbers.set(keys[code], numbers.size);
    }
    return codes;
  };
  return { before: numbered(before), after: numbered(after) };
}

function idPrefixKeys(index: IndexColumns): string[] {
  const { idPrefixText, idPrefixDigits } = index.columns;
  return Array.from(idPrefixText, (text, code) => `${idPrefixDigits[code]} ${textOf(index, text)}`);
}

function numberKeys({ columns }: IndexColumns): string[] {
  const { numberKind, numberText, numberTextStart, numberTextFirst } = columns;
  return slices(numberText, numberTextStart).map(
    (text, code) => `${numberKind[code]} ${numberTextFirst[code]} ${text}`,
  );
}

function unitKeys(index: IndexColumns): string[] {
  const { unitFlatType, unitFlatText, unitLevelType, unitLevelText, flatTypeText, levelTypeText } = index.columns;
  const flatTypes = texts(index, flatTypeText);
  const levelTypes = texts(index, levelTypeText);
  return Array.from(unitFlatType, (flatType, unit) =>
    [
      flatTypes[flatType],
      textOf(index, unitFlatText[unit]),
      levelTypes[unitLevelType[unit]],
      textOf(index, unitLevelText[unit]),
    ].join('\u0000'),
  );
}

/** A statistical area as answers name it. */
export interface NamedArea {
  readonly name: string;
  readonly code: string | null;
}

type Level = 'sa2' | 'sa3' | 'sa4' | 'gccsa';

/** What the index says of an SA2 and the areas that it lies in, a position in `sa2Start`. Allocates. */
export function sa2Members({ columns }: IndexColumns, sa2: number): Record<Level, NamedArea> {
  const members = columns.sa2.subarray(columns.sa2Start[sa2], columns.sa2Start[sa2 + 1]);
  return JSON.parse(`{${Buffer.from(members)}}`) as Record<Level, NamedArea>;
}

function allSa2Members(index: IndexColumns): Record<Level, NamedArea>[] {
  return Array.from({ length: Math.max(0, index.columns.sa2Start.length - 1) }, (_, sa2) => sa2Members(index, sa2));
}

function meshBlockKeys(index: IndexColumns): string[] {
  const categories = texts(index, index.columns.meshBlockCategoryText);
  return meshBlocksOf(index).map(({ code, category }) => `${code} ${categories[category]}`);
}

function texts(index: IndexColumns, ids: Uint32Array): string[] {
  return Array.from(ids, (id) => textOf(index, id));
}

/** The elements of a CSR column of bytes, each byte as one character. */
function slices(column: Uint8Array, start: Uint32Array): string[] {
  const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  return Array.from({ length: Math.max(0, start.length - 1) }, (_, i) =>
    bytes.toString('latin1', start[i], start[i + 1]),
  );
}
