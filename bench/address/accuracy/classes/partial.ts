import { randomStyle, written } from '../language/phrasing.ts';
import type { QueryClass, Setting } from '../question.ts';
import { fittingTexts, labelParts, type VisibleParts } from '../universe/fitting.ts';
import { everydaySaid, isEveryday, named } from './asking.ts';

/**
 * Addresses with a whole part missing: `record` if only one record fits, `ambiguous` if several do.
 */
export const PARTIAL: readonly QueryClass[] = [
  partial('partial: locality missing, postcode there, unique', 'locality', true),
  partial('partial: locality missing, postcode there, ambiguous', 'locality', false),
  partial('partial: postcode and state missing, unique', 'postcode and state', true),
  partial('partial: postcode and state missing, ambiguous', 'postcode and state', false),
];

function partial(name: string, missing: 'locality' | 'postcode and state', unique: boolean): QueryClass {
  return {
    name,
    goals: unique ? { right: 0.995 } : { mostHigh: 0.005 },
    ownGoals: !unique,
    rows: isEveryday,
    ask(setting: Setting, row: number) {
      const { universe, random } = setting;
      const said = everydaySaid(universe, row);
      const less = missing === 'locality' ? { ...said, locality: '' } : { ...said, postcode: '', state: '' };
      const where: Partial<VisibleParts> =
        missing === 'locality'
          ? { postcode: Number(said.postcode), inLocality: (at) => universe.localities[at].state === said.state }
          : { inLocality: named(universe, said.locality, '') };
      const style = randomStyle(random);
      const texts = fittingTexts(universe, { ...labelParts(universe, row), ...where }, 50);
      // Texts of the same place (a range that contains the number, an alias) are not ambiguous.
      const places = new Set(Array.from(texts, (text) => text.slice(text.indexOf(' | '))));
      if (unique ? texts.size !== 1 : places.size === 1) return null;
      return {
        q: written(universe, less, style, random),
        expect: unique ? 'record' : 'ambiguous',
        accept: [...texts],
      };
    },
  };
}
