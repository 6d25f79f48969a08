import type { AddressIndex } from '../../src/address/index/open.ts';
import { type Reference, SECTION_RULES, type SectionRule } from '../../src/address/index/section-rules.ts';
import { type Columns, SECTION_NAMES, type SectionName } from '../../src/address/index/sections.ts';
import { at, type Check } from './check.ts';

/** Every section has whole rows, as many as its rule says. */
export const LENGTH_CHECKS: readonly Check[] = checksOf((rule, section) =>
  (['rowsOf', 'words', 'more', 'rows', 'noneFirst', 'powerOfTwo'] as const).every((part) => rule[part] === undefined)
    ? []
    : [
        {
          section,
          holds: 'it has as many rows as it should',
          find: ({ columns }) => lengthFault(columns, section, rule),
        },
      ],
);

/** Every CSR column begins at 0, never falls, and ends where what it points into ends. */
export const POSITION_CHECKS: readonly Check[] = checksOf(({ into }, section) =>
  into === undefined
    ? []
    : [
        {
          section,
          holds: `it rises from 0 to the rows of ${into}`,
          find: ({ columns }) => positionFault(columns[section], rowsOf(columns, into), into),
        },
      ],
);

/** Every reference leads somewhere, and what ascends ascends. */
export const REFERENCE_CHECKS: readonly Check[] = checksOf((rule, section) => [
  ...(rule.refersTo ?? []).map((reference) => ({
    section,
    holds: `every reference is one of ${reference.to}`,
    find: ({ columns }: AddressIndex) => referenceFault(columns, section, reference),
  })),
  ...(rule.noneFirst === undefined ? [] : [noneCheck(section)]),
  ...(rule.order === undefined ? [] : [orderCheck(section, rule.order === 'ascending' ? 1 : 0)]),
]);

/** Rows of a section, not counting what stands after the last. */
export function rowsOf(columns: Columns, section: SectionName): number {
  const { words = 1, more = 0 } = SECTION_RULES[section];
  return (columns[section].length - more) / words;
}

function checksOf(checks: (rule: SectionRule, section: SectionName) => readonly Check[]): Check[] {
  return SECTION_NAMES.flatMap((section) => checks(SECTION_RULES[section], section));
}

function lengthFault(columns: Columns, section: SectionName, rule: SectionRule): string | null {
  const rows = rowsOf(columns, section);
  const expected = rule.rows ?? (rule.rowsOf === undefined ? null : rowsOf(columns, rule.rowsOf));
  if (expected !== null && rows !== expected)
    return `${rows} rows, expected ${expected}${rule.rowsOf === undefined ? '' : `, those of ${rule.rowsOf}`}`;
  if (!Number.isInteger(rows) || rows < 0) return `${columns[section].length} elements, expected whole rows`;
  if (rule.noneFirst && rows === 0) return '0 rows, expected at least 1';
  return rule.powerOfTwo && !Number.isInteger(Math.log2(rows)) ? `${rows} rows, expected a power of two` : null;
}

function positionFault(start: ArrayLike<number>, rows: number, into: SectionName): string | null {
  if (start[0] !== 0) return at(0, start[0], 0);
  for (let i = 1; i < start.length; i++)
    if (start[i] < start[i - 1]) return at(i, start[i], `at least ${start[i - 1]}`);
  const last = start.length - 1;
  return start[last] === rows ? null : at(last, start[last], `${rows}, the rows of ${into}`);
}

function referenceFault(columns: Columns, section: SectionName, { to, word, of, none }: Reference): string | null {
  const { words = 1, more = 0 } = SECTION_RULES[section];
  const limit = typeof to === 'number' ? to : rowsOf(columns, to);
  const column = columns[section];
  const end = column.length - more;
  const step = word === undefined ? 1 : words;
  for (let i = word ?? 0; i < end; i += step) {
    const found = of === undefined ? column[i] : of(column[i]);
    if (!(found >= 0 && found < limit) && found !== none) return at(i, found, `below ${limit}, the rows of ${to}`);
  }
  return null;
}

function noneCheck(section: SectionName): Check {
  return {
    section,
    holds: 'entry 0 is "none"',
    find: ({ columns }) => (columns[section][0] === 0 ? null : at(0, columns[section][0], 0)),
  };
}

function orderCheck(section: SectionName, step: 0 | 1): Check {
  return {
    section,
    holds: step === 1 ? 'it ascends' : 'it never falls',
    find({ columns }) {
      const column = columns[section];
      for (let i = 1; i < column.length; i++)
        if (column[i] < column[i - 1] + step) return at(i, column[i], `at least ${column[i - 1] + step}`);
      return null;
    },
  };
}
