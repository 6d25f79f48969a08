import { STATE_ORDER } from '../../src/address/index/sections.ts';
import type { AbsAllocation } from '../areas/abs.ts';
import type { MeshBlocks } from './mesh-blocks.ts';
import type { Order } from './order.ts';

/** The least share of addresses that lie in a mesh block of the allocation: of a state's, and of an index's. */
export const LEAST_COVERAGE = 0.99;
const MOST_CODES = 5;

/**
 * One sentence for every state of whose addresses fewer than 99 % lie in a mesh block that the allocation knows: the
 * counts, the edition and five codes that were not found. O(addresses).
 */
export function coverageGaps(meshBlocks: MeshBlocks, allocation: AbsAllocation, order: Order): string[] {
  const isKnown = Uint8Array.from(meshBlocks.codes, (code) => (allocation.meshBlocks.has(code) ? 1 : 0));
  const all = new Float64Array(STATE_ORDER.length);
  const known = new Float64Array(STATE_ORDER.length);
  const without = new Float64Array(STATE_ORDER.length);
  const codes = STATE_ORDER.map(() => new Set<string>());
  for (let street = 0; street < order.streetPid.length; street++) {
    const state = order.localities[order.streetLocality[street]].state;
    for (let ordinal = order.streetStart[street]; ordinal < order.streetStart[street + 1]; ordinal++) {
      const block = meshBlocks.of[order.addressPid[ordinal]];
      all[state]++;
      if (block === 0) without[state]++;
      else if (isKnown[block] === 1) known[state]++;
      else if (codes[state].size < MOST_CODES) codes[state].add(meshBlocks.codes[block]);
    }
  }
  return STATE_ORDER.flatMap((name, state) => {
    if (known[state] >= all[state] * LEAST_COVERAGE) return [];
    const share = ((100 * known[state]) / all[state]).toFixed(2);
    const unknown = all[state] - known[state] - without[state];
    const found = codes[state].size === 0 ? '' : `, such as ${[...codes[state]].join(', ')}`;
    return [
      `${name}: ${known[state]} of ${all[state]} addresses (${share} %) lie in a mesh block of the allocation of edition ${allocation.edition}, expected 99 %; ${without[state]} have no mesh block, ${unknown} one that it does not have${found}`,
    ];
  });
}
