import { latOf, lonOf } from '../../src/index/address.ts';
import { HAS_GEOCODE, IS_ALIAS } from '../../src/index/address-flags.ts';
import { codesOf, postcodeIn } from '../../src/index/address-record.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { eachCell, PLACE_CELLS } from '../../src/index/place-cells.ts';
import { NO_POSTCODE, STATE_ORDER } from '../../src/index/sections.ts';
import { textOf } from '../../src/index/text.ts';
import { AUSTRALIA } from '../compile/build.ts';
import { eachAddress } from './addresses-of.ts';
import { at, type Check, firstDifference } from './check.ts';
import { compareTexts, fragment } from './text-order.ts';

const HIGHEST_POSTCODE = 9999;

/** Localities: order, context, postcodes, counts, boxes. */
export const LOCALITY_CHECKS: readonly Check[] = [
  {
    section: 'localityName',
    holds: 'localities are in the order of state, name, id',
    find(index) {
      const { localityState, localityName, localityId } = index.columns;
      for (let i = 1; i < localityName.length; i++) {
        const order =
          localityState[i - 1] - localityState[i] ||
          compareTexts(index, localityName[i - 1], localityName[i]) ||
          compareTexts(index, localityId[i - 1], localityId[i]);
        if (order >= 0) return at(i, named(index, i), `one after ${named(index, i - 1)}`);
      }
      return null;
    },
  },
  {
    section: 'localityStreetStart',
    holds: 'its runs hold the streets of each locality',
    find({ columns: { localityStreetStart, streetLocality } }) {
      for (let locality = 0; locality + 1 < localityStreetStart.length; locality++)
        for (let street = localityStreetStart[locality]; street < localityStreetStart[locality + 1]; street++)
          if (streetLocality[street] !== locality)
            return at(locality, `street ${street} of locality ${streetLocality[street]}`, `streets of ${locality}`);
      return null;
    },
  },
  {
    section: 'localityJson',
    holds: 'the first fragment of each locality has its name and state',
    find(index) {
      const { localityJson, localityJsonStart, localityName, localityState } = index.columns;
      for (let i = 0; i < localityName.length; i++) {
        const state = STATE_ORDER[localityState[i]];
        const expected = { localityName: textOf(index, localityName[i]) || null, state: state === 'OT' ? null : state };
        const found = fragment(localityJson, localityJsonStart, 2 * i);
        if (JSON.stringify(JSON.parse(`{${found}}`)) !== JSON.stringify(expected))
          return at(2 * i, found, JSON.stringify(expected));
      }
      return null;
    },
  },
  {
    section: 'localityJson',
    holds: 'the second fragment of each is the locality of Enrich, with the names of its neighbours and its aliases',
    find(index) {
      const { columns } = index;
      for (let i = 0; i < columns.localityName.length; i++) {
        const found: unknown = JSON.parse(fragment(columns.localityJson, columns.localityJsonStart, 2 * i + 1));
        const neighbours = columns.localityNeighbour.subarray(
          columns.localityNeighbourStart[i],
          columns.localityNeighbourStart[i + 1],
        );
        const aliases = columns.localityAlias.subarray(
          columns.localityAliasStart[i],
          columns.localityAliasStart[i + 1],
        );
        const { classification } = (found ?? {}) as { classification?: unknown };
        const expected = {
          id: textOf(index, columns.localityId[i]),
          classification: typeof classification === 'string' ? classification : null,
          neighbours: [...new Set(Array.from(neighbours, (n) => textOf(index, columns.localityName[n])))].sort(),
          aliases: Array.from(aliases, (alias) => textOf(index, alias)).sort(),
        };
        if (JSON.stringify(found) !== JSON.stringify(expected))
          return at(2 * i + 1, JSON.stringify(found), JSON.stringify(expected));
      }
      return null;
    },
  },
  {
    section: 'localityPostcode',
    holds: 'the postcodes of a locality are distinct and have four digits',
    find({ columns: { localityPostcode, localityPostcodeStart } }) {
      for (let locality = 0; locality + 1 < localityPostcodeStart.length; locality++) {
        const seen = new Set<number>();
        for (let i = localityPostcodeStart[locality]; i < localityPostcodeStart[locality + 1]; i++) {
          const postcode = localityPostcode[i];
          if (postcode > HIGHEST_POSTCODE && postcode !== NO_POSTCODE)
            return at(i, postcode, `at most ${HIGHEST_POSTCODE}, or ${NO_POSTCODE}`);
          if (seen.has(postcode)) return at(i, `${postcode} again`, `another postcode of locality ${locality}`);
          seen.add(postcode);
        }
      }
      return null;
    },
  },
  {
    section: 'addressRecord',
    holds: "every postcode is a position in those of the address's locality",
    find(index) {
      const { localityPostcodeStart } = index.columns;
      return eachAddress(index, (ordinal, _street, locality) => {
        const postcodes = localityPostcodeStart[locality + 1] - localityPostcodeStart[locality];
        const postcode = postcodeIn(codesOf(index, ordinal));
        return postcode < postcodes
          ? null
          : at(ordinal, `postcode ${postcode}`, `below ${postcodes}, the postcodes of locality ${locality}`);
      });
    },
  },
  {
    section: 'localityPostcodeCount',
    holds: 'it counts the principals of each postcode',
    find(index) {
      const { addressFlags, localityPostcodeStart, localityPostcodeCount } = index.columns;
      const counted = new Uint32Array(localityPostcodeCount.length);
      eachAddress(index, (ordinal, _street, locality) => {
        if ((addressFlags[ordinal] & IS_ALIAS) === 0)
          counted[localityPostcodeStart[locality] + postcodeIn(codesOf(index, ordinal))]++;
        return null;
      });
      return firstDifference(localityPostcodeCount, counted);
    },
  },
  {
    section: 'localityCount',
    holds: 'it counts the principals of each locality',
    find(index) {
      const { addressFlags, localityCount } = index.columns;
      const counted = new Uint32Array(localityCount.length);
      eachAddress(index, (ordinal, _street, locality) => {
        if ((addressFlags[ordinal] & IS_ALIAS) === 0) counted[locality]++;
        return null;
      });
      return firstDifference(localityCount, counted);
    },
  },
  {
    section: 'localityBounds',
    holds: 'it spans the main geocodes of the principals of each locality',
    find(index) {
      const { addressFlags, localityBounds } = index.columns;
      const spanned = new Float64Array(localityBounds.length).fill(Number.NaN);
      eachAddress(index, (ordinal, _street, locality) => {
        if ((addressFlags[ordinal] & (IS_ALIAS | HAS_GEOCODE)) !== HAS_GEOCODE) return null;
        const lon = lonOf(index, ordinal, locality);
        const lat = latOf(index, ordinal, locality);
        const west = locality * 4;
        if (!(spanned[west] <= lon)) spanned[west] = lon;
        if (!(spanned[west + 1] <= lat)) spanned[west + 1] = lat;
        if (!(spanned[west + 2] >= lon)) spanned[west + 2] = lon;
        if (!(spanned[west + 3] >= lat)) spanned[west + 3] = lat;
        return null;
      });
      return firstDifference(localityBounds, spanned);
    },
  },
  { section: 'placeCell', holds: 'every cell has the localities whose boxes reach into it', find: cellFault },
  originCheck('localityOriginLon', AUSTRALIA.west, AUSTRALIA.east),
  originCheck('localityOriginLat', AUSTRALIA.south, AUSTRALIA.north),
];

