import { InvalidArgumentError } from 'commander';

/** A whole number from 0. */
export function readCount(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number');
  return Number(text);
}
