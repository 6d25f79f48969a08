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
  {
    cost: 'COSTS.localityEdit',
    wrong: 1.3,
    addresses: ['8 VESTRIN STREET | HALMORE QLD 4801', '8 VESTRON STREET | HALMORA QLD 4803'],
    q: '8 Vestrin Street Halmora QLD',
    typing: false,
    first: '8 VESTRIN STREET | HALMORE QLD 4801',
  },
  {
    cost: 'COSTS.otherLot',
    wrong: 0.4,
    addresses: ['LOT 7 DERRINGO ROAD | ELMWICK QLD 4745', 'LOT 5 DERRINGA ROAD | ELMWICK QLD 4745'],
    q: 'Lot 5 Derringo Road Elmwick QLD 4745',
    typing: false,
    first: 'LOT 5 DERRINGA ROAD | ELMWICK QLD 4745',
  },
  {
    cost: 'COSTS.unitType',
    wrong: 3,
    addresses: ['SHOP 3, 12 HALSTOW STREET | GREMLEY QLD 4747', 'UNIT 3, 10-14 HALSTOW STREET | GREMLEY QLD 4747'],
    q: 'Unit 3, 12 Halstow Street Gremley QLD 4747',
    typing: false,
    first: 'SHOP 3, 12 HALSTOW STREET | GREMLEY QLD 4747',
  },
  {
    cost: 'COSTS.numberInRange',
    wrong: 0.4,
    addresses: ['SHOP 3, 12 HALSTOW STREET | GREMLEY QLD 4747', 'UNIT 3, 10-14 HALSTOW STREET | GREMLEY QLD 4747'],
    q: 'Unit 3, 12 Halstow Street Gremley QLD 4747',
    typing: false,
    first: 'SHOP 3, 12 HALSTOW STREET | GREMLEY QLD 4747',
  },
  {
    cost: 'COSTS.noLevel',
    wrong: 0.5,
    addresses: [
      'UNIT 3, LEVEL 5, 12 BRASKIN STREET | INGLOW QLD 4749',
      'UNIT 3, LEVEL 2, 10-14 BRASKIN STREET | INGLOW QLD 4749',
    ],
    q: 'Unit 3, Level 2, 12 Braskin Street Inglow QLD 4749',
    typing: false,
    first: 'UNIT 3, LEVEL 2, 10-14 BRASKIN STREET | INGLOW QLD 4749',
  },
  {
    cost: 'COSTS.levelLeftOut',
    wrong: 5,
    addresses: [
      'UNIT 3, 12 CRESPIN STREET | JUNDLE QLD 4750',
      'UNIT 3, LEVEL 2, 10-14 CRESPIN STREET | JUNDLE QLD 4750',
    ],
    q: 'Unit 3, Level 2, 12 Crespin Street Jundle QLD 4750',
    typing: false,
    first: 'UNIT 3, 12 CRESPIN STREET | JUNDLE QLD 4750',
  },
  {
    cost: 'COSTS.localityPrefix',
    wrong: 2,
    addresses: ['8 CORLINDE STREET | MARVOLA QLD 4752', '8 CORLINDE STREET NORTH | MARVO QLD 4753'],
    q: '8 Corlinde Street Marvo',
    typing: true,
    first: '8 CORLINDE STREET | MARVOLA QLD 4752',
  },
  {
    cost: 'COSTS.localityOther',
    wrong: 0.1,
    addresses: [
      '8 WENDIPAR STREET | NARCOTE QLD 4756',
      '3 YELLAND ROAD | ORVIS QLD 4757',
      '40 WENDIPAR STREET | POLDEN QLD 4758',
    ],
    q: '8 Wendipar Street Polden QLD',
    typing: false,
    first: '40 WENDIPAR STREET | POLDEN QLD 4758',
  },
  {
    cost: 'COSTS.elsewhere',
    wrong: 0,
    addresses: [
      '8 OLTRAM STREET | NEWLA QLD 4790',
      '3 GEBLER ROAD | STRINEY QLD 4791',
      '40 OLTRAM STREET | PARDON QLD 4792',
    ],
    q: '8 Oltram Street Pardon QLD',
    typing: false,
    first: '40 OLTRAM STREET | PARDON QLD 4792',
  },
  {
    cost: 'COSTS.otherPostcode',
    wrong: 1.5,
    addresses: ['8 JUNCALVO STREET | QUELDON QLD 4759', '8 JUNCALVO STREET | RASTEL QLD 4760'],
    q: '8 Juncalvo Street Queldon QLD 4760',
    typing: false,
    first: '8 JUNCALVO STREET | QUELDON QLD 4759',
  },
  {
    cost: 'COSTS.postcodeOfLocality',
    wrong: 5,
    addresses: ['8 XANDOREL STREET | SORVEN QLD 4761', '8 XANDOREL STREET NORTH | SORVEN QLD 4762'],
    q: '8 Xandorel Street Sorven QLD 4762',
    typing: false,
    first: '8 XANDOREL STREET | SORVEN QLD 4761',
  },
  {
    cost: 'COSTS.otherState',
    wrong: 0.5,
    addresses: ['8 PELGRINTO STREET | TOLVANE QLD 4763', '8 PELGRINTA STREET | TOLVANE NSW 2763'],
    q: '8 Pelgrinto Street Tolvane NSW',
    typing: false,
    first: '8 PELGRINTA STREET | TOLVANE NSW 2763',
  },
  {
    cost: 'COSTS.gapBeforeStreet',
    wrong: 10,
    addresses: ['14 QUENDALE STREET | VORSLEY QLD 4765', '14 ZAMBRIC ROAD | VORSLEY QLD 4765'],
    q: '14 Zambric Quendale Street Vorsley QLD 4765',
    typing: false,
    first: '14 QUENDALE STREET | VORSLEY QLD 4765',
  },
  {
    cost: 'COSTS.suffixFirst',
    wrong: 0.6,
    addresses: ['12 ASCUTLEY STREET NORTH | WEXLOW QLD 4766', '12 NORTH ASCUTLEY STREET EAST | WEXLOW QLD 4766'],
    q: '12 North Ascutley Street Wexlow QLD 4766',
    typing: false,
    first: '12 NORTH ASCUTLEY STREET EAST | WEXLOW QLD 4766',
  },
  {
    cost: 'COSTS.postcodeOfOtherState',
    wrong: 0.6,
    addresses: ['8 DURVALE STREET | ZELLAND QLD 4768', '8 DURVALE STREET NORTH | ZELLAND NSW 2768'],
    q: '8 Durvale Street Zelland QLD 2768',
    typing: false,
    first: '8 DURVALE STREET NORTH | ZELLAND NSW 2768',
  },
  {
    cost: 'COSTS.strictNumbers',
    wrong: 0.6,
    addresses: ['12A KELDRAN ROAD | IXBURY QLD 4777', '12 A KELDRAN ROAD | IXBURY QLD 4777'],
    q: '12 A Keldran Road Ixbury QLD 4777',
    typing: false,
    first: '12 A KELDRAN ROAD | IXBURY QLD 4777',
  },
  {
    cost: 'COSTS.numberOther',
    wrong: 0.2,
    addresses: ['15 SOTTERNO STREET | DAVENSEA QLD 4744', '11 SOTTERNA STREET | DAVENSEA QLD 4744'],
    q: '11 Sotterno Street Davensea QLD 4744',
    typing: false,
    first: '11 SOTTERNA STREET | DAVENSEA QLD 4744',
  },
  {
    cost: 'COSTS.localityNeighbour',
    wrong: 0.5,
    addresses: ['8 TESKOVAR STREET | KENNOCK QLD 4754', '8 TESKOVIR STREET | LUMBRY QLD 4755'],
    q: '8 Teskovar Street Lumbry QLD',
    typing: false,
    first: '8 TESKOVIR STREET | LUMBRY QLD 4755',
  },
  {
    cost: 'COSTS.joinedType',
    wrong: 1.5,
    addresses: ['8 QUORRAN STREET | UMBEL QLD 4764', '8 QUORRANTREET AVENUE | UMBEL QLD 4764'],
    q: '8 Quorranstreet Umbel QLD 4764',
    typing: false,
    first: '8 QUORRAN STREET | UMBEL QLD 4764',
  },
  {
    cost: 'COSTS.numberInPlace',
    wrong: 5,
    addresses: ['10 LARBERT ROAD | JANDORIL QLD 4778', '10 JANDORAL STREET | KOLMAR QLD 4779'],
    q: '10 Jandoril',
    typing: true,
    first: '10 LARBERT ROAD | JANDORIL QLD 4778',
  },
  {
    cost: 'COSTS.suburbFirst',
    wrong: 2,
    addresses: ['10 OSLER STREET | TARVENBURY QLD 4782', '10 TARVENBURY OSLER STREET NORTH | MOSSLOW QLD 4783'],
    // Typed: validate does not look for a street in no place once one is in the place given.
    q: '10 Tarvenbury Osler Street',
    typing: true,
    first: '10 OSLER STREET | TARVENBURY QLD 4782',
  },
  {
    cost: 'COSTS.unmatchedWord',
    wrong: 0.2,
    addresses: ['8 TARVELLO STREET | OSCOMBE QLD 4741', '8 TARVELLO QUOLDET STREET | OSCOMBE QLD 4741'],
    q: '8 Tarvello Quollat Street Oscombe QLD 4741',
    typing: false,
    first: '8 TARVELLO QUOLDET STREET | OSCOMBE QLD 4741',
  },
  {
    cost: 'COSTS.laterReading',
    wrong: 1.5,
    addresses: ['UNIT 12, 14 JESMONDE ROAD | HALVOR QLD 4776', '12-18 JESMONDE ROAD | HALVOR QLD 4776'],
    q: '12-14 Jesmonde Road Halvor QLD 4776',
    typing: false,
    first: 'UNIT 12, 14 JESMONDE ROAD | HALVOR QLD 4776',
  },
  {
    cost: 'COSTS.numberPrefix',
    wrong: 0.5,
    addresses: ['10015-10019 OLVANE STREET | BRUNTLEY QLD 4742', '100170 OLVANE STREET | BRUNTLEY QLD 4742'],
    // Five digits: the answers to fewer are in the index.
    q: '10017',
    typing: true,
    first: '10015-10019 OLVANE STREET | BRUNTLEY QLD 4742',
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
