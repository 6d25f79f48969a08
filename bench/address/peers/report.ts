import { type Table, withUnit } from '../../equipment/figures.ts';
import type { Prepared } from './material.ts';
import type { Answered, Result } from './measure.ts';

/** The tables for one size: how fast, how large, how often right. */
export function peerTables(prepared: Prepared, results: readonly Result[]): Table[] {
  const size = `${prepared.addresses.toLocaleString('en').replaceAll(',', ' ')} addresses`;
  return [
    {
      title: `${size}: keystrokes`,
      rows: [
        ['peer', 'queries/s', 'p50', 'p99', 'answered', 'on disk', 'memory', 'built in'],
        ...results.map((result) => speedRow(result, prepared.typed.length)),
      ],
    },
    {
      title: `${size}: typed letter by letter, until among the first five`,
      rows: [
        ['peer', 'lines typed', 'never listed', 'characters of a line that is listed'],
        ...results.filter(({ failed }) => failed === undefined).map(letteredRow),
      ],
    },
    ...(['complete', 'match'] as const).map((kind) => ({
      title: `${size}: right record first, by ${kind === 'complete' ? 'autocomplete' : 'validate'}`,
      rows: accuracyRows(prepared, results, kind),
    })),
  ];
}

function speedRow({ name, failed, diskBytes, memoryBytes, buildSeconds, kinds }: Result, asked: number): string[] {
  if (failed !== undefined) return [name, failed, '', '', '', '', '', ''];
  const { histogram, seconds } = kinds.typed;
  return [
    name,
    withUnit(histogram.count / seconds, ''),
    latency(histogram.quantile(0.5)),
    latency(histogram.quantile(0.99)),
    `${histogram.count} of ${asked}`,
    diskBytes === null ? 'none' : withUnit(diskBytes / 1e6, 'MB'),
    withUnit(memoryBytes / 1e6, 'MB'),
    withUnit(buildSeconds, 's'),
  ];
}

function letteredRow({ name, listedAfter }: Result): string[] {
  const listed = listedAfter.filter((after) => after !== null);
  const mean = listed.reduce((sum, after) => sum + after, 0) / listed.length;
  return [name, String(listedAfter.length), String(listedAfter.length - listed.length), withUnit(mean, '')];
}

function accuracyRows({ asked }: Prepared, results: readonly Result[], kind: 'complete' | 'match'): string[][] {
  const groups = [...new Set(asked.map(({ group }) => group))].sort();
  const shown = results.filter(({ failed }) => failed === undefined);
  const share = ({ groups: counts }: Answered, group: string) => {
    const { asked: n, right } = counts.get(group) ?? { asked: 0, right: 0 };
    return n === 0 ? '–' : withUnit((100 * right) / n, '%');
  };
  const all = (answered: Answered) => {
    const counts = [...answered.groups.values()];
    const n = counts.reduce((sum, each) => sum + each.asked, 0);
    return n === 0 ? '–' : `${withUnit((100 * counts.reduce((sum, each) => sum + each.right, 0)) / n, '%')} of ${n}`;
  };
  return [
    ['class', ...shown.map(({ name }) => name)],
    ...groups.map((group) => [group, ...shown.map(({ kinds }) => share(kinds[kind], group))]),
    ['all', ...shown.map(({ kinds }) => all(kinds[kind]))],
    ['p50', ...shown.map(({ kinds }) => latency(kinds[kind].histogram.quantile(0.5)))],
    ['p99', ...shown.map(({ kinds }) => latency(kinds[kind].histogram.quantile(0.99)))],
  ];
}

function latency(nanoseconds: number): string {
  return nanoseconds >= 1e6 ? withUnit(nanoseconds / 1e6, 'ms') : withUnit(nanoseconds / 1e3, 'µs');
}
