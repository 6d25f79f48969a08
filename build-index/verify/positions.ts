import { BUILDING_ROW } from '../../src/index/building-row.ts';
import { POSTING_ROW } from '../../src/index/posting-row.ts';
import type { SectionName } from '../../src/index/sections.ts';
import { RANGE_ROW } from '../../src/index/street-record.ts';
import { UNIT_ROW } from '../../src/index/unit-row.ts';
import { at, type Check } from './check.ts';

/** CSR columns and what they are positions in; and of how many elements a row of that has, where it is more than one. */
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
  ['placeCellStart', 'placeCell'],
  ['streetBestStart', 'streetBest', POSTING_ROW],
  ['localityBestStart', 'localityBest', POSTING_ROW],
  ['streetRangeStart', 'streetRange', RANGE_ROW],
  ['rareStart', 'rareStreet'],
  ['compoundStart', 'compoundStreet'],
  ['multiUnitStart', 'multiUnitStreet'],
  ['unitPostingStart', 'unitPosting', UNIT_ROW],
  ['buildingKeyStart', 'buildingKey'],
  ['buildingWordStart', 'buildingWord'],
  ['lexiconWordStart', 'lexiconWord'],
  ['buildingStart', 'buildingAddress', BUILDING_ROW],
  ['lexiconKeyStart', 'lexiconKey'],
  ['lexiconStart', 'lexiconMeaning'],
] as const satisfies readonly (readonly [SectionName, SectionName, number?])[];

/** Every CSR column begins at 0, never falls, and ends where what it points into ends. */
export const POSITION_CHECKS: readonly Check[] = STARTS.map(([section, values, words = 1]) => ({
  section,
  holds: `it rises from 0 to the length of ${values}${words === 1 ? '' : ' in rows'}`,
  find({ columns }) {
    const start = columns[section];
    const last = start.length - 1;
    if (start[0] !== 0) return at(0, start[0], 0);
    for (let i = 1; i <= last; i++) if (start[i] < start[i - 1]) return at(i, start[i], `at least ${start[i - 1]}`);
    const expected = columns[values].length / words;
    return start[last] === expected ? null : at(last, start[last], `${expected}, the length of ${values}`);
  },
}));
