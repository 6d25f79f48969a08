/** What a column's name says that it has. */
export type Role =
  | 'address'
  | 'building'
  | 'unit'
  | 'level'
  | 'number'
  | 'street'
  | 'type'
  | 'suburb'
  | 'state'
  | 'postcode'
  | 'lat'
  | 'lon'
  | 'id';

/** Names of columns, without signs and in lower case, by what they have. */
const NAMES: Readonly<Record<Role, RegExp>> = {
  address:
    /^(?:full|whole|complete|mailing|postal|site|property|delivery|residential|home|customer|street|physical)?addr(?:ess)?(?:full|string|text|line|label|1|line1)?$/,
  building: /^(?:building|property|complex|site)(?:name)?$/,
  unit: /^(?:(?:unit|flat|suite|shop|apartment|apt)+|subdwelling)(?:no|nr|num|number)?$/,
  level: /^(?:level|floor|lvl)(?:no|nr|num|number)?$/,
  number: /^(?:street|house|st|road|rd)?(?:no|nr|num|number)(?:first)?$/,
  street: /^(?:street|road|st(?:reet)?name|streetaddress|r(?:oa)?dname|thoroughfare|addr(?:ess)?(?:line)?[2-4])$/,
  type: /^(?:street|st|road|rd)(?:type|suffix)$/,
  suburb:
    /^(?:suburb|city|town|township|locality|place|suburbname|townname|cityname|localityname|towncity|citytown|citysuburb|suburbcity|suburbtown|townsuburb|suburbor(?:locality|town))$/,
  state: /^(?:state|stateterritory|st|region|province|stateabbreviation|statecode)$/,
  postcode: /^(?:postcode|pcode|postcd|postalcode|zip|zipcode|pc|pcd)$/,
  lat: /^(?:lat|latitude|y|latitudedeg|geolat|gpslat)$/,
  lon: /^(?:lon|lng|long|longitude|x|geolon|geolng|gpslon|gpslng|gpslong)$/,
  id: /^(?:id|gnafpid|gnafid|addressid|addressdetailpid|pid|matchid|gnaf)$/,
};

/** The title of the group that a column is in; empty for none. */
export function groupOf(name: string): string {
  const at = name.lastIndexOf(' / ');
  return at < 0 ? '' : name.slice(0, at);
}

/** What a column's name says that it has, or null: in a group of columns, by its own name. */
export function roleOf(name: string): Role | null {
  const group = groupOf(name);
  const plain = plainName(group === '' ? name : name.slice(group.length));
  return (Object.keys(NAMES) as Role[]).find((role) => NAMES[role].test(plain)) ?? null;
}

/** Words of a column's name that tell of a unit, a level or a number, and those that tell of something else about it. */
const NUMBERED = /^(?:unit|flat|apartment|apt|suite|shop|villa|townhouse|level|floor|lvl|house)$/;
const MEASURED = /^(?:area|cost|count|measure|price|quantity|qty|rate|sales|size|total|type|value|year)$/;

/** Whether a column's name has a word such as `unit` in it: of a part of an address, unless its cells say otherwise. */
export function isNamedLikePart(name: string): boolean {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => NUMBERED.test(word)) && !words.some((word) => MEASURED.test(word));
}

/** The type of the units in a column that is named for one (`Shop no`): `SHOP`; `UNIT` for any other name. */
export function unitTypeOf(name: string): string {
  return /^(shop|suite|flat|apartment)(?:no|nr|num|number)?$/.exec(plainName(name))?.[1].toUpperCase() ?? 'UNIT';
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
