import { foreignAddress, POSTAL_DELIVERIES, SENTENCE_WORDS, SIGNS, SYLLABLES } from '../language/noise-words.ts';
import { abbreviatedType, inStyle, randomStyle, words } from '../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../question.ts';
import { oneOf } from './asking.ts';
import { isHouse } from './rows.ts';

const GOALS = { poor: 0.999 };

/** What no address index holds: the answer must be `none` or `low`. */
export const NOISE: readonly QueryClass[] = [
  rowless('noise: sentences', sentence),
  rowless('noise: made-up words', (setting) => madeUpWords(setting, 1, 8)),
  rowless('noise: a number and made-up words', (setting) => {
    const { random } = setting;
    const type = oneOf(random, 'st', 'rd', 'street', 'ave', 'drive', '');
    return words(String(random.between(1, 999)), madeUpWords(setting, 1, 3), type, madeUpWord(setting));
  }),
  rowless('noise: letters and signs', lettersAndSigns),
  rowless('noise: e-mails, telephones, dates', contact),
  rowless('noise: other countries', ({ random }) => foreignAddress(random)),
  {
    name: 'noise: PO boxes and the like',
    goals: GOALS,
    rows: isHouse,
    ask(setting, row) {
      const { random, universe } = setting;
      const { name, state, postcodes } = universe.localities[universe.streets[universe.rowStreet[row]].locality];
      const kind = random.pick(POSTAL_DELIVERIES);
      const number = kind === 'CARE PO' ? '' : oneOf(random, '', '', '', 'Q') + random.between(1, 9999);
      const place = oneOf(
        random,
        name,
        words(name, state),
        words(name, state, postcodes[0] ?? ''),
        words(name, postcodes[0] ?? ''),
      );
      return nothing(inStyle(`${words(kind, number)}, ${place}`, randomStyle(random)));
    },
  },
  {
    name: 'noise: corners',
    goals: GOALS,
    rows: isHouse,
    ask(setting, row) {
      const { random, universe } = setting;
      const at = universe.rowStreet[row];
      const { name, state, postcodes, streets } = universe.localities[universe.streets[at].locality];
      const crossing = random.pick(streets);
      if (crossing === at) return null;
      const style = randomStyle(random);
      const [a, b] = [at, crossing].map((it) => {
        const { name: called, type } = universe.streets[it];
        return words(called, style.abbreviated ? abbreviatedType(universe, type, random) : type);
      });
      const pair = oneOf(
        random,
        `CNR ${a} & ${b}`,
        `CORNER ${a} AND ${b}`,
        `CNR OF ${a} AND ${b}`,
        `CORNER OF ${a} & ${b}`,
        `${a} & ${b}`,
        `COR ${a} & ${b}`,
        `CNR. ${a} & ${b}`,
        `${a} CNR ${b}`,
      );
      return nothing(inStyle(`${pair}, ${words(name, state, postcodes[0] ?? '')}`, style));
    },
  },
];

function rowless(name: string, write: (setting: Setting) => string): QueryClass {
  return { name, goals: GOALS, rows: null, ask: (setting) => nothing(write(setting)) };
}

function nothing(q: string): Question {
  return { q, expect: 'nothing', accept: [] };
}

/** Everyday words; in a sentence of up to three, only words that name no place. */
function sentence({ random, nameWords }: Setting): string {
  const length = random.between(2, 12);
  const usable = length > 3 ? SENTENCE_WORDS : SENTENCE_WORDS.filter((word) => !nameWords.isNear(word));
  return Array.from({ length }, () => random.pick(usable)).join(' ');
}

function madeUpWords(setting: Setting, least: number, most: number): string {
  return Array.from({ length: setting.random.between(least, most) }, () => madeUpWord(setting)).join(' ');
}

/** A word that is no word of a name, nor a few slips away from one. */
function madeUpWord({ random, nameWords }: Setting): string {
  for (;;) {
    const word = Array.from({ length: random.between(2, 4) }, () => random.pick(SYLLABLES)).join('');
    if (!nameWords.isNear(word)) return word;
  }
}

/** What a cat on the keyboard types, with no longer part that is nearly a name. */
function lettersAndSigns({ random, nameWords }: Setting): string {
  for (;;) {
    const line = Array.from({ length: random.between(6, 60) }, () => random.pick(SIGNS))
      .join('')
      .trim();
    const parts = line.match(/[a-z]+/g) ?? [];
    if (parts.some((part) => part.length >= 4) && !parts.some((part) => part.length >= 3 && nameWords.isNear(part)))
      return line;
  }
}

function contact(setting: Setting): string {
  const { random } = setting;
  const digits = (n: number) => Array.from({ length: n }, () => random.below(10)).join('');
  return oneOf(
    random,
    `${madeUpWord(setting)}.${madeUpWord(setting)}@${madeUpWord(setting)}.com.au`,
    `04${digits(2)} ${digits(3)} ${digits(3)}`,
    `(0${random.between(2, 8)}) ${digits(4)} ${digits(4)}`,
    `+61 4${digits(8)}`,
    `https://www.${madeUpWord(setting)}.com/${madeUpWord(setting)}?id=${digits(5)}`,
    `${random.between(1, 28)}/${random.between(1, 12)}/20${digits(2)}`,
    `ABN ${digits(2)} ${digits(3)} ${digits(3)} ${digits(3)}`,
    `-${random.between(10, 43)}.${digits(5)}, 1${random.between(13, 53)}.${digits(5)}`,
    `invoice ${digits(6)} due ${random.between(1, 28)} ${oneOf(random, 'march', 'july', 'october')} 20${digits(2)}`,
    `order no ${digits(8)}`,
  );
}
