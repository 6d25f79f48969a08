import type { AddressIndex } from '../../../address/index/open.ts';
import { number } from '../../report/html.ts';
import type { GroupCounts, Places } from '../group/find-pairs.ts';
import { addressAt, oneLine } from '../lookup/address.ts';
import type { Summary } from './tally.ts';

/** `12 345` of 100 000 lines as `12.3 %`. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/**
 * What grouping came to, as rows: the kind of place, how many there are, and how many lines are at the place of an
 * earlier line.
 */
export function groupRows({ addresses, buildings, households, against }: GroupCounts): (readonly [string, string])[] {
  const row = (name: string, { places, repeats }: Places) =>
    [name, `${number(places)}; ${number(repeats)} lines repeat one`] as const;
  return [
    row('addresses', addresses),
    row('buildings', buildings),
    ...(households.places === 0 ? [] : [row('households', households)]),
    ...(against === null
      ? []
      : [
          [
            'in the other list',
            `${number(against.addresses)} lines at an address of its ${number(against.certain)}`,
          ] as const,
          ...(households.places === 0
            ? []
            : [['', `${number(against.households)} lines of one of its households`] as const]),
        ]),
  ];
}

/** What grouping came to, as lines for a terminal. */
export function groupsText(groups: GroupCounts): string[] {
  const rows = groupRows(groups).map(([name, note]) => `  ${name.padEnd(28)}${note}`);
  return [`The same place, of ${number(groups.certain)} lines that are certain`, ...rows];
}

/** The summary as text for a terminal. */
export function summaryText(index: AddressIndex, { lines, outcomes, states, caps, ...more }: Summary): string {
  const rows = (title: string, entries: readonly (readonly [string, number, string?])[]) =>
    entries.length === 0
      ? []
      : [
          title,
          ...entries.map(([name, n, note = '']) =>
            `  ${name.padEnd(28)}${number(n).padStart(12)}  ${percent(n, lines).padStart(7)}${note === '' ? '' : `  ${note}`}`.trimEnd(),
          ),
        ];
  const outcomeRows = Object.entries(outcomes).filter(([, n]) => n > 0);
  const stateRows = Object.entries(states)
    .filter(([, { lines }]) => lines > 0)
    .map(([name, { lines: n, sure }]) => [name, n, `${percent(sure, n)} sure`] as const);
  const capRows = Object.entries(caps)
    .filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a);
  return [
    `${number(lines)} lines`,
    ...rows('By quality', outcomeRows),
    ...rows('By state', stateRows),
    ...rows('Why not higher', capRows),
    `Addresses: ${number(more.addresses)}, of which ${number(more.repeated)} were found more than once (${number(more.repeats)} lines beyond the first)`,
    ...more.mostRepeated
      .slice(0, 3)
      .map(({ ordinal, lines: n }) => `  ${number(n)} times ${oneLine(addressAt(index, ordinal))}`),
  ].join('\n');
}
