import { codeIn, MEANING, meaningIn, SIDES } from '../../src/address/index/lexicon.ts';
import type { AddressIndex } from '../../src/address/index/open.ts';
import { BOX, levelsOf, PLACE_NODE } from '../../src/address/index/place-tree.ts';
import { firstSlotOf } from '../../src/address/index/places.ts';
import { STATE_ORDER } from '../../src/address/index/sections.ts';
import { RECORD_END, RECORD_RANGE, RECORD_START, STREET_RECORD } from '../../src/address/index/street-record.ts';
import { textOf } from '../../src/address/index/text.ts';
import { at, type Check } from './check.ts';

/** Numbers in words stay below. */
const MOST_IN_WORDS = 100;

/** What the search reads that is packed in a way of its own. */
export const SEARCH_CHECKS: readonly Check[] = [
  {
    section: 'placeSlot',
    holds: 'every name is found by its hash, and half of the slots or more are empty',
    find(index) {
      const { placeSlot, placeName } = index.columns;
      const slots = placeSlot.length;
      const used = placeSlot.reduce((count, slot) => count + (slot === 0 ? 0 : 1), 0);
      if (used !== placeName.length || slots < 2 * used)
        return `${used} of ${slots} slots in use, expected ${placeName.length}, at most half`;
      for (let place = 0; place < placeName.length; place++) {
        let slot = firstSlotOf(textOf(index, placeName[place]), slots);
        while (placeSlot[slot] !== 0 && placeSlot[slot] !== place + 1) slot = (slot + 1) % slots;
        if (placeSlot[slot] === 0) return at(slot, 'an empty slot', `${place + 1}, before an empty slot`);
      }
      return null;
    },
  },
  {
    section: 'placeTreeLocality',
    holds: 'every locality that has a box is there once, in the order of their states',
    find({ columns: { placeTreeLocality, localityBounds, localityState } }) {
      const seen = new Set<number>();
      for (let item = 0; item < placeTreeLocality.length; item++) {
        const locality = placeTreeLocality[item];
        if (Number.isNaN(localityBounds[BOX * locality]))
          return at(item, `${locality} without a box`, 'one with a box');
        if (seen.has(locality)) return at(item, `${locality} once more`, 'every locality once');
        seen.add(locality);
        if (item > 0 && localityState[locality] < localityState[placeTreeLocality[item - 1]])
          return at(item, `${locality} of an earlier state`, 'localities in the order of their states');
      }
      for (let locality = 0; locality < localityState.length; locality++)
        if (!Number.isNaN(localityBounds[BOX * locality]) && !seen.has(locality))
          return at(placeTreeLocality.length, 'the end', `locality ${locality} before it`);
      return null;
    },
  },
  {
    section: 'placeTreeBox',
    holds: 'its boxes are those of the localities, then those around sixteen of a level each, up to one',
    find({ columns: { placeTreeLocality, placeTreeBox, localityBounds } }) {
      const levels = levelsOf(placeTreeLocality.length);
      const boxes = levels[levels.length - 1];
      if (placeTreeBox.length !== BOX * boxes) return at(0, `${placeTreeBox.length} elements`, BOX * boxes);
      for (let level = 0; level + 1 < levels.length; level++)
        for (let box = levels[level]; box < levels[level + 1]; box++) {
          const from = level === 0 ? placeTreeLocality[box] : levels[level - 1] + (box - levels[level]) * PLACE_NODE;
          const to = level === 0 ? from + 1 : Math.min(from + PLACE_NODE, levels[level]);
          const below = (level === 0 ? localityBounds : placeTreeBox).subarray(BOX * from, BOX * to);
          for (let side = 0; side < BOX; side++) {
            const outermost = below.filter((_, i) => i % BOX === side).sort()[side < 2 ? 0 : to - from - 1];
            const element = BOX * box + side;
            if (placeTreeBox[element] !== outermost) return at(element, placeTreeBox[element], outermost);
          }
        }
      return null;
    },
  },
  {
    section: 'streetRecord',
    holds: 'every row has the starts of its street, and those of the next',
    find({ columns: { streetRecord, streetAddressStart, streetRangeStart } }) {
      const last = streetAddressStart.length - 1;
      for (let street = 0; street <= last; street++) {
        const row = street * STREET_RECORD;
        const expected = [
          [RECORD_START, streetAddressStart[street]],
          [RECORD_END, streetAddressStart[Math.min(street + 1, last)]],
          [RECORD_RANGE, streetRangeStart[street]],
        ];
        for (const [word, value] of expected)
          if (streetRecord[row + word] !== value) return at(row + word, streetRecord[row + word], value);
      }
      return null;
    },
  },
  { section: 'lexiconMeaning', holds: 'every word has meanings, each once, whose codes are there', find: meaningFault },
];

function meaningFault({ columns }: AddressIndex): string | null {
  const { lexiconStart, lexiconMeaning } = columns;
  const codes: Readonly<Record<number, number>> = {
    ...Object.fromEntries(Object.values(MEANING).map((meaning) => [meaning, 1])),
    [MEANING.streetType]: columns.streetTypeText.length,
    [MEANING.streetSuffix]: columns.streetSuffixText.length,
    [MEANING.flatType]: columns.flatTypeText.length,
    [MEANING.levelType]: columns.levelTypeText.length,
    [MEANING.state]: STATE_ORDER.length,
    [MEANING.capital]: STATE_ORDER.length,
    [MEANING.plan]: 2,
    [MEANING.side]: SIDES.length,
    [MEANING.cardinal]: MOST_IN_WORDS,
    [MEANING.ordinal]: MOST_IN_WORDS,
  };
  for (let word = 0; word + 1 < lexiconStart.length; word++) {
    if (lexiconStart[word] === lexiconStart[word + 1]) return `word ${word} has 0 meanings, expected at least 1`;
    for (let i = lexiconStart[word]; i < lexiconStart[word + 1]; i++) {
      const [meaning, code] = [meaningIn(lexiconMeaning[i]), codeIn(lexiconMeaning[i])];
      if (!(code < (codes[meaning] ?? 0))) return at(i, `meaning ${meaning}, code ${code}`, 'one that is there');
      if (i > lexiconStart[word] && lexiconMeaning[i] <= lexiconMeaning[i - 1])
        return at(i, lexiconMeaning[i], `above ${lexiconMeaning[i - 1]}`);
    }
  }
  return null;
}
