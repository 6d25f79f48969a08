import { FILLERS, GROUPS, type Kind, OTHERWISE, WORDS } from './words.ts';

const NUMBER = '(?:[STHA]|HS)?N';
const TOWN = 'C(?:\\+?C)*';

/**
 * The names of each part as patterns of kinds of words, in the order in which an address is written; `#` is a number.
 * The longest that a name ends with, or else begins with, is its part, what is left of the name its group.
 */
const PATTERNS = {
  building: 'BM?',
  unitType: 'UYD?',
  unit: 'U(?:\\+?[UV])*N?',
  unitSuffix: 'UNX',
  level: 'VN?',
  number: `${NUMBER}F?|[HN]F?`,
  numberSuffix: `${NUMBER}F?X`,
  numberLast: `${NUMBER}E`,
  address: '[ST]?A(?:L?#(?:\\+?#)*|L)?|[ST]?L#',
  street: `S(?:M|#)?|TM|${NUMBER}\\+?(?:[ST]M?|M)|(?:S|[ST]M)\\+?${NUMBER}|S\\+N`,
  type: '[ST](?:YX?|XY?)D?',
  suburb: `${TOWN}M?#?`,
  place: `${TOWN}\\+?(?:Z\\+?P?|P)(?:\\+?P)*#?|Z\\+?P`,
  state: '(?:Z(?:\\+?Z)*[MDJ]?|T)#?',
  postcode: 'P(?:\\+?P)*#?',
  country: 'OD?#?',
  lat: 'W',
  lon: 'R',
  id: 'I',
} as const;

/** The part of an address, or of a point, that a column is named for; `line` is one below an address's first. */
export type HeaderPart = keyof typeof PATTERNS | 'line';

/** The parts of an address, in the order in which they are written. */
export const ADDRESS_PARTS: readonly HeaderPart[] = [
  ...(['building', 'unitType', 'unit', 'unitSuffix', 'level', 'number', 'numberSuffix', 'numberLast'] as const),
  ...(['address', 'street', 'type', 'line', 'suburb', 'place', 'state', 'postcode', 'country'] as const),
];

/** What a column's name says. */
export interface HeaderName {
  readonly part: HeaderPart;
  /** Which of several addresses it is of, in lower case: `billing`; empty where it does not say. */
  readonly group: string;
}

/** A name that was read, before the others of its header say whether it has a group. */
interface Reading extends HeaderName {
  /** The number behind it, `2` of `Address 2`; empty for none. */
  readonly index: string;
  /** Whether it has no group, or one by a word for such. */
  readonly isSure: boolean;
  /** Whether what is left of it may be a note: `Postcode (if known)`. */
  readonly isNoted: boolean;
}

interface Word {
  readonly text: string;
  /** A letter of `WORDS`, `#` for a number, `?` for another word. */
  readonly kind: string;
}

const wordsOf = (row: string): ReadonlySet<string> => new Set(row.split(' '));
const KINDS: ReadonlyMap<string, string> = new Map(
  (Object.keys(WORDS) as Kind[]).flatMap((kind) => WORDS[kind].split(' ').map((word) => [word, kind] as const)),
);
const GROUP_WORDS = wordsOf(GROUPS);
const FILLER_WORDS = wordsOf(FILLERS);
const OTHER_WORDS = wordsOf(OTHERWISE);
const PARTS = Object.entries(PATTERNS) as [keyof typeof PATTERNS, string][];
const AT_END = PARTS.map(([part, pattern]) => [part, new RegExp(`(?:${pattern})$`)] as const);
const AT_START = PARTS.map(([part, pattern]) => [part, new RegExp(`^(?:${pattern})`)] as const);
/** Parts of which a name alone, without a group, may have a number behind it. */
const LINES: readonly HeaderPart[] = ['address', 'street'];

/**
 * What each name of a header says, or null. What is left of a name beside its part is a group where it is a word for
 * one, where another part has the same (`gp_suburb`, `gp_state`), or, unless `strictly`, before an address
 * (`Surgery address`).
 */
