/**
 * Notes when typing began that is meant to take `planned` ms. A busy machine is slower, and what is asked for follows the time: `share`
 * is how much may be for the time that it really took, where `most` may be for the planned one.
 */
export function pace(planned: number): { share(most: number): number } {
  const began = performance.now();
  return { share: (most) => Math.floor(most * Math.max(1, (performance.now() - began) / planned)) };
}
