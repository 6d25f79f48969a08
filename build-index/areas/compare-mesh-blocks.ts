import type { MeshBlockTable } from './abs-mesh-blocks.ts';

/**
 * In how many mesh blocks two tables of one edition differ, as a sentence's middle; null where they say the same.
 * O(their mesh blocks).
 */
export function meshBlockDifferences(abs: MeshBlockTable, boundaries: MeshBlockTable): string | null {
  let onlyAbs = 0;
  let category = 0;
  let areas = 0;
  for (const [code, block] of abs.meshBlocks) {
    const other = boundaries.meshBlocks.get(code);
    if (other === undefined) {
      onlyAbs++;
      continue;
    }
    if (abs.categories[abs.category[block]] !== boundaries.categories[boundaries.category[other]]) category++;
    if (!sameAreas(abs, abs.sa1OfMeshBlock[block], boundaries, boundaries.sa1OfMeshBlock[other])) areas++;
  }
  const onlyBoundaries = boundaries.codes.length - (abs.codes.length - onlyAbs);
  const counts: readonly [number, string][] = [
    [onlyAbs, 'only in the ABS file'],
    [onlyBoundaries, 'only in the boundaries'],
    [category, 'of another category'],
    [areas, 'in other areas'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return parts.length === 0 ? null : parts.join(', ');
}

function sameAreas(a: MeshBlockTable, sa1OfA: number, b: MeshBlockTable, sa1OfB: number): boolean {
  if (a.sa1[sa1OfA] !== b.sa1[sa1OfB]) return false;
  const [x, y] = [a.sa2OfSa1[sa1OfA], b.sa2OfSa1[sa1OfB]];
  const [p, q] = [a.sa3OfSa2[x], b.sa3OfSa2[y]];
  const [s, t] = [a.sa4OfSa3[p], b.sa4OfSa3[q]];
  return (
    same(a.sa2[x], b.sa2[y]) &&
    same(a.sa3[p], b.sa3[q]) &&
    same(a.sa4[s], b.sa4[t]) &&
    same(a.gccsa[a.gccsaOfSa4[s]], b.gccsa[b.gccsaOfSa4[t]])
  );
}

function same(
  a: { readonly name: string; readonly code: string },
  b: { readonly name: string; readonly code: string },
) {
  return a.code === b.code && a.name === b.name;
}
