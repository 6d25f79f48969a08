import { aligned } from './table.ts';

/** A measured number, and its goal, if there is one. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly goal?: { readonly atMost: number } | { readonly atLeast: number } | undefined;
}

/** Numbers that belong together, as cells; the first row is the header. */
export interface Table {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

/** What a benchmark found. */
export interface Measurements {
  readonly figures: readonly Figure[];
  readonly tables?: readonly Table[];
  /** Sentences about how it was measured, and what cannot be reproduced. */
  readonly notes?: readonly string[];
  /** Pictures, by the paths of their files. */
  readonly plots?: readonly { readonly title: string; readonly path: string }[];
  /** Further data for readers of the file. */
  readonly details?: unknown;
}

/** True if a figure misses its goal. */
export function isMissed({ value, goal }: Figure): boolean {
  if (goal === undefined) return false;
  return 'atMost' in goal ? !(value <= goal.atMost) : !(value >= goal.atLeast);
}

/** `≤ 12 µs`, `≥ 35 %`, or nothing. */
export function goalText({ goal, unit }: Figure): string {
  if (goal === undefined) return '';
  return 'atMost' in goal ? `≤ ${withUnit(goal.atMost, unit)}` : `≥ ${withUnit(goal.atLeast, unit)}`;
}

/** `3.4 µs`, `15 800 000 addresses`, `99.92 %`: three significant digits, four for shares. */
export function withUnit(value: number, unit: string): string {
  return unit === '' ? rounded(value, unit) : `${rounded(value, unit)} ${unit}`;
}

function rounded(value: number, unit: string): string {
  if (!Number.isFinite(value)) return '–';
  if (unit === '%') return String(Number(value.toFixed(2)));
  if (Math.abs(value) >= 1000) return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
  return String(Number(value.toPrecision(3)));
}

/** Measurements as they are printed: tables, figures with their goals, notes. */
export function measurementsText({ figures, tables = [], notes = [] }: Measurements): string {
  const rows = figures.map((figure) => [
    figure.what,
    withUnit(figure.value, figure.unit),
    goalText(figure),
    isMissed(figure) ? 'MISSED' : '',
  ]);
  return [
    ...tables.map(({ title, rows: cells }) => `${title}\n${aligned(cells)}`),
    ...(rows.length === 0 ? [] : [aligned(rows)]),
    ...notes,
  ].join('\n\n');
}
