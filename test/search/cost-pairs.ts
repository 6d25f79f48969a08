import { join } from 'node:path';
import { writeMadeRelease } from './made-release.ts';
import type { Searches } from './sample.ts';

/** Made addresses, and a query that one of them answers better than another, unless a cost is far from right. */
export interface CostPair {
  /** The number of costs.ts that decides, and so many times of it turn the order. */
  readonly cost: string;
  readonly wrong: number;
  /** As made-release.ts takes them. */
  readonly addresses: readonly string[];
  readonly q: string;
  /** Whether it is typed: the first suggestion, not validate's match, is compared. */
  readonly typing: boolean;
  /** What is answered, as the release tells it. */
  readonly first: string;
}

/** Pairs of addresses whose order turns when a cost is wrong: `npm run perturb -- --pairs` makes it wrong. */
export const PAIRS: readonly CostPair[] = [
  {
    cost: 'COSTS.nameEdit',
    wrong: 3,
    addresses: ['8 LOMBRIC STREET | GARVALE QLD 4711', '8 LOMBREC STREET | MUNDLEA QLD 4719'],
    q: '8 Lombrec Street Garvale QLD 4711',
    typing: false,
    first: '8 LOMBRIC STREET | GARVALE QLD 4711',
  },
  {
    cost: 'COSTS.numberAcross',
    wrong: 1.5,
    addresses: ['10-14 NESTRAL STREET | PELWYN QLD 4731', '11A NESTRAL STREET | PELWYN QLD 4731'],
    q: '11 Nestral Street Pelwyn QLD 4731',
    typing: false,
    first: '10-14 NESTRAL STREET | PELWYN QLD 4731',
  },
  {
    cost: 'COSTS.numberSuffix',
    wrong: 0.6,
    addresses: ['10-14 NESTRAL STREET | PELWYN QLD 4731', '11A NESTRAL STREET | PELWYN QLD 4731'],
    q: '11 Nestral Street Pelwyn QLD 4731',
    typing: false,
    first: '10-14 NESTRAL STREET | PELWYN QLD 4731',
  },
  {
    cost: 'COSTS.otherType',
    wrong: 1.7,
    addresses: ['5 DRUMBEL STREET NORTH | HALVERN NSW 2751', '5 DRUMBEL ROAD EAST | HALVERN NSW 2751'],
    q: '5 Drumbel Road North Halvern NSW 2751',
    typing: false,
    first: '5 DRUMBEL STREET NORTH | HALVERN NSW 2751',
  },
  {
    cost: 'COSTS.otherSuffix',
    wrong: 0.6,
    addresses: ['5 DRUMBEL STREET NORTH | HALVERN NSW 2751', '5 DRUMBEL ROAD EAST | HALVERN NSW 2751'],
    q: '5 Drumbel Road North Halvern NSW 2751',
    typing: false,
    first: '5 DRUMBEL STREET NORTH | HALVERN NSW 2751',
  },
  {
    cost: 'COSTS.extraPart',
    wrong: 13,
    addresses: ['14 URSTON STREET NORTH | VANDEEN SA 5731', '14 URSTON ROAD | VANDEEN SA 5731'],
    q: '14 Urston Street Vandeen SA 5731',
    typing: false,
    first: '14 URSTON STREET NORTH | VANDEEN SA 5731',
  },
];

/** `COSTS.nameEdit × 3: 12 smiht st`. */
export function pairTitle({ cost, wrong, q }: CostPair): string {
  return `${cost} × ${wrong}: ${q}`;
}

/** Writes the release of all pairs below a folder. */
export function writePairs(folder: string): void {
  writeMadeRelease(join(folder, 'release'), [...new Set(PAIRS.flatMap(({ addresses }) => addresses))]);
}

/** What is answered to a pair's query, as the release tells it; null where nothing is. */
export function firstOf(searches: Searches, { q, typing }: CostPair): string | null {
  const head = typing ? searches.autocomplete(q).suggestions[0] : searches.validate(q).match;
  if (head == null) return null;
  return `${head.addressLabel} | ${head.localityName} ${head.state} ${head.postcode}`;
}
