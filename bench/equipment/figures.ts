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

/** The quantile of ascending numbers at a share; NaN if there are none. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;
}

/** The median of numbers in any order; NaN if there are none. */
export function median(numbers: Iterable<number>): number {
  return quantile(Float64Array.from(numbers).sort(), 0.5);
}

/** Cells in aligned columns: the first `left` ones to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[], left = 1): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** `99.85` for 0.9985; `–` if `whole` is 0. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : ((100 * part) / whole).toFixed(2);
}
