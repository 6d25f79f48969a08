import { boundarySetOf, postcodeOf } from '../index/address-record.ts';
import { nearestAnywhere } from '../index/kd-nearest.ts';
import { localityDetailsOf, localityJsonOf } from '../index/locality-answer.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_AREA, NO_POSTCODE } from '../index/sections.ts';
import { localityOf } from '../index/street-answer.ts';
import { type Areas, areasOf, writeAreas } from './boundaries.ts';
import { fragment, type JsonBytes } from './json-bytes.ts';
import { writePostcode } from './standard-record.ts';
import { writeTenths } from './write-text.ts';

/** How many of the nearest addresses have to agree. */
const ASKED = 5;

const NO_PLACE = fragment(',"place":null');
const PLACE = fragment(',"place":{');
const POSTCODE = fragment(',"postcode":');
const BOUNDARIES = fragment(',"boundaries":');
const DISTANCE = fragment(',"distance_m":');
const CLOSE = 0x7d;

/**
 * Writes the member `place` after a comma (§12.14): the locality that the nearest addresses share, with each of the areas that all of them lie in;
 * `null` where they are of several localities, or there are none.
 */
export function writePlace(index: AddressIndex, out: JsonBytes, lat: number, lon: number): void {
  const { ordinals, streets, metres, found } = nearestAnywhere(index, lat, lon, ASKED);
  const locality = found === 0 ? -1 : localityOf(index, streets[0]);
  let areas: Areas | null = null;
  let postcode = NO_POSTCODE;
  for (let i = 0; i < found; i++) {
    if (localityOf(index, streets[i]) !== locality) {
      out.write(NO_PLACE);
      return;
    }
    const its = areasOf(index, boundarySetOf(index, ordinals[i]));
    const own = postcodeOf(index, ordinals[i], locality);
    postcode = i === 0 || postcode === own ? own : NO_POSTCODE;
    areas = areas === null ? its : shared(areas, its);
  }
  if (areas === null) {
    out.write(NO_PLACE);
    return;
  }
  out.write(PLACE);
  out.raw(index.bytes.localityJson, localityJsonOf(index, locality), localityDetailsOf(index, locality));
  out.write(POSTCODE);
  writePostcode(out, postcode);
  out.write(BOUNDARIES);
  writeAreas(index, out, areas, false);
  out.write(DISTANCE);
  writeTenths(out, metres[0]);
  out.character(CLOSE);
}

/** The areas that two addresses share. */
function shared(a: Areas, b: Areas): Areas {
  const both = (one: number, other: number, none: number) => (one === other ? one : none);
  return {
    lga: both(a.lga, b.lga, NO_AREA),
    ward: both(a.ward, b.ward, NO_AREA),
    stateElectorate: both(a.stateElectorate, b.stateElectorate, NO_AREA),
    commonwealthElectorate: both(a.commonwealthElectorate, b.commonwealthElectorate, NO_AREA),
    meshBlock: both(a.meshBlock, b.meshBlock, 0),
    sa2: both(a.sa2, b.sa2, NO_AREA),
  };
}
