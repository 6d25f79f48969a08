import { type MeshBlock, meshBlocksOf, SET, SET_WORDS, sa2In } from '../../src/address/index/boundary-set.ts';
import { editionOf, NO_EDITION } from '../../src/address/index/edition.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { textOf } from '../../src/address/index/text.ts';
import { at, type Check } from './check.ts';

/** The edition of the ASGS is that of the files that the index was built from, and areas nest as in one edition. */
export const EDITION_CHECKS: readonly Check[] = [
  { section: 'meshBlockEnd', holds: 'what answers copy of a category is its name', find: categoryFault },
  { section: 'manifest', holds: 'its edition of the ASGS is that of its sources', find: editionFault },
  { section: 'boundarySet', holds: 'the sets of one mesh block or SA1 lie in one SA2', find: nestingFault },
  { section: 'boundarySet', holds: 'the sets of one mesh block agree on its category and SA1', find: blockFault },
];

function categoryFault(index: AddressIndex): string | null {
  const { meshBlockCategoryText, meshBlockEnd, meshBlockEndStart } = index.columns;
  for (let category = 0; category < meshBlockCategoryText.length; category++) {
    const name = textOf(index, meshBlockCategoryText[category]) || null;
    const bytes = meshBlockEnd.subarray(meshBlockEndStart[category], meshBlockEndStart[category + 1]);
    const json = `{"code":"0${Buffer.from(bytes)}`;
    const { category: found } = JSON.parse(json) as { readonly category: string | null };
    if (found !== name) return at(category, json, `category ${name}`);
  }
  return null;
}

function editionFault(index: AddressIndex): string | null {
  const { manifest } = index;
  if (manifest.options.asgs === undefined) return null;
  const edition = editionOf(manifest);
  const blocks = new Set(meshBlocksOf(index).flatMap(({ code }) => code || [])).size;
  if (edition === null) return blocks === 0 ? null : `asgs ${NO_EDITION}, expected the edition of its ${blocks} blocks`;
  if (!/^2\d{3}$/.test(edition)) return `asgs ${edition}, expected the year of an edition, or ${NO_EDITION}`;
  const years = (pattern: RegExp) => [
    ...new Set(manifest.sources.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])),
  ];
  for (const table of ['MB', 'ADDRESS_MESH_BLOCK']) {
    const found = years(new RegExp(`[A-Z]_${table}_(\\d{4})_psv\\.psv$`, 'i'));
    if (found.length > 0 && !found.includes(edition))
      return `asgs ${edition}, expected one of ${found.join(', ')}: its sources have no ${table}_${edition}`;
  }
  const allocated = years(/(?:^|[_/\\])mb_(\d{4})(?:_[a-z]+)?(?:_shp)?\.(?:csv|xlsx|dbf)$/i);
  const foreign = allocated.find((year) => year !== edition);
  return foreign === undefined
    ? null
    : `asgs ${edition}, expected ${foreign}, of which its sources have the allocation`;
}

function nestingFault(index: AddressIndex): string | null {
  const { boundarySet } = index.columns;
  const ofBlock = new Map<string, number>();
  const ofSa1 = new Map<string, number>();
  const blocks = meshBlocksOf(index);
  for (let set = 0; set < blocks.length; set++) {
    const { code, sa1 } = blocks[set];
    const sa2 = sa2In(boundarySet[set * SET_WORDS + SET.sa2AndBlock]);
    for (const [known, what, area] of [
      [ofBlock, 'mesh block', code || null],
      [ofSa1, 'SA1', sa1],
    ] as const) {
      if (area === null) continue;
      const other = known.get(area);
      if (other === undefined) known.set(area, sa2);
      else if (other !== sa2) return `set ${set}: ${what} ${area} in SA2 ${sa2}, expected ${other} as in a set before`;
    }
  }
  return null;
}

function blockFault(index: AddressIndex): string | null {
  const known = new Map<string, MeshBlock>();
  const blocks = meshBlocksOf(index);
  for (let set = 0; set < blocks.length; set++) {
    const { code, category, sa1 } = blocks[set];
    const other = known.get(code);
    if (other === undefined) known.set(code, blocks[set]);
    else if (other.category !== category || other.sa1 !== sa1)
      return (
        `set ${set}: mesh block ${code || 'none'} of category ${category} in SA1 ${sa1}, ` +
        `expected ${other.category} and ${other.sa1} as in a set before`
      );
  }
  return null;
}
