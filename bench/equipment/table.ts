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
