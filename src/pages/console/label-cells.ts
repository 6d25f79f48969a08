/** Gives every cell the head of its column, which narrow screens show where tables are drawn as cards. */
export function labelCells(place: HTMLElement): void {
  for (const table of place.querySelectorAll('table')) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent);
    if (heads.length === 0) continue;
    for (const body of table.tBodies)
      for (const row of body.rows)
        for (const cell of row.querySelectorAll('td'))
          if (heads[cell.cellIndex]) cell.dataset.label = heads[cell.cellIndex];
  }
}
