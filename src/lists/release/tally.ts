import type { Differences } from '../../address/differences/compare.ts';
import { confidenceOf, FIELDS, FIELDS_OF_KIND } from '../../address/differences/fields.ts';
import type { SharedCodes } from '../../address/differences/shared-codes.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../address/index/changes.ts';
import { editionOf } from '../../address/index/edition.ts';
import type { AddressIndex } from '../../address/index/open.ts';
import { STATE_ORDER } from '../../address/index/sections.ts';
import { localityOf } from '../../address/index/street-answer.ts';
import { textOf } from '../../address/index/text.ts';

/**
 * What is counted of a locality, of a state and of all: addresses of each release, aliases
 * included, and those that differ.
 */
export const COUNTED = ['before', 'after', 'added', 'removed', 'changed', ...CHANGE_KINDS] as const;
export type Counted = (typeof COUNTED)[number];
export type Counts = Readonly<Record<Counted, number>>;

/** The counts of a locality. */
export interface LocalityCounts extends Counts {
  readonly id: string;
  /** Name and state in the new release, or in the old one where the new one lacks the locality. */
  readonly name: string;
  readonly state: (typeof STATE_ORDER)[number];
  readonly only: 'before' | 'after' | null;
}

/** The counts of a state. */
export interface StateCounts extends Counts {
  readonly state: (typeof STATE_ORDER)[number];
}

/** How many addresses differ in a field. */
interface FieldCount {
  readonly name: string;
  readonly kind: ChangeKind;
  readonly count: number;
}

/**
 * Upper bounds in metres of the classes that moves are counted in; longer moves are in one further
 * class.
 */
export const MOVE_METRES = [0.1, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000] as const;

/** Everything that was counted. */
export interface Tally {
  readonly total: Counts;
  /** In the order of STATE_ORDER, those that either release has. */
  readonly states: readonly StateCounts[];
  /** In the order of the old release, then those of the new one alone. */
  readonly localities: readonly LocalityCounts[];
  /** All of FIELDS. */
  readonly fields: readonly FieldCount[];
  /** Moves by class of MOVE_METRES. */
  readonly moves: readonly number[];
  /** Addresses that gained or lost their main geocode: among those moved, without a distance. */
  readonly geocodeGained: number;
  readonly geocodeLost: number;
  /**
   * How many addresses changed confidence, by confidence before + 1, then by confidence after + 1.
   */
  readonly confidence: readonly (readonly number[])[];
  /** The change of the edition of the ASGS, null where both releases are of one. */
  readonly edition: EditionChange | null;
}

/** A change of edition, which gives all addresses other mesh blocks and SA1 to SA4. */
export interface EditionChange {
  readonly before: string;
  readonly after: string;
  /** Addresses whose mesh block or areas of the ASGS differ; not counted among those changed. */
  readonly addresses: number;
}

/** Counts differences as it is told of them; `tally` answers the counts. */
export interface Tallying extends Differences {
  tally(): Tally;
}

function editionChange(
  old: AddressIndex['manifest'],
  new_: AddressIndex['manifest'],
  addresses: number,
): EditionChange | null {
  const [before, after] = [editionOf(old), editionOf(new_)];
  return before === null || after === null || before === after ? null : { before, after, addresses };
}

const WIDTH = COUNTED.length;
const [BEFORE, AFTER, ADDED, REMOVED, CHANGED, FIRST_KIND] = [0, 1, 2, 3, 4, 5];
const LOCATION = 1 << FIELDS.findIndex(({ name }) => name === 'location');

