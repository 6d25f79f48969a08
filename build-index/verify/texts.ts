import { isUtf8 } from 'node:buffer';
import {
  blockTextOf,
  codeBytesIn,
  MOST_CODE_BYTES,
  SET,
  SET_WORDS,
  sa1BytesIn,
} from '../../src/address/index/boundary-set.ts';
import { PARCEL_PLACE } from '../../src/address/index/detail.ts';
import { SECTION_RULES, type SectionRule } from '../../src/address/index/section-rules.ts';
import { SECTION_NAMES, type SectionName } from '../../src/address/index/sections.ts';
import { at, type Check } from './check.ts';

/** All text is UTF-8, and can be copied into answers as it is. */
export const TEXT_CHECKS: readonly Check[] = [
  ...SECTION_NAMES.flatMap((start): Check[] => {
    const { into, words = 1 } = SECTION_RULES[start];
    const items = into === undefined ? undefined : SECTION_RULES[into].items;
    if (into === undefined || items === undefined) return [];
    return [
      {
        section: into,
        holds: typeof items === 'string' ? `every item is a ${items} in UTF-8` : 'every item is JSON in UTF-8',
        find: ({ columns }) => itemsFault(columns[into] as Uint8Array, columns[start] as Uint32Array, items, words),
      },
    ];
  }),
  {
    section: 'textStart',
    holds: 'text 0 is empty',
    find: ({ columns }) => (columns.textStart[1] === 0 ? null : at(1, columns.textStart[1], 0)),
  },
  wholeCheck('streetText'),
  {
    section: 'boundarySet',
    holds: 'the codes of every mesh block are a string in UTF-8, and zeros follow them',
    find: ({ columns }) => blockTextFault(columns.boundarySet),
  },
];

type Items = NonNullable<SectionRule['items']>;

function itemsFault(bytes: Uint8Array, start: Uint32Array, items: Items, words: number): string | null {
  const whole = isUtf8(bytes);
  let before = '';
  for (let i = 0; i + 1 < start.length; i++) {
    const [from, end] = [start[i], start[i + 1]];
    if (whole ? from < end && (bytes[from] & 0xc0) === 0x80 : !isUtf8(bytes.subarray(from, end)))
      return at(i, Buffer.from(bytes.subarray(from, end)).toString('hex'), 'UTF-8');
    if (items === 'string' || items === 'template') {
      const position = jsonStringFault(bytes, from, end, items === 'template' ? PARCEL_PLACE : -1);
      if (position >= 0) return at(i, `byte ${bytes[position]} at ${position}`, 'the inside of a JSON string');
      continue;
    }
    const text = Buffer.from(bytes.subarray(from, end)).toString();
    if (items !== 'key') {
      const kind = items[(i % words) % items.length];
      if (!isJson(text, kind)) return at(i, text, EXPECTED[kind]);
      continue;
    }
    if (!/^[A-Z0-9]+( [A-Z0-9]+)*$/.test(text)) return at(i, JSON.stringify(text), 'A–Z, 0–9 and single spaces');
    if (text <= before) return at(i, text, `a key after ${before}`);
    before = text;
  }
  return null;
}

const EXPECTED = { value: 'JSON', members: 'the members of a JSON object', listed: 'JSON and a comma' } as const;

function isJson(text: string, kind: keyof typeof EXPECTED): boolean {
  try {
    JSON.parse(kind === 'value' ? text : kind === 'members' ? `{${text}}` : `[${text}0]`);
    return kind !== 'listed' || text.endsWith(',');
  } catch {
    return false;
  }
}

function wholeCheck(section: SectionName): Check {
  return {
    section,
    holds: 'all of it is UTF-8, and the inside of JSON strings',
    find({ columns }) {
      const bytes = columns[section] as Uint8Array;
      const position = isUtf8(bytes) ? jsonStringFault(bytes, 0, bytes.length) : 0;
      return position < 0 ? null : at(position, `byte ${bytes[position]}`, 'the inside of a JSON string in UTF-8');
    },
  };
}

function blockTextFault(boundarySet: Uint32Array): string | null {
  const bytes = new Uint8Array(boundarySet.buffer, boundarySet.byteOffset, boundarySet.byteLength);
  for (let set = 0; set < boundarySet.length / SET_WORDS; set++) {
    const element = boundarySet[set * SET_WORDS + SET.sa2AndBlock];
    const from = blockTextOf(set);
    const [code, sa1] = [codeBytesIn(element), sa1BytesIn(element)];
    const text = bytes.subarray(from, from + code + sa1);
    if (Math.max(code, sa1) > MOST_CODE_BYTES || (code === 0 && sa1 > 0))
      return at(set, `codes of ${code} and ${sa1} bytes`, `at most ${MOST_CODE_BYTES} each, and none alone of an SA1`);
    if (!isUtf8(text) || jsonStringFault(text, 0, code) >= 0 || jsonStringFault(text, code, code + sa1) >= 0)
      return at(set, Buffer.from(text).toString('hex'), 'the insides of two JSON strings in UTF-8');
    const rest = bytes.subarray(from + code + sa1, from + 2 * MOST_CODE_BYTES).findIndex((byte) => byte !== 0);
    if (rest >= 0) return at(set, `byte ${bytes[from + code + sa1 + rest]} behind the codes`, 0);
  }
  return null;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const UNICODE_ESCAPE = 0x75;

/**
 * The first position in `bytes[start, end)` where it cannot be the inside of a JSON string (RFC
 * 8259, section 7): a quote, a control byte other than `allowed`, or an escape that is none; -1
 * where it can. Bytes from 0x80 on are taken as they are.
 */
function jsonStringFault(bytes: Uint8Array, start: number, end: number, allowed = -1): number {
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH) continue;
    if (byte === allowed) continue;
    if (byte !== BACKSLASH) return i;
    const escaped = i + 1 < end ? bytes[i + 1] : 0;
    if (escaped === UNICODE_ESCAPE) {
      for (let digit = i + 2; digit < i + 6; digit++) if (digit >= end || !isHex(bytes[digit])) return i;
      i += 5;
    } else if (ESCAPES.has(escaped)) i++;
    else return i;
  }
  return -1;
}

function isHex(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);
}
