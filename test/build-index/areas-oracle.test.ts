import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type AbsAllocation, loadAllocation } from '../../build-index/areas/abs.ts';
import { type BoundaryLayers, loadBoundaries } from '../../build-index/areas/boundaries.ts';
import type { BoundaryLayer } from '../../build-index/areas/boundary-layer.ts';

const sample = fileURLToPath(new URL('../../../shared/gnaf/vic-sample/', import.meta.url));
const standard = `${sample}G-NAF/G-NAF FEBRUARY 2026/Standard/`;

/** Rows of a table of the sample, by column name. */
function rows(table: string): Record<string, string>[] {
  const [header, ...lines] = readFileSync(`${standard}VIC_${table}_psv.psv`, 'utf8').trim().split('\r\n');
  const columns = header.split('|');
  return lines.map((line) => Object.fromEntries(line.split('|').map((field, i) => [columns[i], field])));
}

function areaAt(layer: BoundaryLayer, lon: number, lat: number): { name: string; code: string } | null {
  const area = layer.locate(lon, lat);
  return area === -1 ? null : layer.areas[area];
}

/** The boundaries of one address as Enrich serves them, from its main geocode and its mesh block. */
function boundariesOf(abs: AbsAllocation, layers: BoundaryLayers, lon: number, lat: number, meshBlock: string) {
  const block = abs.meshBlocks.get(meshBlock)!;
  const sa1 = abs.sa1OfMeshBlock[block];
  const sa2 = abs.sa2OfSa1[sa1];
  const sa3 = abs.sa3OfSa2[sa2];
  const sa4 = abs.sa4OfSa3[sa3];
  const ward = areaAt(layers.ward, lon, lat);
  return {
    lga: areaAt(layers.lga, lon, lat),
    ward: ward === null ? null : { name: ward.name },
    // The oracle has the electorates' names only.
    stateElectorate: { name: areaAt(layers.stateElectorate, lon, lat)?.name },
    commonwealthElectorate: { name: areaAt(layers.commonwealthElectorate, lon, lat)?.name },
    meshBlock: { code: abs.codes[block], category: abs.categories[abs.category[block]] },
    sa1: abs.sa1[sa1],
    sa2: abs.sa2[sa2],
    sa3: abs.sa3[sa3],
    sa4: abs.sa4[sa4],
    gccsa: abs.gccsa[abs.gccsaOfSa4[sa4]],
  };
}

describe.skipIf(!existsSync(sample))(`the areas of the real Victorian addresses (needs ${sample})`, () => {
  it('are those of an independent implementation for every address it has, and known for all the others', async () => {
    const warnings: string[] = [];
    const abs = await loadAllocation({ abs: `${sample}abs`, boundaries: null, edition: 2021 }, (message) =>
      warnings.push(message),
    );
    const layers = await loadBoundaries(`${sample}admin-bdys`, (message) => warnings.push(message), '20260228');
    const blockCodes = new Map(rows('MB_2021').map((row) => [row.MB_2021_PID, row.MB_2021_CODE]));
    const blocks = new Map(
      rows('ADDRESS_MESH_BLOCK_2021').map((row) => [row.ADDRESS_DETAIL_PID, blockCodes.get(row.MB_2021_PID)!]),
    );
    const found = new Map(
      rows('ADDRESS_DEFAULT_GEOCODE').map((row) => {
        const pid = row.ADDRESS_DETAIL_PID;
        return [pid, boundariesOf(abs, layers, Number(row.LONGITUDE), Number(row.LATITUDE), blocks.get(pid)!)];
      }),
    );
    const documents = readFileSync(`${sample}expected/enrich.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; boundaries: unknown });

    expect(documents).toHaveLength(236);
    for (const { id, boundaries } of documents) expect({ id, boundaries: found.get(id) }).toEqual({ id, boundaries });
    for (const boundaries of found.values())
      expect(boundaries).toMatchObject({
        lga: { name: expect.any(String), code: expect.stringMatching(/^lga/) },
        stateElectorate: { name: expect.any(String) },
        commonwealthElectorate: { name: expect.any(String) },
      });
    expect(found.size).toBeGreaterThanOrEqual(451);
    expect(warnings).toEqual([]);
  });
});
