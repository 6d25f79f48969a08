import type { Verdict } from '../../../../../src/address/operations/table/verdict.ts';
import { inStyle, randomStyle, type Said, saidOf, streetLine, words } from '../../language/phrasing.ts';
import type { QueryClass, Question, Setting } from '../../question.ts';
import { forRow, oneOf } from '../asking.ts';
import { isHouse } from '../rows.ts';

type Reason = NonNullable<Verdict['reason']>;

/** How a line is written from the parts of a house; null where it cannot be. */
export type Write = (said: Said, setting: Setting) => string | null;

/** A class of lines that mean one house, and are `high`. */
export function address(name: string, write: Write): QueryClass {
  return houses(name, { right: 0.98, high: 0.97 }, write, (setting, row, q) => forRow(setting, row, q));
}

/** A class of lines that leave out the number: none of them may be `high`. */
export function absent(name: string, write: Write): QueryClass {
  return houses(name, { mostHigh: 0 }, write, (setting, row, q) => ({ ...forRow(setting, row, q), expect: 'absent' }));
}

/** A class of lines that are no address, and why that is so. */
export function nothing(name: string, reason: Reason, write: Write): QueryClass {
  return houses(name, NOTHING, write, (_setting, _row, q) => noAddress(q, reason));
}

/** What a class of lines that are no address has to reach. */
export const NOTHING = { right: 0.999, first: 0, poor: 0.999 };

/** A line that is no address, for which a reason is told. */
export function noAddress(q: string, reason: Reason): Question {
  return { q, expect: 'nothing', accept: [], told: (verdict) => verdict.reason === reason };
}

/** A class of lines for houses. */
function houses(
  name: string,
  goals: QueryClass['goals'],
  write: Write,
  ask: (setting: Setting, row: number, q: string) => Question,
): QueryClass {
  return {
    name,
    goals,
    ownGoals: true,
    rows: isHouse,
    ask(setting, row) {
      const q = write(saidOf(setting.universe, row), setting);
      return q === null ? null : ask(setting, row, q);
    },
  };
}

/** A line with all of its place, in the usual order. */
export function whole(setting: Setting, said: Said, line: string): string | null {
  return placed(setting, said, line, [said.locality, said.state, said.postcode]);
}

/** Number and street of a house, in a random style. */
export function street({ universe, random }: Setting, said: Said): string {
  return streetLine(universe, said, randomStyle(random), random);
}

/** A line with the parts of its place in an order, in a random style; null without a postcode. */
export function placed({ random }: Setting, { postcode }: Said, line: string, place: readonly string[]): string | null {
  if (postcode === '') return null;
  return inStyle(`${line}, ${words(...place)}`, randomStyle(random));
}

/** A parcel of land: a lot of a plan, a block and section, a Crown allotment, or a folio. */
export function parcel({ random }: Setting): string {
  const [lot, section] = [random.between(1, 200), random.between(1, 99)];
  const digits = random.between(1000, 999_999);
  return oneOf(
    random,
    `Lot ${lot} ${oneOf(random, 'DP ', 'DP', 'SP ', 'RP', 'PS ')}${digits}`,
    `${lot}${oneOf(random, '/', ' ')}SP${digits}`,
    `Block ${lot} Section ${section}`,
    `Sec ${section}, Blk ${lot}`,
    `Crown Allotment ${lot} Section ${section}`,
    `CT ${random.between(1000, 9999)}/${random.between(1, 999)}`,
  );
}
