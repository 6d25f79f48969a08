import type { AddressView } from '../../address/differences/address-view.ts';
import type { Differences } from '../../address/differences/compare.ts';
import { FIELDS, FIELDS_OF_KIND } from '../../address/differences/fields.ts';
import { CHANGE_KINDS, type ChangeKind } from '../../address/index/changes.ts';
import { JsonBytes } from '../../address/operations/json-bytes.ts';
import { writeAddressHead } from '../../address/operations/standard-record.ts';
import { FIELD_VALUES } from './field-values.ts';

/** An address as answers begin with it. */
interface AddressHead {
  readonly id: string;
  readonly addressLabel: string | null;
  readonly localityName: string;
  readonly state: string | null;
  readonly postcode: string | null;
}

/** A field of an address, in each release. */
interface FieldChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One address that differs, for people to look at. */
export interface Sample {
  readonly address: AddressHead;
  /** Those of one kind of change; empty for an address that was added or removed. */
  readonly fields: readonly FieldChange[];
  /** Between its main geocodes; NaN where either has none. */
  readonly metres: number;
}

/** Some addresses that differ, by what happened to them. */
export type Samples = Readonly<Record<'added' | 'removed' | ChangeKind, readonly Sample[]>>;

/** Collects samples as it is told of differences; `samples` answers them. */
export interface Sampling extends Differences {
  samples(): Samples;
}

/** Those with the largest rank so far. */
interface Best {
  readonly kept: { readonly rank: number; readonly sample: Sample }[];
  /** A lower rank is not kept. */
  least: number;
}

/**
 * Begins to collect at most `most` addresses of each kind: those that moved farthest, and of every
 * other kind some that lie scattered over the release, the same ones each time.
 */
export function startSampling(most: number): Sampling {
  const best = Object.fromEntries(
    (['added', 'removed', ...CHANGE_KINDS] as const).map((name) => [name, { kept: [], least: -1 } as Best]),
  ) as Record<keyof Samples, Best>;
  const out = new JsonBytes();
  const offer = (name: keyof Samples, rank: number, sample: () => Sample) => {
    const { kept, least } = best[name];
    if (rank <= least) return;
    kept.push({ rank, sample: sample() });
    kept.sort((a, b) => b.rank - a.rank);
    if (kept.length > most) kept.pop();
    if (kept.length === most) best[name].least = kept[most - 1].rank;
  };
  return {
    added: (after) => offer('added', scattered(after.ordinal), () => sampleOf(null, after, 0, Number.NaN, out)),
    removed: (before) => offer('removed', scattered(before.ordinal), () => sampleOf(null, before, 0, Number.NaN, out)),
    changed(before, after, fields, metres) {
      for (let kind = 0; kind < CHANGE_KINDS.length; kind++) {
        const own = fields & FIELDS_OF_KIND[kind];
        if (own === 0) continue;
        const rank = CHANGE_KINDS[kind] === 'moved' && metres >= 0 ? 1 + metres : scattered(after.ordinal);
        offer(CHANGE_KINDS[kind], rank, () => sampleOf(before, after, own, metres, out));
      }
    },
    samples: () =>
      Object.fromEntries(
        Object.entries(best).map(([name, { kept }]) => [name, kept.map(({ sample }) => sample)]),
      ) as Record<keyof Samples, Sample[]>,
  };
}

function sampleOf(
  before: AddressView | null,
  after: AddressView,
  fields: number,
  metres: number,
  out: JsonBytes,
): Sample {
  const valueIn = (i: number, view: AddressView) => parsed(out, () => FIELD_VALUES[FIELDS[i].name](view, out));
  return {
    address: parsed(out, () => {
      out.ascii('{');
      writeAddressHead(after.index, out, after.ordinal, after.street);
      out.ascii('}');
    }) as AddressHead,
    fields:
      before === null
        ? []
        : FIELDS.flatMap(({ name }, i) =>
            (fields & (1 << i)) === 0 ? [] : [{ name, before: valueIn(i, before), after: valueIn(i, after) }],
          ),
    metres,
  };
}

function parsed(out: JsonBytes, write: () => void): unknown {
  out.reset();
  write();
  return JSON.parse(Buffer.from(out.view()).toString());
}

/** A number from 0 to 1 that looks random, the same one for each ordinal. */
function scattered(ordinal: number): number {
  let h = Math.imul(ordinal ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}
