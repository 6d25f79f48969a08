import type { QueryClass } from '../question.ts';
import { ABSENT } from './absent.ts';
import { AROUND } from './around.ts';
import { BESIDE } from './beside.ts';
import { CASUAL } from './casual.ts';
import { CONTESTED } from './errors/contested.ts';
import { LOCALITIES } from './errors/localities.ts';
import { MISTAKES } from './errors/mistakes.ts';
import { SPELLINGS } from './errors/spellings.ts';
import { TYPOS } from './errors/typing.ts';
import { LABELLED } from './labelled.ts';
import { NAMES } from './names.ts';
import { NOISE } from './noise.ts';
import { LONG_NUMBERS } from './numbers/long-numbers.ts';
import { NUMBERS } from './numbers/numbers.ts';
import { UNIT_TYPES } from './numbers/unit-types.ts';
import { UNITS } from './numbers/units.ts';
import { PARTIAL } from './partial.ts';
import { WILD } from './wild/wild.ts';

/** Every class of queries, in the order of the report. */
export const CLASSES: readonly QueryClass[] = [
  ...LABELLED,
  ...CASUAL,
  ...UNITS,
  ...UNIT_TYPES,
  ...NUMBERS,
  ...LONG_NUMBERS,
  ...BESIDE,
  ...AROUND,
  ...TYPOS,
  ...CONTESTED,
  ...PARTIAL,
  ...LOCALITIES,
  ...MISTAKES,
  ...SPELLINGS,
  ...NAMES,
  ...ABSENT,
  ...NOISE,
  ...WILD,
];