export function readHeader(names: readonly string[], strictly = false): readonly (HeaderName | null)[] {
  // `Suburb/Neighbourhood` may be told by its first word alone.
  const readings = names.map((name) => readName(name) ?? readName(name.split('/', 1)[0]));
  const parts = new Map<string, Set<HeaderPart>>();
  for (const reading of readings)
    if (reading !== null) parts.set(reading.group, (parts.get(reading.group) ?? new Set()).add(reading.part));
  return readings.map((reading) => {
    if (reading === null) return null;
    const { part, group, index, isSure, isNoted } = reading;
    const isLine = LINES.includes(part);
    // `Address 2` is a second line, unless there is a `City 2`.
    const own = `${group} ${index}`.trim();
    if (isLine && index !== '' && parts.has(own) && (isSure || group === '')) return { part: LINES[0], group: own };
    const said: HeaderPart = isLine && index !== '' && index !== '1' ? 'line' : part;
    if (isSure || (parts.get(group)?.size ?? 0) > 1)
      return strictly && part === 'street' && group !== '' ? null : { part: said, group };
    if (isNoted) return { part: said, group: '' };
    return !strictly && part === 'address' ? { part: said, group } : null;
  });
}

/** What a name says by itself, or null. */
export function readWord(name: string): HeaderPart | null {
  return readHeader([name], true)[0]?.part ?? null;
}

/** A group by what a person calls it: `Billing address` is `billing`. */
export function groupNamed(text: string): string {
  return groupOf(splitWords(text));
}

/** Whether a name has a word such as `unit` in it, and none that tells of something else about it: `Unit code`. */
export function isNamedLikePart(name: string): boolean {
  const words = splitWords(name);
  return (
    words.some(({ kind }) => 'UVH'.includes(kind)) &&
    !words.some(isOtherwise) &&
    !words.some(({ kind }) => kind === 'Y')
  );
}

/** The type of the units in a column that is named for one (`Shop no`): `SHOP`; `UNIT` for any other name. */
export function unitTypeOf(name: string): string {
  const types = splitWords(name).filter(({ kind }) => kind === 'U');
  return types.length === 1 && UNIT_TYPES.includes(types[0].text) ? types[0].text.toUpperCase() : 'UNIT';
}

const UNIT_TYPES: readonly string[] = ['shop', 'suite', 'flat', 'apartment', 'villa', 'townhouse'];

function readName(name: string): Reading | null {
  const words = splitWords(name);
  if (words.length === 0 || words.some(isOtherwise)) return null;
  const kinds = words.map(({ kind }) => kind).join('');
  const end = longest(AT_END, kinds);
  const start = longest(AT_START, kinds);
  const atEnd = end !== null && (start === null || kinds.length === end.length || !isNote(words.slice(start.length)));
  const found = atEnd ? end : start;
  if (found === null) return null;
  const own = atEnd ? words.slice(-found.length) : words.slice(0, found.length);
  const left = atEnd ? words.slice(0, -found.length) : words.slice(found.length);
  const { part } = found;
  const rest = left.filter(({ text, kind }) => kind !== '+' && !FILLER_WORDS.has(text));
  const group = groupOf(left);
  const number = own.find(({ kind }) => kind === '#')?.text ?? '';
  const isLine = LINES.includes(part);
  // A part's own word in a group is another thing (`Suburb code`, `State school`), but for the street's.
  if (rest.some(({ kind }) => !'?A#SEFBX'.includes(kind) && !GROUP_WORDS.has(kind))) return null;
  if (group !== '' && (part === 'id' || (part === 'number' && own.length === 1 && own[0].kind === 'N'))) return null;
  const isSure = rest.every(
    ({ text, kind }, i) => kind === 'A' || GROUP_WORDS.has(text) || (kind === '#' && rest[i - 1]?.kind === 'A'),
  );
  return {
    part,
    group: isLine ? group : `${group} ${number}`.trim(),
    index: isLine ? number : '',
    isSure: isSure && (group === '' || own[0].text.length > 1 || own[0].kind === 'Z'),
    isNoted: !atEnd && /[([]/.test(name),
  };
}

/** Whether words behind a part say which address it is of. */
function isNote(words: readonly Word[]): boolean {
  return (
    words.some(({ text }) => GROUP_WORDS.has(text)) &&
    words.every(({ text, kind }) => GROUP_WORDS.has(text) || kind === 'A' || FILLER_WORDS.has(text))
  );
}

function longest(
  patterns: readonly (readonly [HeaderPart, RegExp])[],
  kinds: string,
): { part: HeaderPart; length: number } | null {
  let best: { part: HeaderPart; length: number } | null = null;
  for (const [part, pattern] of patterns) {
    const length = pattern.exec(kinds)?.[0].length ?? 0;
    if (length > (best?.length ?? 0)) best = { part, length };
  }
  return best;
}

function isOtherwise({ text }: Word): boolean {
  return OTHER_WORDS.has(text);
}

/** The words that tell addresses apart: `address` only where it has a number. */
function groupOf(words: readonly Word[]): string {
  return words
    .flatMap(({ text, kind }, i) => {
      if (kind === 'A') return words[i + 1]?.kind === '#' ? ['address'] : [];
      return kind === '+' || FILLER_WORDS.has(text) ? [] : [text];
    })
    .join(' ');
}

/** What counts the questions of a form or the fields of a record: `Q5.2 Suburb`, `PID-11.3 City`, `4) Postcode`. */
const COUNTED = /^\s*(?:\p{L}{0,3}[-_]?\d+[._]\d+[.):]?|\d+[.):])\s+(?=\p{L})/u;

