import { blockTextOf, packAreas, packBlock, SET, SET_WORDS } from '../../src/address/index/boundary-set.ts';
import { NO_AREA } from '../../src/address/index/sections.ts';
import type { AbsAllocation } from '../areas/abs.ts';
import type { MeshBlockAreas } from '../areas/abs-mesh-block-areas.ts';
import { type Area, codeBytes } from '../areas/area.ts';
import { type AreaNames, IN_NO_AREA, LOCATED_LAYERS } from './address-areas.ts';
import { ByteInterner } from './byte-interner.ts';
import { quoted } from './escape-json.ts';
import { JsonTable } from './json-table.ts';
import type { MeshBlocks } from './mesh-blocks.ts';
import type { Texts } from './texts.ts';

/** The sections that answer `boundaries`. */
export interface BoundarySections {
  readonly boundarySet: Uint32Array;
  readonly areaStart: Uint32Array;
  readonly area: Uint8Array;
  readonly meshBlockCategoryText: Uint32Array;
  readonly meshBlockEndStart: Uint32Array;
  readonly meshBlockEnd: Uint8Array;
  readonly sa2Start: Uint32Array;
  readonly sa2: Uint8Array;
}

/**
 * One kind of area: polygons first, the ABS approximation where none covers the point. Area numbers
 * go over all kinds.
 */
interface Kind {
  readonly layerAt: number;
  readonly fallback: MeshBlockAreas | null;
  readonly fallbackAt: number;
}

/** Categories that a set can tell apart, none among them. */
const MOST_CATEGORIES = 256;

/** Finds the boundary set of every address. */
export class BoundarySets {
  readonly #meshBlocks: MeshBlocks;
  readonly #abs: AbsAllocation | null;
  readonly #areas = new JsonTable();
  readonly #kinds: readonly Kind[];
  /** Mesh block number → number in the ABS file, -1 where it has none. */
  readonly #absBlock: Int32Array;
  /** Distinct sets: five numbers of four bytes each, big-endian. */
  readonly #sets = new ByteInterner();
  readonly #key = new Uint8Array(5 * 4);
  readonly #parts = new DataView(this.#key.buffer);
  /** The numbers of the set asked for last, and that set: neighbours mostly share one. */
  readonly #last = new Uint32Array(5);
  #lastSet = -1;
  /** Current records whose mesh block the ABS file lacks. */
  withoutAllocation = 0;

