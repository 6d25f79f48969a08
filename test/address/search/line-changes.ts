import type { Random } from '../../../build-index/generate/random.ts';

/** Writes a line otherwise, or says something else. */
export type Change = (line: string, random: Random) => string;

/** What tests of whole lines and of lines being typed both change. */
export const CHANGES: readonly Change[] = [
  (line) => line,
  (line) => line.replaceAll(',', ''),
  (line) => line.replace(/,(?=[^,]*$)/, ' '),
  (line) => line.replace(/(\d+)(?= [a-z])/i, '$1A'),
  (line) => line.replace(/(\d+)(?= [a-z])/i, (number) => `${number}-${+number + 2}`),
  (line) => line.replace(/(\d+)(?= [a-z])/i, 'Lot $1'),
  (line) => line.replace(/(\d+)(?= [a-z])/i, '7/$1'),
  (line) => line.replace(/^.*?(\d+ [a-z])/i, 'Unit 3, level 2, $1'),
  (line) => line.replace(/^[^,]*?\d+ (?=[a-z])/i, ''),
  (line) => line.replace(/ (street|road|avenue|court|place)/i, ''),
  (line) => line.replace(/ (street|road|avenue|court|place)/i, ' north $1'),
  (line) => `Rose Cottage, ${line}`,
];
