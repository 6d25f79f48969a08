/** One of `of` parts of a list, from 1. */
export interface Part {
  readonly part: number;
  readonly of: number;
}

/** The records of a list that begin at `from` or after it, and before `to`: in bytes of UTF-8, or lines. */
export interface Share {
  readonly isFirst: boolean;
  readonly unit: 'bytes' | 'line';
  readonly from: number;
  readonly to: number;
}

/** A place in a list, both ways. */
type Place = Readonly<Record<Share['unit'], number>>;

/** The share of a part, of the bytes or lines after `start` and before `end`. The last part has what there is beyond. */
export function shareOf({ part, of }: Part, unit: Share['unit'], start: Place, end: number): Share {
  const edge = (parts: number) => start[unit] + Math.floor(((end - start[unit]) * parts) / of);
  return { isFirst: part === 1, unit, from: edge(part - 1), to: part === of ? Number.POSITIVE_INFINITY : edge(part) };
}

/** The next edge of a share after a position: a batch ends there. */
export function edgeAfter({ unit, from, to }: Share, position: Place): number {
  return position[unit] < from ? from : to;
}
