/** The number that a share of ascending ones is at most; NaN of none. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;
}

/** The middle of numbers in any order; NaN of none. */
export function median(numbers: Iterable<number>): number {
  return quantile(Float64Array.from(numbers).sort(), 0.5);
}
