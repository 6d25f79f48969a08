import type { Random } from '../../../../build-index/generate/random.ts';
import { AS_LABELLED, type Said, stateName } from '../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../question.ts';
import { otherStreets } from '../universe/fitting.ts';
import { everydaySaid, forRow, inRandomStyle, isEveryday, isUnique, named, oneOf, styled } from './asking.ts';

const GOALS = { right: 0.997, high: 0.99 };

/** Whole addresses as people write them: small letters, no commas, abbreviations, state or postcode missing. */
export const CASUAL: readonly QueryClass[] = [
  casual('casual: lower case', (setting, row, said) =>
    forRow(setting, row, styled(setting, said, { ...AS_LABELLED, letters: 'lower' })),
  ),
  casual('casual: no commas', (setting, row, said) =>
    forRow(setting, row, styled(setting, said, { ...AS_LABELLED, commas: false })),
  ),
  casual('casual: abbreviated', (setting, row, said) =>
    forRow(setting, row, styled(setting, said, { letters: 'title', commas: true, abbreviated: true })),
  ),
  casual('casual: state missing', (setting, row, said) =>
    isUnique(setting, row, { inLocality: named(setting.universe, said.locality, ''), postcode: Number(said.postcode) })
      ? inRandomStyle(setting, row, { ...said, state: '' })
      : null,
  ),
  casual('casual: postcode missing', (setting, row, said) =>
    isUnique(setting, row, { inLocality: named(setting.universe, said.locality, said.state) })
      ? inRandomStyle(setting, row, { ...said, postcode: '' })
      : null,
  ),
  casual('casual: state in words', (setting, row, said) =>
    inRandomStyle(setting, row, { ...said, state: stateName(said.state) }),
  ),
  casual('casual: untidy', (setting, row, said) =>
    forRow(setting, row, untidy(inRandomStyle(setting, row, said).q, setting.random)),
  ),
  casual('casual: anything of these', (setting, row, said) => {
    const less = { ...said, ...oneOf(setting.random, {}, { state: '' }, { postcode: '' }) };
    const where = { inLocality: named(setting.universe, less.locality, less.state) };
    if (!isUnique(setting, row, less.postcode === '' ? where : { ...where, postcode: Number(less.postcode) }))
      return null;
    return inRandomStyle(setting, row, less);
  }),
  {
    name: 'casual: street type missing',
    goals: { right: 0.98 },
    ownGoals: true,
    rows: isEveryday,
    ask(setting, row) {
      const { universe } = setting;
      const street = universe.streets[universe.rowStreet[row]];
      if (
        street.type === '' ||
        otherStreets(universe, universe.rowStreet[row], (other) => other.name === street.name).length > 0
      )
        return null;
      return inRandomStyle(setting, row, { ...everydaySaid(universe, row), type: '' });
    },
  },
];

function casual(name: string, ask: (setting: Setting, row: number, said: Said) => Question | null): QueryClass {
  return {
    name,
    goals: GOALS,
    rows: isEveryday,
    ask: (setting, row) => ask(setting, row, everydaySaid(setting.universe, row)),
  };
}

/** Extra and missing spaces and punctuation, a country, full stops after abbreviations. */
function untidy(line: string, random: Random): string {
  let text = line;
  if (random.chance(0.4)) text = text.replace(/ /g, () => (random.chance(0.3) ? '  ' : ' '));
  if (random.chance(0.3)) text = text.replace(/, ?/g, oneOf(random, ' , ', ',', ';', ' - ', ',, '));
  if (random.chance(0.3)) text = text.replace(/\b(st|rd|ave|av|ct|cr|dr|pl|hwy|tce)\b(?=[ ,])/i, '$1.');
  if (random.chance(0.4)) text += oneOf(random, ', Australia', ' AUSTRALIA', ' AU', ' australia.', ', AUS');
  if (random.chance(0.2)) text = ` ${text} `;
  if (random.chance(0.15)) text = `"${text}"`;
  return text;
}
