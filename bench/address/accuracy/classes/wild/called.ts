import { inStyle, randomStyle, type Said, saidOf, words } from '../../language/phrasing.ts';
import type { QueryClass, Setting } from '../../question.ts';
import { fittingTexts, labelParts } from '../../universe/fitting.ts';
import { localityOf } from '../../universe/universe.ts';
import { forRow, oneOf } from '../asking.ts';
import { CAPITALS } from '../beside.ts';
import { isHouse } from '../rows.ts';
import { street } from './lines.ts';

/** A place with another name: the metropolis, half of a town's name, an estate. All of them are to be asked about. */
export const CALLED: readonly QueryClass[] = [
  called('wild: an estate for the suburb', (_setting, { state, postcode }, random) => {
    const estate = `${oneOf(random, 'WATTLEBRAE', 'OLD QUORNDON', 'SEVEN GABLES', 'KURRALEE', 'BRINDLEFORD')}${oneOf(random, '', ' ESTATE', ' WATERS', ' RIDGE')}`;
    return words(estate, state, postcode);
  }),
  called('wild: the first words of the town', ({ universe }, { locality, state, postcode }, random) => {
    const first = locality.slice(0, Math.max(0, locality.lastIndexOf(' ')));
    if (first.length < 4 || universe.localitiesByName.has(first)) return null;
    return oneOf(random, words(first, state, postcode), words(first, postcode));
  }),
  called('wild: the metropolis for the suburb', ({ universe }, { locality, state, postcode, name }) => {
    const capital = CAPITALS[state];
    const isThere = (universe.streetsByName.get(name) ?? []).some((at) =>
      universe.localities[universe.streets[at].locality].name.includes(capital),
    );
    return capital === undefined || locality.includes(capital) || isThere ? null : words(capital, state, postcode);
  }),
];

/** A class of houses that are the only ones of their number and street in their postcode, with another name's place. */
function called(
  name: string,
  place: (setting: Setting, said: Said, random: Setting['random']) => string | null,
): QueryClass {
  return {
    name,
    goals: { right: 0.98, first: 0, mostHigh: 0.02 },
    ownGoals: true,
    rows: isHouse,
    ask(setting, row) {
      const { universe, random } = setting;
      const said = saidOf(universe, row);
      if (said.postcode === '' || localityOf(universe, row).state === null || said.type === '') return null;
      const postcode = universe.rowPostcode[row];
      if (fittingTexts(universe, { ...labelParts(universe, row), postcode }, 2).size !== 1) return null;
      const other = place(setting, said, random);
      return other === null
        ? null
        : forRow(setting, row, inStyle(`${street(setting, said)}, ${other}`, randomStyle(random)));
    },
  };
}
