import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../build-index/generate/random.ts';
import { historySections } from '../../build-index/history/history-sections.ts';
import { type Check, findFaults } from '../../build-index/verify/check.ts';
import { CROSS_REFERENCE_STAGES, FILE_STAGES } from '../../build-index/verify/stages.ts';
import { type AddressIndex, openIndex } from '../../src/address/index/open.ts';
import { type Columns, HISTORY_SECTIONS, type SectionName } from '../../src/address/index/sections.ts';
import { NUMBERED_UNIT_ROW } from '../../src/address/index/unit-row.ts';
import { generatedIndex } from '../support/shared-releases.ts';

const CHECKS = CROSS_REFERENCE_STAGES.flatMap(({ checks }) => checks);

let built: AddressIndex;
let index: AddressIndex;

beforeAll(() => {
  built = openIndex(generatedIndex(3000, 7));
  index = withHistory(withRankedUnits());
});

/** The same index with the rows of two pairs as those of long lists, which so few addresses have none of. */
function withRankedUnits(): AddressIndex {
  const { columns } = built;
  const end = columns.numberedUnitStart[2];
  expect(columns.rankedUnit.length).toBe(0);
  const ranked = {
    rankedUnitPair: Uint32Array.of(0, 1),
    rankedUnitStart: columns.numberedUnitStart.slice(0, 3),
    rankedUnit: columns.numberedUnit.slice(0, end * NUMBERED_UNIT_ROW),
  };
  return { ...built, columns: { ...columns, ...ranked } };
}

/** The index with what it would remember of two former releases. */
function withHistory(index: AddressIndex): AddressIndex {
  const { manifest, columns } = index;
  const ids = ['GAACT7001', 'GAACT7002', 'GANSW705000001', 'GANSW705000003', 'GAVIC5', 'no digits', 'NEW "1"'];
  const sections = historySections({
    releases: ['2025.08', '2025.11', manifest.release],
    ended: ids.map((id, i) => ({ id, release: i % 2, successor: i % 3 === 0 ? -1 : i })),
    changed: {
      address: Uint32Array.of(0, 0, 5, 9, 2000),
      release: Uint8Array.of(1, 2, 2, 1, 2),
      kinds: Uint8Array.of(1, 5, 64, 2, 33),
    },
  });
  const entries = HISTORY_SECTIONS.map((name) => ({ ...manifest.sections[0], name }));
  const counts = { ...manifest.counts, endedIds: ids.length, changes: 5 };
  return {
    ...index,
    columns: { ...columns, ...sections },
    manifest: { ...manifest, counts, sections: [...manifest.sections, ...entries] },
  };
}

/** The same index with another column, in memory only. */
function withColumn(section: SectionName, column: Columns[SectionName]): AddressIndex {
  return { ...index, columns: { ...index.columns, [section]: column } };
}

/** Ways to spoil a column: other values at some places, two places swapped, one element less, one more. */
function* changesOf(column: Columns[SectionName], random: Random): Generator<Columns[SectionName]> {
  const copyOf = (length = column.length) => {
    const copy = new (column.constructor as new (length: number) => Columns[SectionName])(length);
    copy.set(column.subarray(0, length) as never);
    return copy;
  };
  const changed = (change: (copy: Columns[SectionName]) => void) => {
    const copy = copyOf();
    change(copy);
    return copy;
  };
  yield copyOf(column.length + 1);
  if (column.length === 0) return;
  yield copyOf(column.length - 1);
  yield copyOf(0);
  for (let tries = 0; tries < 150; tries++) {
    const i = tries < 4 ? Math.min(tries, column.length - 1) : random.below(column.length);
    const other = random.below(column.length);
    const next = Math.min(i + 1, column.length - 1);
    for (const value of [
      2 ** 32 - 1,
      2 ** 32 - 2,
      2 ** 31 - 1,
      0,
      column[i] + 1,
      column[i] - 1,
      column[next],
      column[other],
      column[i] ^ 0x80,
    ])
      yield changed((copy) => {
        copy[i] = value;
      });
    yield changed((copy) => {
      copy[i] = column[next];
      copy[next] = column[i];
    });
  }
}

/** Answers what a check says of the first change to its own section that it does not accept; null where it accepts them all. */
function firstRefusal(check: Check): string | null {
  const { section } = check;
  if (section === 'manifest') {
    for (const name of Object.keys(index.manifest.counts)) {
      const counts = { ...index.manifest.counts, [name]: index.manifest.counts[name] + 1 };
      const refusal = check.find({ ...index, manifest: { ...index.manifest, counts } });
      if (refusal !== null) return refusal;
    }
    const options = { ...index.manifest.options, asgs: '2016' };
    return check.find({ ...index, manifest: { ...index.manifest, options } });
  }
  const column = index.columns[section];
  for (const changed of changesOf(column, new Random(1, section))) {
    const refusal = tried(() => check.find(withColumn(section, changed)));
    if (refusal !== null) return refusal;
  }
  return null;
}

function tried(find: () => string | null): string | null {
  try {
    return find();
  } catch {
    return null;
  }
}

describe('an index that was built', () => {
  it('passes every check', () => {
    expect(findFaults(built, [...FILE_STAGES, ...CROSS_REFERENCE_STAGES])).toEqual([]);
    expect(findFaults(index, CROSS_REFERENCE_STAGES)).toEqual([]);
  });

  it('has a check for every section', () => {
    const checked = new Set(CHECKS.map(({ section }) => section));
    expect(Object.keys(index.columns).filter((section) => !checked.has(section as SectionName))).toEqual([]);
  });

  it.each(CHECKS.map((check) => ({ check, name: `${check.section}: ${check.holds}` })))(
    'no longer passes when its section changes: $name',
    ({ check }) => {
      expect(check.find(index)).toBeNull();
      expect(firstRefusal(check)).toMatch(/.{5}/);
    },
  );
});
