import { endOf } from './address.ts';
import { isName, lowerName } from './first-words.ts';
import type { IndexColumns } from './sections.ts';

/** What a word of the lexicon may mean: the high byte of `lexiconMeaning`. The low three bytes are a code number. */
export const MEANING = {
  /** Code: number in `streetTypeText`. */
  streetType: 1,
  /** Code: number in `streetSuffixText`. */
  streetSuffix: 2,
  /** Code: number in `flatTypeText`. */
  flatType: 3,
  /** Code: number in `levelTypeText`. */
  levelType: 4,
  /** Code: position in STATE_ORDER. */
  state: 5,
  /** Australia itself. */
  country: 6,
  /** A delivery address that is not a place: PO BOX. */
  postal: 7,
  /** LOT. */
  lot: 8,
  /** A corner of two streets. */
  corner: 9,
  /** NO, NUMBER. */
  number: 10,
  /** A rural delivery number, which is not a street number: RMB. */
  rural: 11,
  /** Another country. */
  abroad: 12,
  /** A number in words, TWELVE. Code: its value. */
  cardinal: 13,
  /** An ordinal number in words, THIRD. Code: its value. */
  ordinal: 14,
  /** Between a unit and its building: UNIT 3 OF 12. */
  within: 15,
  /** Says that an address follows, and nothing about it: LOCATED AT. */
  heading: 16,
  /** Before somebody's name: C/O, ATTN, MRS. */
  addressee: 17,
  /** After a company's name: PTY LTD. */
  company: 18,
  /**
   * A plan of subdivision or a title, whose number belongs to no address. Code: 1 where the word
   * means nothing else.
   */
  plan: 19,
  /** A telephone, whose number follows. */
  telephone: 20,
  /** POSTCODE. */
  postcode: 21,
  /** A part of a site, known by a number or letter: TOWER 2, BLOCK B. */
  structure: 22,
  /** A state's capital, which people write after the suburb. Code: position in STATE_ORDER. */
  capital: 23,
  /** What a building or a site is, at the end of its name: SCHOOL, CHURCH HALL. */
  venue: 24,
  /** Before directions to an address, which are not part of it: ACCESS VIA, ENTER FROM. */
  access: 25,
  /** In brackets, before what describes an address without being part of it: (OFF SMITH ST), (CNR HIGH ST). */
  bracketed: 26,
  /** A side of a property, which has no number of its own: REAR OF. Code: position in SIDES. */
  side: 27,
  /** Crown land: CROWN ALLOTMENT, PARISH OF. */
  crown: 28,
  /** A month's short name. */
  month: 29,
} as const;

/** Sides of a property, as a type of flat names them where there is one. */
export const SIDES = ['REAR', 'FRONT'] as const;

export type Meaning = (typeof MEANING)[keyof typeof MEANING];

/** Of a packed meaning: what the word may mean. */
export function meaningIn(packed: number): number {
  return packed >>> 24;
}

/** Of a packed meaning: the code number. */
export function codeIn(packed: number): number {
  return packed & 0xff_ffff;
}

/** Packs a meaning and a code number. */
export function meaningOf(meaning: Meaning, code: number): number {
  return meaning * 2 ** 24 + code;
}

/** The code of a search key in one meaning, the first if it has several; or -1. O(log words). */
export function codeOfKey({ columns }: IndexColumns, key: string, meaning: Meaning): number {
  const { lexiconKey, lexiconKeyStart, lexiconStart, lexiconMeaning } = columns;
  const keys = { key: lexiconKey, keyStart: lexiconKeyStart };
  const entry = lowerName(keys, key);
  if (entry === lexiconStart.length - 1 || !isName(keys, entry, key)) return -1;
  for (let i = lexiconStart[entry]; i < endOf(lexiconStart, entry, lexiconMeaning); i++)
    if (meaningIn(lexiconMeaning[i]) === meaning) return codeIn(lexiconMeaning[i]);
  return -1;
}

/** What units of a flat type are for, a bit each. Two types go together if they share one of the first three. */
export const FAMILY = {
  /** People live there, or may. */
  dwelling: 1,
  /** People trade there, or may. */
  trade: 2,
  /** Nobody does either: a car space, an antenna. */
  neither: 4,
  /** A dwelling by its type, or UNIT: what a bare number means first. */
  home: 8,
} as const;

/** Sets of families are less than this. */
export const FAMILIES = 16;

/** What UNIT, a bare number and a record without a type say: any dwelling or place of trade. */
export const ANY_UNIT = FAMILY.dwelling | FAMILY.trade | FAMILY.home;

/** Whether units of two sets of families may be called by each other's types. */
export function goTogether(a: number, b: number): boolean {
  return (a & b & ~FAMILY.home) !== 0;
}
