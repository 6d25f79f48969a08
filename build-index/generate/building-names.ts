import type { Random } from './random.ts';
import { inventName } from './street-names.ts';

const HOUSES = 'HOUSE COURT LODGE MANSIONS VILLAS GARDENS CHAMBERS PLACE'.split(' ');
const TOWERS = ['TOWER', 'APARTMENTS', 'RESIDENCES', 'CENTRE', 'PLAZA', 'ON THE PARK', 'GRAND', 'CONDOS'];
const PUBLIC = [
  'PRIMARY SCHOOL',
  'PUBLIC SCHOOL',
  'HIGH SCHOOL',
  'MEMORIAL HALL',
  'BOAT CLUB',
  'ANGLING CLUB',
  'RECREATION RESERVE',
  'CARAVAN PARK',
  'COMMUNITY CENTRE',
  "MEN'S SHED",
  'BOWLING CLUB',
  'DISTRICT HOSPITAL',
  'HOTEL',
  'RAILWAY STATION',
];
const FARMS = ['PARK', 'STATION', 'DOWNS', 'FARM', 'VALE', 'ESTATE', 'HOMESTEAD', 'WINERY'];
const VILLAGES = ['RETIREMENT VILLAGE', 'LIFESTYLE VILLAGE', 'AGED CARE', 'GARDENS VILLAGE', 'HOLIDAY PARK'];
const SHOPS = ['SHOPPING CENTRE', 'PLAZA', 'MARKETPLACE', 'HOMEMAKER CENTRE', 'BUSINESS PARK', 'ARCADE'];

/** The kind of place that a name is for. */
export type BuildingKind = 'house' | 'tower' | 'public' | 'farm' | 'village' | 'shops';

const ENDINGS: Readonly<Record<BuildingKind, readonly string[]>> = {
  house: HOUSES,
  tower: TOWERS,
  public: PUBLIC,
  farm: FARMS,
  village: VILLAGES,
  shops: SHOPS,
};

/** A BUILDING_NAME or ADDRESS_SITE_NAME; public places are mostly called after their locality. */
export function buildingName(kind: BuildingKind, locality: string, random: Random): string {
  const roll = random.fraction();
  if (kind === 'tower' && roll < 0.12) return `THE ${inventName(random)}`;
  if (kind === 'village' && roll < 0.1) return `CAMPSITE ${random.between(1, 90)}`;
  const start =
    kind === 'public' ? (roll < 0.7 ? locality : inventName(random)) : roll < 0.15 ? locality : inventName(random);
  return `${start} ${random.pick(ENDINGS[kind])}`;
}
