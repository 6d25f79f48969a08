import { CHANGE_KINDS, type ChangeKind } from '../../../address/index/changes.ts';
import { COUNTED, type Counted, type EditionChange, MOVE_METRES } from '../tally.ts';

/** What reports call each count. */
export const TITLES: Readonly<Record<Counted, string>> = {
  before: 'Before',
  after: 'After',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
  moved: 'Moved',
  renamed: 'Renamed',
  recoded: 'Re-coded',
  boundaries: 'Boundaries',
  confidence: 'Confidence',
  geocodes: 'Further geocodes',
};

/** What a kind of change means. */
export const MEANINGS: Readonly<Record<ChangeKind, string>> = {
  moved: 'The main geocode lies elsewhere, is new, or is gone.',
  renamed: 'Number, unit, lot, street, building, site or locality is written differently.',
  recoded: 'Postcode, state, parcel, role, geocode type or the id of street or locality is another.',
  boundaries: 'The address lies in another area or mesh block, or that area has another name or code.',
  confidence: 'More or fewer contributors confirm the address.',
  geocodes: 'The list of all geocodes of its site is another.',
};

/** The counts that reports show in columns. */
export const COLUMNS: readonly Counted[] = COUNTED;
/** The counts that differences are made of. */
export const DIFFERENCES: readonly Counted[] = ['added', 'removed', ...CHANGE_KINDS];

/** A share of a whole, `0.12 %`; nothing where there is no whole. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(2)} %`;
}

/** What is said of a change of the edition of the ASGS. */
export function editionSentence({ before, after, addresses }: EditionChange): string {
  return `The ASGS edition changed from ${before} to ${after}: ${addresses.toLocaleString('en-AU')} addresses have another mesh block, SA1 to SA4 or GCCSA, which is counted nowhere else.`;
}

/** The classes of MOVE_METRES in words. */
export const MOVE_CLASSES: readonly string[] = [
  ...MOVE_METRES.map((most, i) =>
    i === 0 ? `up to ${metres(most)}` : `${metres(MOVE_METRES[i - 1])} to ${metres(most)}`,
  ),
  `more than ${metres(MOVE_METRES[MOVE_METRES.length - 1])}`,
];

/** `12.3 m`, `4.56 km` */
export function metres(value: number): string {
  return value >= 1000 ? `${+(value / 1000).toFixed(2)} km` : `${+value.toFixed(1)} m`;
}
