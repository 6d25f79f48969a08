import { endOfLabel, endOfName, STREET, STREET_WORDS } from '../../src/index/street-answer.ts';
import { at, type Check } from './check.ts';

/** Streets: those of a locality are its run, and their texts are there. */
export const STREET_CHECKS: readonly Check[] = [
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
    section: 'streetAnswer',
    holds: 'its texts follow one another from 0 to the end of streetText, each with room for id and name',
    find({ columns: { streetAnswer, streetText, streetName } }) {
      for (let i = 0; i <= streetName.length; i++) {
        const start = streetAnswer[i * STREET_WORDS + STREET.text];
        const least = i === 0 ? 0 : endOfName(streetAnswer, i - 1);
        if (i === 0 ? start !== 0 : start < least) return at(i, `text at ${start}`, i === 0 ? 0 : `at least ${least}`);
      }
      const end = endOfLabel(streetAnswer, streetName.length - 1);
      return end === streetText.length ? null : at(streetName.length, `text at ${end}`, streetText.length);
    },
  },
];
