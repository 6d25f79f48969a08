/** The quantile of ascending numbers at a share; NaN if there are none. */
export function quantile(ascending: ArrayLike<number>, share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(share * ascending.length))] ?? Number.NaN;
}

/** The median of numbers in any order; NaN if there are none. */
export function median(numbers: Iterable<number>): number {
  return quantile(Float64Array.from(numbers).sort(), 0.5);
}
