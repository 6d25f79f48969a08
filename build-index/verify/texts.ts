import { isUtf8 } from 'node:buffer';
import { PARCEL_PLACE } from '../../src/index/detail.ts';
import type { AddressIndex } from '../../src/index/open.ts';
import { at, type Check } from './check.ts';
import { firstRepeat, mixed, SEED } from './distinct.ts';
import { jsonStringFault } from './json-string.ts';

/** CSR sections whose items are the insides of JSON strings; a parcel template keeps byte 1 for a number's place. */
const STRINGS = [
  ['text', 'textStart', -1],
  ['numberText', 'numberTextStart', -1],
  ['parcelTemplate', 'parcelTemplateStart', PARCEL_PLACE],
] as const;

/** CSR sections whose items are JSON of their own. */
const FRAGMENTS = [
  ['localityJson', 'localityJsonStart'],
  ['postcodeJson', 'postcodeJsonStart'],
  ['area', 'areaStart'],
  ['sa2', 'sa2Start'],
  ['meshBlockJson', 'meshBlockJsonStart'],
] as const;

/** All text is UTF-8, and can be copied into answers as it is. */
export const TEXT_CHECKS: readonly Check[] = [
  ...[...STRINGS, ...FRAGMENTS].map(
    ([section, start]): Check => ({
      section,
      holds: 'every item is UTF-8',
      find: ({ columns }) => utf8Fault(columns[section], columns[start]),
    }),
  ),
  ...STRINGS.map(
    ([section, start, allowed]): Check => ({
      section,
      holds: 'every item is the inside of a JSON string',
      find: ({ columns }) => stringFault(columns[section], columns[start], allowed),
    }),
  ),
  {
    section: 'textStart',
    holds: 'text 0 is empty',
    find: ({ columns }) => (columns.textStart[1] === 0 ? null : at(1, columns.textStart[1], 0)),
  },
  {
    section: 'text',
    holds: 'every text is there once',
    find(index) {
      const { text, textStart } = index.columns;
      const repeat = firstRepeat(
        textStart.length - 1,
        (id) => {
          let hash = SEED;
          for (let i = textStart[id]; i < textStart[id + 1]; i++) hash = mixed(hash, text[i]);
          return hash;
        },
        (a, b) => sameText(index, a, b),
      );
      return repeat === null ? null : `text ${repeat.position} is that of text ${repeat.earlier}, expected another`;
    },
  },
];

function sameText({ columns: { text, textStart } }: AddressIndex, a: number, b: number): boolean {
  const length = textStart[a + 1] - textStart[a];
  if (length !== textStart[b + 1] - textStart[b]) return false;
  for (let i = 0; i < length; i++) if (text[textStart[a] + i] !== text[textStart[b] + i]) return false;
  return true;
}

function utf8Fault(bytes: Uint8Array, start: Uint32Array): string | null {
  const whole = isUtf8(bytes);
  for (let i = 0; i + 1 < start.length; i++) {
    const from = start[i];
    if (from === start[i + 1]) continue;
    if (whole ? (bytes[from] & 0xc0) !== 0x80 : isUtf8(bytes.subarray(from, start[i + 1]))) continue;
    return at(i, Buffer.from(bytes.subarray(from, start[i + 1])).toString('hex'), 'UTF-8');
  }
  return null;
}

function stringFault(bytes: Uint8Array, start: Uint32Array, allowed: number): string | null {
  for (let i = 0; i + 1 < start.length; i++) {
    const position = jsonStringFault(bytes, start[i], start[i + 1], allowed);
    if (position < 0) continue;
    const text = Buffer.from(bytes.subarray(start[i], start[i + 1])).toString();
    return at(i, `byte ${bytes[position]} at ${position} in ${text}`, 'the inside of a JSON string');
  }
  return null;
}
