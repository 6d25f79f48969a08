import { Random } from '../../build-index/generate/random.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { addressAt, oneLine } from '../../src/match/lookup/address.ts';

/** `count` addresses of an index, drawn by seed, in one line as people write them on envelopes. */
export function* labelledAddresses(index: AddressIndex, count: number, seed: number): Generator<{ q: string }> {
  const random = new Random(seed, 'labelled');
  for (let i = 0; i < count; i++) {
    yield { q: oneLine(addressAt(index, random.below(index.manifest.addresses))) };
  }
}
