import type { Random } from '../../../../build-index/generate/random.ts';

const GIVEN = ['MARGARET', 'TREVOR', 'DR HELEN', 'M', 'WEI', 'THE ESTATE OF BRUCE', 'JOAN & KEITH'];
const FAMILY = ['PAPADOPOULOS', 'WHITTAKER', 'TRAN', 'OBRADOVIC', 'MACKENZIE-HILL', 'DE SOUZA'];
const FIRMS = [
  'ANGLICARE OPPORTUNITY SHOP',
  'ST MARGARET MARY PARISH OFFICE',
  'DEPT OF HEALTH',
  'COUNTRYWIDE TYRES',
  'BEST & LESS',
  'WATTLE GROVE EARLY LEARNING',
  'FAMILY DENTAL',
  'TWO BEARS CAFE',
  'AUSTRALIAN RED CROSS BLOOD SERVICE',
  'HARDWARE HOUSE',
];
const NOTES = [
  ' MOVED 7/2021',
  ' VACANT SINCE 2019',
  ' (SIDE GATE, CODE 8831)',
  ' (HOME)',
  ' - LEAVE AT FRONT DOOR',
  ', NEAR THE OVAL',
  ' RETURN TO SENDER',
  ', DO NOT CALL',
  ' <KEITH.B@EXAMPLE.ORG>',
  ' (MUM AND DAD)',
  ', RING THE BELL TWICE',
  ' - DECEASED',
];
const BOXES = ['PO BOX', 'P.O. BOX', 'GPO BOX', 'LOCKED BAG'];

/** A person, a company or an office, as written before an address. */
export function nameBefore(random: Random): string {
  return random.chance(0.4) ? `${random.pick(GIVEN)} ${random.pick(FAMILY)}` : random.pick(FIRMS);
}

/** A note written after an address, with its separator. */
export function noteAfter(random: Random): string {
  return random.pick(NOTES);
}

/** A post box. */
export function box(random: Random): string {
  return `${random.pick(BOXES)} ${random.between(1, 4000)}`;
}

/**
 * Digits as a machine misreads them from paper: 0 as O, 1 as l or I; null if there are none of
 * these.
 */
export function misread(number: string, random: Random): string | null {
  const places = [...number].flatMap((digit, i) => ('01'.includes(digit) ? [i] : []));
  if (places.length === 0 || !/^\d{2,}$/.test(number)) return null;
  const at = random.pick(places);
  return `${number.slice(0, at)}${number[at] === '0' ? 'O' : random.pick(['l', 'I'])}${number.slice(at + 1)}`;
}

/**
 * A line of UTF-8 that a program took for Windows-1252 (no-break spaces, dashes, quotation marks, a
 * byte order mark), or one with zero-width characters.
 */
export function misdecoded(line: string, random: Random): string {
  const space = (sign: string) => line.replace(' ', `${sign} `);
  return random.pick([
    space('Â'),
    line.replace(' ', 'Â\u00a0'),
    `ï»¿${line}`,
    line.includes('-') ? line.replace('-', 'â€“') : line.replace(', ', ' â€“ '),
    `â€œ${line}â€\u009d`,
    line.replace(' ', '\u200b \u200e'),
    `\ufeff\u202a${line}\u202c`,
  ]);
}
