import type { AddressIndex } from '../../src/index/open.ts';
import { NO_POSTCODE, STATE_ORDER } from '../../src/index/sections.ts';
import { textOf } from '../../src/index/text.ts';
import { at, type Check } from './check.ts';
import { compareTexts, fragment } from './text-order.ts';

/** Postcode lookup agrees with the postcodes of the localities. */
export const POSTCODE_CHECKS: readonly Check[] = [
  {
    section: 'postcode',
    holds: 'postcodes ascend and are those that localities have principals in',
    find(index) {
      const { postcode } = index.columns;
      for (let i = 1; i < postcode.length; i++)
        if (postcode[i] <= postcode[i - 1]) return at(i, postcode[i], `above ${postcode[i - 1]}`);
      const expected = [...entriesByPostcode(index).keys()].sort((a, b) => a - b);
      for (let i = 0; i < Math.max(expected.length, postcode.length); i++)
        if (postcode[i] !== expected[i]) return at(i, postcode[i], expected[i]);
      return null;
    },
  },
  {
    section: 'postcodeLocality',
    holds: 'each postcode has its localities, most principals first, then by name, then by state',
    find: (index) => entryFault(index, ({ locality }) => locality, index.columns.postcodeLocality),
  },
  {
    section: 'postcodeCount',
    holds: 'each locality has the principals that it has in that postcode',
    find: (index) => entryFault(index, ({ count }) => count, index.columns.postcodeCount),
  },
  {
    section: 'postcodeJson',
    holds: 'it says name, state and count of each locality, and ends each with a comma',
    find(index) {
      const { postcodeLocality, postcodeCount, postcodeJson, postcodeJsonStart, localityName, localityState } =
        index.columns;
      for (let i = 0; i < postcodeLocality.length; i++) {
        const locality = postcodeLocality[i];
        const state = STATE_ORDER[localityState[locality]];
        const expected = JSON.stringify({
          name: textOf(index, localityName[locality]) || null,
          state: state === 'OT' ? null : state,
          address_count: postcodeCount[i],
        });
        const found = fragment(postcodeJson, postcodeJsonStart, i);
        if (!found.endsWith(',') || JSON.stringify(JSON.parse(found.slice(0, -1))) !== expected)
          return at(i, found, `${expected},`);
      }
      return null;
    },
  },
];

interface Entry {
  readonly locality: number;
  count: number;
}

function entryFault(index: AddressIndex, part: (entry: Entry) => number, column: Uint32Array): string | null {
  const { postcode, postcodeStart, localityName } = index.columns;
  const entries = entriesByPostcode(index);
  for (let i = 0; i < postcode.length; i++) {
    const expected = (entries.get(postcode[i]) ?? []).sort(
      (a, b) =>
        b.count - a.count ||
        compareTexts(index, localityName[a.locality], localityName[b.locality]) ||
        a.locality - b.locality,
    );
    const length = postcodeStart[i + 1] - postcodeStart[i];
    if (length !== expected.length)
      return at(postcodeStart[i], `${length} localities of ${postcode[i]}`, expected.length);
    for (let k = 0; k < length; k++) {
      const position = postcodeStart[i] + k;
      if (column[position] !== part(expected[k])) return at(position, column[position], part(expected[k]));
    }
  }
  return null;
}

/** Localities with principals by postcode; those of one state and name are one entry, under the first of them. */
function entriesByPostcode({ columns }: AddressIndex): Map<number, Entry[]> {
  const { localityName, localityState, localityPostcodeStart, localityPostcode, localityPostcodeCount } = columns;
  const entries = new Map<number, Map<number, Entry>>();
  for (let locality = 0; locality < localityName.length; locality++)
    for (let i = localityPostcodeStart[locality]; i < localityPostcodeStart[locality + 1]; i++) {
      const postcode = localityPostcode[i];
      const count = localityPostcodeCount[i];
      if (postcode === NO_POSTCODE || count === 0) continue;
      const known = entries.get(postcode) ?? new Map<number, Entry>();
      entries.set(postcode, known);
      const name = localityName[locality] * 16 + localityState[locality];
      const same = known.get(name);
      if (same === undefined) known.set(name, { locality, count });
      else same.count += count;
    }
  return new Map([...entries].map(([postcode, known]) => [postcode, [...known.values()]]));
}
