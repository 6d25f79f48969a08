import type { SectionName } from '../../src/index/sections.ts';
import { at, type Check } from './check.ts';

/** CSR columns and what they are positions in. */
const STARTS = [
  ['textStart', 'text'],
  ['localityStreetStart', 'streetName'],
  ['localityJsonStart', 'localityJson'],
  ['localityPostcodeStart', 'localityPostcode'],
  ['localityNeighbourStart', 'localityNeighbour'],
  ['localityAliasStart', 'localityAlias'],
  ['postcodeStart', 'postcodeLocality'],
  ['postcodeJsonStart', 'postcodeJson'],
  ['placeStart', 'placeLocality'],
  ['streetAddressStart', 'addressNumber'],
  ['streetAliasStart', 'streetAlias'],
  ['numberTextStart', 'numberText'],
  ['parcelTemplateStart', 'parcelTemplate'],
  ['areaStart', 'area'],
  ['sa2Start', 'sa2'],
  ['meshBlockJsonStart', 'meshBlockJson'],
  ['streetEntryStart', 'streetEntryPosting'],
  ['streetKeyStart', 'streetKey'],
  ['localityEntryStart', 'localityEntryPosting'],
  ['localityKeyStart', 'localityKey'],
  ['streetNearStart', 'streetNear'],
  ['localityNearStart', 'localityNear'],
  ['localityLargestStart', 'localityLargest'],
  ['streetBestStart', 'streetBest'],
  ['localityBestStart', 'localityBest'],
  ['streetRangeStart', 'streetRange'],
  ['rareStart', 'rareStreet'],
  ['compoundStart', 'compoundStreet'],
  ['multiUnitStart', 'multiUnitStreet'],
  ['buildingKeyStart', 'buildingKey'],
  ['buildingWordStart', 'buildingWord'],
  ['lexiconWordStart', 'lexiconWord'],
  ['buildingStart', 'buildingAddress'],
  ['lexiconKeyStart', 'lexiconKey'],
  ['lexiconStart', 'lexiconMeaning'],
] as const satisfies readonly (readonly [SectionName, SectionName])[];

/** Every CSR column begins at 0, never falls, and ends where what it points into ends. */
export const POSITION_CHECKS: readonly Check[] = STARTS.map(([section, values]) => ({
  section,
  holds: `it rises from 0 to the length of ${values}`,
  find({ columns }) {
    const start = columns[section];
    const last = start.length - 1;
    if (start[0] !== 0) return at(0, start[0], 0);
    for (let i = 1; i <= last; i++) if (start[i] < start[i - 1]) return at(i, start[i], `at least ${start[i - 1]}`);
    const expected = columns[values].length;
    return start[last] === expected ? null : at(last, start[last], `${expected}, the length of ${values}`);
  },
}));