function cellFault({ columns: { placeCell, placeCellStart, localityBounds } }: AddressIndex): string | null {
  if (placeCellStart.length !== PLACE_CELLS + 1)
    return `it has ${placeCellStart.length - 1} cells, expected ${PLACE_CELLS}`;
  const next = placeCellStart.slice(0, PLACE_CELLS);
  let fault: string | null = null;
  for (let locality = 0; 4 * locality < localityBounds.length && fault === null; locality++) {
    const [west, south, east, north] = localityBounds.subarray(4 * locality, 4 * locality + 4);
    if (Number.isNaN(west)) continue;
    eachCell(west, south, east, north, (cell) => {
      const position = next[cell]++;
      if (fault === null && (position >= placeCellStart[cell + 1] || placeCell[position] !== locality))
        fault = at(position, placeCell[position], `${locality}, in cell ${cell}`);
    });
  }
  const over = next.findIndex((position, cell) => position !== placeCellStart[cell + 1]);
  return fault ?? (over < 0 ? null : at(next[over], placeCell[next[over]], `the end of cell ${over}`));
}

function originCheck(section: 'localityOriginLon' | 'localityOriginLat', least: number, most: number): Check {
  return {
    section,
    holds: "every element is an integer within Australia's box, or 0",
    find({ columns }) {
      const origin = columns[section];
      for (let i = 0; i < origin.length; i++)
        if (!Number.isInteger(origin[i]) || (origin[i] !== 0 && (origin[i] < least || origin[i] > most)))
          return at(i, origin[i], `an integer from ${least} to ${most}, or 0`);
      return null;
    },
  };
}

function named(index: AddressIndex, locality: number): string {
  const { localityState, localityName, localityId } = index.columns;
  return `${textOf(index, localityName[locality])} (state ${localityState[locality]}, ${textOf(index, localityId[locality])})`;
}