  constructor(meshBlocks: MeshBlocks, abs: AbsAllocation | null, boundaries: AreaNames | null) {
    this.#meshBlocks = meshBlocks;
    this.#abs = abs;
    const kind = (
      layer: readonly Area[] | undefined,
      fallback: MeshBlockAreas | null | undefined,
      json: (area: Area) => string,
    ): Kind => {
      const layerAt = this.#areas.count;
      for (const area of layer ?? []) this.#areas.add(json(area));
      const fallbackAt = this.#areas.count;
      for (const area of fallback?.areas ?? []) this.#areas.add(json(area));
      return { layerAt, fallback: fallback ?? null, fallbackAt };
    };
    const kinds = {
      lga: kind(boundaries?.lga, abs?.lga, namedArea),
      ward: kind(boundaries?.ward, null, (area) => JSON.stringify({ name: area.name })),
      stateElectorate: kind(boundaries?.stateElectorate, abs?.stateElectorate, namedArea),
      commonwealthElectorate: kind(boundaries?.commonwealthElectorate, abs?.commonwealthElectorate, namedArea),
    };
    this.#kinds = LOCATED_LAYERS.map((name) => kinds[name]);
    if (this.#areas.count >= NO_AREA)
      throw new Error(`${this.#areas.count} areas in all, the index holds ${NO_AREA - 1}`);
    const known = abs?.edition === meshBlocks.edition ? abs?.meshBlocks : undefined;
    this.#absBlock = Int32Array.from(meshBlocks.codes, (code) => known?.get(code) ?? -1);
  }

  /**
   * The set of an address: its mesh block's number, and where in `located` (as locateAddresses
   * answers it) its areas begin; null for one that is in no area.
   */
  of(meshBlock: number, located: Uint16Array | null, at: number): number {
    const absBlock = this.#absBlock[meshBlock];
    if (absBlock < 0 && meshBlock !== 0 && this.#abs !== null) this.withoutAllocation++;
    const last = this.#last;
    let same = this.#lastSet >= 0 && last[this.#kinds.length] === meshBlock;
    last[this.#kinds.length] = meshBlock;
    for (let i = 0; i < this.#kinds.length; i++) {
      const { layerAt, fallback, fallbackAt } = this.#kinds[i];
      const area = located === null ? IN_NO_AREA : located[at + i];
      const known = area !== IN_NO_AREA;
      const approximate = known || fallback === null || absBlock < 0 ? -1 : fallback.ofMeshBlock[absBlock];
      const number = known ? layerAt + area : approximate >= 0 ? fallbackAt + approximate : NO_AREA;
      same &&= last[i] === number;
      last[i] = number;
    }
    if (same) return this.#lastSet;
    for (let i = 0; i < last.length; i++) this.#parts.setUint32(i * 4, last[i]);
    this.#lastSet = this.#sets.intern(this.#key, 0, this.#key.length);
    return this.#lastSet;
  }

  get count(): number {
    return this.#sets.count;
  }

  sections(texts: Texts): BoundarySections {
    const abs = this.#abs;
    const sa2 = new JsonTable();
    abs?.sa2.forEach((area, i) => {
      const sa3 = abs.sa3OfSa2[i];
      const sa4 = abs.sa4OfSa3[sa3];
      const members = { sa2: area, sa3: abs.sa3[sa3], sa4: abs.sa4[sa4], gccsa: abs.gccsa[abs.gccsaOfSa4[sa4]] };
      sa2.add(
        Object.entries(members)
          .map(([name, value]) => `"${name}":${namedArea(value)}`)
          .join(),
      );
    });
    if ((abs?.sa2.length ?? 0) >= NO_AREA) throw new Error(`${abs?.sa2.length} SA2s, the index holds ${NO_AREA - 1}`);
    const areas = this.#areas.sections();
    const sa2Sections = sa2.sections();
    return {
      boundarySet: this.#setSection(),
      areaStart: areas.start,
      area: areas.bytes,
      ...this.#categorySections(texts),
      sa2Start: sa2Sections.start,
      sa2: sa2Sections.bytes,
    };
  }

  #setSection(): Uint32Array {
    const abs = this.#abs;
    const part = (set: number, i: number) => this.#sets.arena.readUInt32BE(this.#sets.start(set) + i * 4);
    const section = new Uint32Array(this.count * SET_WORDS);
    const text = new Uint8Array(section.buffer);
    for (let set = 0; set < this.count; set++) {
      const [lga, ward, state, commonwealth, block] = [0, 1, 2, 3, 4].map((i) => part(set, i));
      const absBlock = this.#absBlock[block];
      const own = abs === null || absBlock < 0 ? null : ownAreas(abs, absBlock);
      const code = codeBytes(this.#meshBlocks.codes[block]);
      const sa1Code = codeBytes(own?.sa1 ?? '');
      section[set * SET_WORDS + SET.lgaAndWard] = packAreas(lga, ward);
      section[set * SET_WORDS + SET.electorates] = packAreas(state, commonwealth);
      section[set * SET_WORDS + SET.sa2AndBlock] = packBlock(
        own?.sa2 ?? NO_AREA,
        own === null ? 0 : own.category + 1,
        code.length,
        sa1Code.length,
      );
      text.set(code, blockTextOf(set));
      text.set(sa1Code, blockTextOf(set) + code.length);
    }
    return section;
  }

  /** The categories of mesh blocks. */
  #categorySections(texts: Texts) {
    const categories = this.#abs?.categories ?? [];
    if (categories.length >= MOST_CATEGORIES)
      throw new Error(`${categories.length} categories of mesh blocks, the index holds ${MOST_CATEGORIES - 1}`);
    const ends = new JsonTable();
    for (const name of ['', ...categories]) ends.add(`","category":${quoted(name ?? '')}}`);
    const end = ends.sections();
    return {
      meshBlockEndStart: end.start,
      meshBlockEnd: end.bytes,
      meshBlockCategoryText: Uint32Array.from([null, ...categories], (name) => texts.of(name)),
    };
  }
}

/** What the ABS file says of a mesh block: numbers of its category and SA2, and the code of its SA1. */
function ownAreas(abs: AbsAllocation, block: number): { category: number; sa1: string; sa2: number } {
  const sa1 = abs.sa1OfMeshBlock[block];
  return { category: abs.category[block], sa1: abs.sa1[sa1], sa2: abs.sa2OfSa1[sa1] };
}

function namedArea({ name, code }: Area): string {
  return JSON.stringify({ name, code: code === '' ? null : code });
}
