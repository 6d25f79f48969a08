/** What a column's name says that it has. */
export type Role =
  | 'address'
  | 'building'
  | 'unit'
  | 'number'
  | 'street'
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
  unit: /^(?:unit|flat|suite|apartment|apt|level)(?:no|num|number)?$/,
  number: /^(?:street|house|st)?(?:no|num|number)$/,
  street: /^(?:street|road|streetname|streetaddress|roadname|addr(?:ess)?(?:line)?[2-4])$/,
  suburb:
    /^(?:suburb|city|town|locality|place|suburbname|localityname|towncity|citysuburb|suburbtown|suburborlocality)$/,
  state: /^(?:state|stateterritory|st|region|province|stateabbreviation)$/,
  postcode: /^(?:postcode|pcode|postalcode|zip|zipcode|pc|pcd)$/,
  lat: /^(?:lat|latitude|y|latitudedeg|geolat|gpslat)$/,
  lon: /^(?:lon|lng|long|longitude|x|geolon|geolng|gpslon|gpslng|gpslong)$/,
  id: /^(?:id|gnafpid|gnafid|addressid|addressdetailpid|pid|matchid|gnaf)$/,
};

/** What a column's name says that it has, or null. */
export function roleOf(name: string): Role | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return (Object.keys(NAMES) as Role[]).find((role) => NAMES[role].test(plain)) ?? null;
}
