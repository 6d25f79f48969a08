import { hasUnit, numberIn } from '../../src/address/index/address-head.ts';
import { LONGEST_BEGINNING } from '../../src/address/index/beginnings.ts';
import { LOT } from '../../src/address/index/number-kinds.ts';
import type { Columns } from '../../src/address/index/sections.ts';
import { STREET_TYPE_WORDS } from '../../src/address/vocabulary/street-types.ts';
import { rowFor, wordsIn } from '../../src/address/vocabulary/words.ts';

/** The columns that labels are made of. */
type LabelColumns = Pick<
  Columns,
  | 'textStart'
  | 'text'
  | 'addressHead'
  | 'addressUnit'
  | 'streetAddressStart'
  | 'streetLabel'
  | 'numberKind'
  | 'numberTextStart'
  | 'numberText'
  | 'unitFlatType'
  | 'unitFlatText'
  | 'unitLevelType'
  | 'unitLevelText'
  | 'flatTypeText'
  | 'levelTypeText'
>;

/** A part of labels: its texts, and by the code of each its place in their order. */
interface Part {
  readonly text: readonly string[];
  readonly rank: Uint32Array;
}

/** Labels in three parts: of a unit as it is written, a number and a street. */
interface Labels {
  readonly count: number;
  readonly parts: readonly [Part, Part, Part];
  /** The code of a part of a label. */
  code(part: number, label: number): number;
}

/**
 * The texts that at least `least` addresses begin with, `UNIT 3, 12 SM` and `3/12 SM` of `UNIT 3,
 * 12 SMITH STREET`, up to LONGEST_BEGINNING characters. Sorts the labels: O(addresses).
 */
export function sharedBeginnings(columns: LabelColumns, least: number): Set<string> {
  const labels = labelsOf(columns);
  const order = sorted(labels);
  return sharedByNext(
    order.length,
    least,
    (i, j) => sharedLength(labels, order[i], order[j]),
    (i) => textOf(labels, order[i]),
  );
}

/** The columns that labels of streets are made of. */
type StreetColumns = Pick<
  Columns,
  'textStart' | 'text' | 'streetLabel' | 'streetName' | 'streetType' | 'streetTypeText'
>;

/** How many spellings of a street's type are taken, the commonest first. */
const SPELLINGS = 2;

/**
 * The texts that at least `least` streets begin with, `HALL ST` of HALL STREET, up to LONGEST_BEGINNING characters;
 * and, if so many have the whole label, with a short type, `EVANS RD`. Sorts the labels: O(n log n) for n streets.
 */
export function sharedStreets(columns: StreetColumns, least: number): Set<string> {
  const labels = Array.from(columns.streetLabel, (label) => `${textIn(columns, label)} `).sort(byLetters);
  const shared = sharedByNext(
    labels.length,
    least,
    (i, j) => commonLength(labels[i], labels[j]),
    (i) => labels[i],
  );
  const isShared = (label: string) => label.length <= LONGEST_BEGINNING && shared.has(label);
  columns.streetLabel.forEach((label, street) => {
    const text = textIn(columns, label);
    if (!isShared(`${text} `)) return;
    const name = textIn(columns, columns.streetName[street]);
    const type = textIn(columns, columns.streetTypeText[columns.streetType[street]]);
    if (text !== `${name} ${type}`) return;
    for (const short of wordsIn(rowFor(STREET_TYPE_WORDS, type) ?? '').slice(0, SPELLINGS))
      for (let end = 1; end <= short.length + 1; end++) shared.add(`${name} ${`${short} `.slice(0, end)}`);
  });
  return shared;
}

/**
 * The beginnings that each of `count` texts, in order, shares with the next `least` - 1. What it shares with the one
 * before has been found there, so few texts are put together.
 */
function sharedByNext(
  count: number,
  least: number,
  lengthShared: (i: number, j: number) => number,
  textAt: (i: number) => string,
): Set<string> {
  const shared = new Set<string>();
  for (let i = 0; i + least <= count; i++) {
    const found = i === 0 ? 0 : lengthShared(i - 1, i);
    if (found >= LONGEST_BEGINNING) continue;
    const length = Math.min(LONGEST_BEGINNING, lengthShared(i, i + least - 1));
    if (length <= found) continue;
    const text = textAt(i);
    for (let end = found + 1; end <= length; end++) shared.add(text.slice(0, end));
  }
  return shared;
}