/** Begins to count. `localities` are the localities of both releases, by id. */
export function startTally(before: AddressIndex, after: AddressIndex, localities: SharedCodes): Tallying {
  const rows = describeLocalities(before, after, localities);
  const counts = new Uint32Array(rows.length * WIDTH);
  const fieldCounts = new Uint32Array(FIELDS.length);
  const moves = new Uint32Array(MOVE_METRES.length + 1);
  const confidence = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
  let geocodeGained = 0;
  let geocodeLost = 0;
  let apart = 0;
  countAddresses(before, localities.before, counts, BEFORE);
  countAddresses(after, localities.after, counts, AFTER);
  return {
    added: ({ locality }) => {
      counts[localities.after[locality] * WIDTH + ADDED]++;
    },
    removed: ({ locality }) => {
      counts[localities.before[locality] * WIDTH + REMOVED]++;
    },
    changedApart() {
      apart++;
    },
    changed(old, new_, fields, metres) {
      const row = localities.after[new_.locality] * WIDTH;
      counts[row + CHANGED]++;
      for (let kind = 0; kind < FIELDS_OF_KIND.length; kind++)
        if ((fields & FIELDS_OF_KIND[kind]) !== 0) counts[row + FIRST_KIND + kind]++;
      for (let rest = fields; rest !== 0; rest &= rest - 1) fieldCounts[31 - Math.clz32(rest & -rest)]++;
      if ((fields & LOCATION) !== 0) {
        if (!old.located) geocodeGained++;
        else if (!new_.located) geocodeLost++;
        else moves[moveClass(metres)]++;
      }
      const [from, to] = [confidenceOf(old), confidenceOf(new_)];
      if (from !== to && from !== null && to !== null) confidence[from + 1][to + 1]++;
    },
    tally() {
      const perLocality = rows.map((row, i) => ({ ...row, ...countsAt(counts, i) }));
      return {
        total: sumOf(perLocality),
        states: STATE_ORDER.map((state) => ({
          state,
          ...sumOf(perLocality.filter((row) => row.state === state)),
        })).filter(({ before: old, after: new_ }) => old + new_ > 0),
        localities: perLocality,
        fields: FIELDS.map(({ name, kind }, i) => ({ name, kind, count: fieldCounts[i] })),
        moves: [...moves],
        geocodeGained,
        geocodeLost,
        confidence,
        edition: editionChange(before.manifest, after.manifest, apart),
      };
    },
  };
}

/** The class of a move in metres: a position in MOVE_METRES, or its length. */
function moveClass(metres: number): number {
  const found = MOVE_METRES.findIndex((most) => metres <= most);
  return found < 0 ? MOVE_METRES.length : found;
}

type LocalityRow = Omit<LocalityCounts, Counted>;

/** By shared number: the id, name and state of a locality, and the release that alone has it. */
function describeLocalities(before: AddressIndex, after: AddressIndex, localities: SharedCodes): LocalityRow[] {
  const rows: LocalityRow[] = [];
  const describe = (index: AddressIndex, numbers: Uint32Array, only: LocalityRow['only']) =>
    numbers.forEach((number, locality) => {
      const { localityId, localityName, localityState } = index.columns;
      const known = rows[number];
      rows[number] = {
        id: textOf(index, localityId[locality]),
        name: textOf(index, localityName[locality]),
        state: STATE_ORDER[localityState[locality]],
        only: known === undefined || known.only === only ? only : null,
      };
    });
  describe(before, localities.before, 'before');
  describe(after, localities.after, 'after');
  return rows;
}

function countAddresses(index: AddressIndex, rowOf: Uint32Array, counts: Uint32Array, column: number): void {
  const { streetAddressStart } = index.columns;
  for (let street = 0; street + 1 < streetAddressStart.length; street++)
    counts[rowOf[localityOf(index, street)] * WIDTH + column] +=
      streetAddressStart[street + 1] - streetAddressStart[street];
}

function countsAt(counts: Uint32Array, row: number): Counts {
  return Object.fromEntries(COUNTED.map((name, i) => [name, counts[row * WIDTH + i]])) as Record<Counted, number>;
}

function sumOf(rows: readonly Counts[]): Counts {
  return Object.fromEntries(COUNTED.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Record<
    Counted,
    number
  >;
}
