import type { QueryClass } from '../question.ts';
import { ABSENT } from './absent.ts';
import { BESIDE } from './beside.ts';
import { CASUAL } from './casual.ts';
import { CONTESTED } from './contested.ts';
import { LABELLED } from './labelled.ts';
import { LOCALITIES } from './localities.ts';
import { LONG_NUMBERS } from './long-numbers.ts';
import { MISTAKES } from './mistakes.ts';
import { NAMES } from './names.ts';
import { NOISE } from './noise.ts';
import { NUMBERS } from './numbers.ts';
import { PARTIAL } from './partial.ts';
import { SPELLINGS } from './spellings.ts';
import { TYPOS } from './typing.ts';
import { UNIT_TYPES } from './unit-types.ts';
import { UNITS } from './units.ts';

/** Every class of queries, in the order of the report. */
export const CLASSES: readonly QueryClass[] = [
  ...LABELLED,
  ...CASUAL,
  ...UNITS,
  ...UNIT_TYPES,
  ...NUMBERS,
  ...LONG_NUMBERS,
  ...BESIDE,
  ...TYPOS,
  ...CONTESTED,
  ...PARTIAL,
  ...LOCALITIES,
  ...MISTAKES,
  ...SPELLINGS,
  ...NAMES,
  ...ABSENT,
  ...NOISE,
];
