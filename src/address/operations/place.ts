import { boundarySetOf, postcodeOf } from '../index/address-record.ts';
import { lowerArea, packAreas, packBlock, SET, SET_WORDS, sa2In, upperArea } from '../index/boundary-set.ts';
import { bytesOf } from '../index/bytes.ts';
import { nearestAnywhere } from '../index/kd-nearest.ts';
import { localityDetailsOf, localityJsonOf } from '../index/locality-answer.ts';
import type { AddressIndex } from '../index/open.ts';
import { NO_AREA, NO_POSTCODE } from '../index/sections.ts';
import { localityOf } from '../index/street-answer.ts';
import { writeAreas } from './boundaries.ts';
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
  const areas = new Uint32Array(SET_WORDS);
  let postcode = NO_POSTCODE;
  for (let i = 0; i < found; i++) {
    if (localityOf(index, streets[i]) !== locality) {
      out.write(NO_PLACE);
      return;
    }
    const at = boundarySetOf(index, ordinals[i]) * SET_WORDS;
    const its = index.columns.boundarySet.subarray(at, at + SET_WORDS);
    if (i === 0) areas.set(its);
    else keepShared(areas, its);
    const own = postcodeOf(index, ordinals[i], locality);
    postcode = i === 0 || postcode === own ? own : NO_POSTCODE;
  }
  if (found === 0) {
    out.write(NO_PLACE);
    return;
  }
  out.write(PLACE);
  out.raw(index.bytes.localityJson, localityJsonOf(index, locality), localityDetailsOf(index, locality));
  out.write(POSTCODE);
  writePostcode(out, postcode);
  out.write(BOUNDARIES);
  writeAreas(index, out, areas, bytesOf(areas.buffer), 0, false);
  out.write(DISTANCE);
  writeTenths(out, metres[0]);
  out.character(CLOSE);
}

/** Keeps of the areas of a set those that another set has too. */
function keepShared(set: Uint32Array, other: Uint32Array): void {
  for (const word of [SET.lgaAndWard, SET.electorates]) {
    const [a, b] = [set[word], other[word]];
    set[word] = packAreas(
      lowerArea(a) === lowerArea(b) ? lowerArea(a) : NO_AREA,
      upperArea(a) === upperArea(b) ? upperArea(a) : NO_AREA,
    );
  }
  const [a, b] = [set[SET.sa2AndBlock], other[SET.sa2AndBlock]];
  const sa2 = sa2In(a) === sa2In(b) ? sa2In(a) : NO_AREA;
  const isOfOneBlock = set.every((text, word) => word < SET.blockText || text === other[word]);
  set[SET.sa2AndBlock] = isOfOneBlock ? a - sa2In(a) + sa2 : packBlock(sa2, 0, 0, 0);
}
