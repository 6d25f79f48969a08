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
  /** A delivery address that is no place: PO BOX. */
  postal: 7,
  /** LOT. */
  lot: 8,
  /** A corner of two streets. */
  corner: 9,
  /** NO, NUMBER. */
  number: 10,
  /** A rural delivery number that is no street number: RMB. */
  rural: 11,
  /** Another country. */
  abroad: 12,
} as const;

export type Meaning = (typeof MEANING)[keyof typeof MEANING];

/** Packs a meaning and a code number. */
export function meaningOf(meaning: Meaning, code: number): number {
  return meaning * 2 ** 24 + code;
}