/** The labels of all addresses, by ordinal; then the short ones of those with a unit but no level. */
function labelsOf(columns: LabelColumns): Labels {
  const { addressHead, addressUnit, unitFlatText, unitLevelType, unitLevelText } = columns;
  const units = unitFlatText.length;
  const addresses = addressHead.length;
  const unitOf = (ordinal: number) => (hasUnit(addressHead[ordinal]) ? addressUnit[ordinal] : 0);
  const isShort = (unit: number) => unitFlatText[unit] !== 0 && unitLevelType[unit] + unitLevelText[unit] === 0;
  let count = 0;
  for (let ordinal = 0; ordinal < addresses; ordinal++) if (isShort(unitOf(ordinal))) count++;
  const short = new Uint32Array(count);
  for (let ordinal = addresses - 1; ordinal >= 0; ordinal--) if (isShort(unitOf(ordinal))) short[--count] = ordinal;
  const label = streetLabels(columns);
  const ofOrdinal = [unitOf, (ordinal: number) => numberIn(addressHead[ordinal]), (ordinal: number) => label[ordinal]];
  return {
    count: addresses + short.length,
    parts: [unitPart(columns), numberPart(columns), streetPart(columns)],
    code: (part, of) =>
      of < addresses ? ofOrdinal[part](of) : ofOrdinal[part](short[of - addresses]) + (part === 0 ? units : 0),
  };
}

/** The text id of the street's label by ordinal. */
function streetLabels({ addressHead, streetAddressStart, streetLabel }: LabelColumns): Uint32Array {
  const labels = new Uint32Array(addressHead.length);
  streetLabel.forEach((label, street) => {
    labels.fill(label, streetAddressStart[street], streetAddressStart[street + 1]);
  });
  return labels;
}

const decoder = new TextDecoder();

function byLetters(a: string, b: string): number {
  return a < b ? -1 : +(a > b);
}

function partOf(text: readonly string[]): Part {
  const order = Uint32Array.from(text, (_, code) => code).sort((a, b) => byLetters(text[a], text[b]));
  const rank = new Uint32Array(text.length);
  order.forEach((code, i) => {
    rank[code] = i > 0 && text[order[i - 1]] === text[code] ? rank[order[i - 1]] : i;
  });
  return { text, rank };
}

function textIn({ textStart, text }: Pick<Columns, 'textStart' | 'text'>, id: number): string {
  return decoder.decode(text.subarray(textStart[id], textStart[id + 1]));
}

/** `UNIT 3, LEVEL 2, ` by unit, then `3/` by unit. */
function unitPart(columns: LabelColumns): Part {
  const { unitFlatType, unitFlatText, unitLevelType, unitLevelText, flatTypeText, levelTypeText } = columns;
  const written = (type: number, number: number) =>
    [textIn(columns, type), textIn(columns, number)].filter((text) => text !== '').join(' ');
  const long: string[] = [];
  const short: string[] = [];
  for (let unit = 0; unit < unitFlatText.length; unit++) {
    const flat = written(flatTypeText[unitFlatType[unit]], unitFlatText[unit]);
    const level = written(levelTypeText[unitLevelType[unit]], unitLevelText[unit]);
    long.push([flat, level].map((text) => (text === '' ? '' : `${text}, `)).join(''));
    short.push(`${textIn(columns, unitFlatText[unit])}/`);
  }
  return partOf([...long, ...short]);
}

/** `12 ` and `LOT 7 ` by number code. */
function numberPart({ numberKind, numberTextStart, numberText }: LabelColumns): Part {
  return partOf(
    Array.from(numberKind, (kind, code) => {
      const text = decoder.decode(numberText.subarray(numberTextStart[code], numberTextStart[code + 1]));
      return text === '' ? '' : `${kind === LOT ? 'LOT ' : ''}${text} `;
    }),
  );
}

/** Labels of streets by text id. */
function streetPart(columns: LabelColumns): Part {
  const text = new Array<string>(columns.textStart.length).fill('');
  for (const id of columns.streetLabel) if (text[id] === '') text[id] = textIn(columns, id);
  return partOf(text);
}

/** The labels in the order of their parts: counted and dealt out by one part after another, the last first. */
function sorted({ count, parts, code }: Labels): Uint32Array {
  let order = Uint32Array.from({ length: count }, (_, label) => label);
  for (const p of [2, 1, 0]) {
    const { rank } = parts[p];
    const next = new Uint32Array(rank.length + 1);
    for (const label of order) next[rank[code(p, label)] + 1]++;
    for (let i = 0; i < rank.length; i++) next[i + 1] += next[i];
    const dealt = new Uint32Array(count);
    for (const label of order) dealt[next[rank[code(p, label)]]++] = label;
    order = dealt;
  }
  return order;
}

function textOf({ parts, code }: Labels, label: number): string {
  return parts.map(({ text }, p) => text[code(p, label)]).join('');
}

/** Characters that two labels begin with: of equal parts and the first that differ. */
function sharedLength({ parts, code }: Labels, a: number, b: number): number {
  let length = 0;
  for (let p = 0; p < parts.length; p++) {
    const { rank, text } = parts[p];
    const [of, other] = [code(p, a), code(p, b)];
    if (rank[of] !== rank[other]) return length + commonLength(text[of], text[other]);
    length += text[of].length;
  }
  return length;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}