/** The words of a name: split at signs, spaces, capitals, numbers, and where letters are two words that are known. */
function splitWords(name: string): readonly Word[] {
  const texts = name
    .normalize('NFKC')
    .replace(COUNTED, '')
    .replace(/&/g, ' and ')
    .replace(/[#№](?!\s*\d)/g, ' no ')
    .replace(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})|(\p{L})(?=\d)|(\d)(?=\p{L})/gu, '$& ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((text) => text !== '')
    .flatMap(apart);
  const words: Word[] = [];
  for (let i = 0; i < texts.length; ) {
    const most = [3, 2].find((n) => i + n <= texts.length && KINDS.has(texts.slice(i, i + n).join('')));
    const text = texts.slice(i, i + (most ?? 1)).join('');
    const kind = KINDS.get(text) ?? (/^\d+$/.test(text) ? '#' : '?');
    i += most ?? 1;
    if (!FILLER_WORDS.has(text) || KINDS.has(text)) words.push({ text, kind });
  }
  return words;
}

const isKnown = (text: string) =>
  KINDS.has(text) || GROUP_WORDS.has(text) || FILLER_WORDS.has(text) || OTHER_WORDS.has(text);

/**
 * A text as the fewest known words of two letters and more that make it up, or as one behind a short unknown one
 * (`psuburb`); itself where it is none.
 */
function apart(text: string): readonly string[] {
  if (/\d/.test(text) || text.length > LONGEST_WORD) return [text];
  const whole = apartWhole(text);
  if (whole !== null) return whole;
  for (let from = 1; from <= Math.min(LONGEST_PREFIX, text.length - 4); from++) {
    const own = apartWhole(text.slice(from));
    if (own?.every((word) => KINDS.has(word))) return [text.slice(0, from), ...own];
  }
  return [text];
}

function apartWhole(text: string): readonly string[] | null {
  if (isKnown(text)) return [text];
  const found: (readonly string[] | null)[] = [[]];
  for (let end = 1; end <= text.length; end++) {
    found[end] = null;
    for (let from = 0; from <= end - 2; from++) {
      const before = found[from];
      if (before === null || !isKnown(text.slice(from, end))) continue;
      if (found[end] === null || before.length + 1 < (found[end]?.length ?? 0))
        found[end] = [...before, text.slice(from, end)];
    }
  }
  return found[text.length];
}

const LONGEST_WORD = 60;
const LONGEST_PREFIX = 4;
