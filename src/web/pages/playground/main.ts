export const started = performance.now();
