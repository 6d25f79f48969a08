import { boundarySetOf } from '../../src/address/index/address-record.ts';
import { type MeshBlock, meshBlocksOf, SET, SET_WORDS, sa2In } from '../../src/address/index/boundary-set.ts';
import { editionOf, NO_EDITION } from '../../src/address/index/edition.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { NO_AREA } from '../../src/address/index/sections.ts';
import { textOf } from '../../src/address/index/text.ts';
import { type AbsAllocation, loadAllocation } from '../areas/abs.ts';
import { findMeshBlockFiles } from '../areas/mesh-block-files.ts';
import { LEAST_COVERAGE } from '../compile/coverage.ts';
import type { Fault } from './check.ts';

/**
 * What an index says otherwise than the files that allocate mesh blocks: its edition, the category and areas of a mesh
 * block (the first, and how many there are), and how many addresses lie in mesh blocks that the files do not have.
 * Takes an index whose references are sound. O(addresses).
 */
export async function allocationFaults(
  index: AddressIndex,
  folders: { readonly abs: string | null; readonly boundaries: string | null },
): Promise<readonly Fault[]> {
  const edition = editionOf(index.manifest);
  const found = await findMeshBlockFiles(folders.abs, folders.boundaries);
  const years = [...new Set([...found.abs.keys(), ...found.boundaries.keys()])];
  if (edition === null || !years.includes(Number(edition))) {
    const files = years.length === 0 ? 'no file that allocates mesh blocks' : `files of ${years.join(', ')}`;
    return [{ section: 'manifest', message: `asgs ${edition ?? NO_EDITION}, but ${files} below the given folders` }];
  }
  const allocation = await loadAllocation({ ...folders, edition: Number(edition) }, () => {});
  const blocks = meshBlocksOf(index);
  const numbers = blocks.map(({ code }) => allocation.meshBlocks.get(code) ?? -1);
  return [
    ...faultOf('boundarySet', blockDifferences(index, blocks, numbers, allocation)),
    ...faultOf('boundarySet', setDifferences(index, blocks, numbers, allocation)),
    ...faultOf('manifest', coverageFault(index, numbers)),
  ];
}

function blockDifferences(
  index: AddressIndex,
  blocks: readonly MeshBlock[],
  numbers: readonly number[],
  { edition, categories, category, sa1, sa1OfMeshBlock }: AbsAllocation,
): string[] {
  const text = (kind: string | null, area: string | null) => `category "${kind ?? ''}" and SA1 ${area}`;
  const names = Array.from(index.columns.meshBlockCategoryText, (id) => textOf(index, id));
  const seen = new Set(['']);
  return blocks.flatMap((block, set) => {
    const number = numbers[set];
    if (seen.has(block.code)) return [];
    seen.add(block.code);
    const found = text(names[block.category], block.sa1);
    const expected = number === -1 ? text('', null) : text(categories[category[number]], sa1[sa1OfMeshBlock[number]]);
    return found === expected
      ? []
      : [`mesh block ${block.code} has ${found}, expected ${expected} as in the files of edition ${edition}`];
  });
}

function setDifferences(
  { columns }: AddressIndex,
  blocks: readonly MeshBlock[],
  numbers: readonly number[],
  allocation: AbsAllocation,
): string[] {
  const { boundarySet, sa2, sa2Start } = columns;
  const json = Buffer.from(sa2.buffer, sa2.byteOffset, sa2.byteLength);
  const differences: string[] = [];
  for (let set = 0; set < blocks.length; set++) {
    const area = sa2In(boundarySet[set * SET_WORDS + SET.sa2AndBlock]);
    const members =
      area === NO_AREA ? {} : JSON.parse(`{${json.toString('utf8', sa2Start[area], sa2Start[area + 1])}}`);
    const found = ['sa2', 'sa3', 'sa4', 'gccsa'].map((level) => members[level]?.code ?? 'none').join(', ');
    const expected = areasAbove(numbers[set], allocation).join(', ');
    if (found !== expected)
      differences.push(`mesh block ${blocks[set].code || 'none'} lies in ${found}, expected ${expected}`);
  }
  return differences;
}

/** The codes of SA2, SA3, SA4 and GCCSA of a mesh block by its number, `none` for -1. */
function areasAbove(number: number, allocation: AbsAllocation): (string | null)[] {
  if (number === -1) return ['none', 'none', 'none', 'none'];
  const sa2 = allocation.sa2OfSa1[allocation.sa1OfMeshBlock[number]];
  const sa3 = allocation.sa3OfSa2[sa2];
  const sa4 = allocation.sa4OfSa3[sa3];
  const gccsa = allocation.gccsa[allocation.gccsaOfSa4[sa4]];
  return [allocation.sa2[sa2], allocation.sa3[sa3], allocation.sa4[sa4], gccsa].map(({ code }) => code);
}

function coverageFault(index: AddressIndex, numbers: readonly number[]): string[] {
  const { addresses } = index.manifest;
  let known = 0;
  for (let ordinal = 0; ordinal < addresses; ordinal++) if (numbers[boundarySetOf(index, ordinal)] !== -1) known++;
  return known >= addresses * LEAST_COVERAGE
    ? []
    : [`${known} of ${addresses} addresses lie in a mesh block of the files, expected 99 %`];
}

function faultOf(section: Fault['section'], differences: readonly string[]): Fault[] {
  const [first] = differences;
  if (first === undefined) return [];
  const more = differences.length === 1 ? '' : `; ${differences.length} differ`;
  return [{ section, message: first + more }];
}
