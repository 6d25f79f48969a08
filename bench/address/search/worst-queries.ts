import type { Random } from '../../../build-index/generate/random.ts';
import { numberIn } from '../../../src/address/index/address-head.ts';
import type { AddressIndex } from '../../../src/address/index/open.ts';
import { localityOf } from '../../../src/address/index/street-answer.ts';
import { textOf } from '../../../src/address/index/text.ts';
import { lineOf } from './inputs.ts';

/** A query made to be slow, and what makes it so. */
export interface WorstQuery {
  readonly why: string;
  readonly q: string;
}

/**
 * Queries that have to go through most of the index: short, famous, long, repetitive, and mistyped
 * ones. O(addresses) to find.
 */
export function worstQueries(index: AddressIndex, random: Random): WorstQuery[] {
  const street = mostWidespreadStreet(index);
  const tower = lineOf(index, largestTower(index));
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const noise = (length: number, signs: string) =>
    Array.from({ length }, () => signs[random.below(signs.length)])
      .join('')
      .trim();
  const short = [
    'a',
    'e',
    's',
    'the',
    '1',
    '2',
    '12',
    'st',
    'street',
    'road',
    'north',
    'park',
    'nsw',
    'vic',
    '3',
    '3000',
    '1/1',
    'unit',
    'unit 1',
    'lot',
    'level',
    'shop',
    'mount',
    'old',
    'king',
    "o'",
  ];
  return [
    ...short.map((q) => ({ why: 'short or famous', q })),
    { why: '200 characters of `a `', q: 'a '.repeat(100).trim() },
    { why: '200 characters of `1 `', q: '1 '.repeat(100).trim() },
    { why: '200 characters of `st `', q: 'st '.repeat(66).trim() },
    { why: '200 characters of `the `', q: 'the '.repeat(50).trim() },
    { why: '200 characters of `north `', q: 'north '.repeat(33).trim() },
    { why: '200 times `a`', q: 'a'.repeat(200) },
    { why: 'most widespread street name', q: street },
    { why: 'the same with a number', q: `1 ${street}` },
    { why: 'the same with a number that is rare', q: `9999 ${street}` },
    { why: 'the same, mistyped', q: `1 ${street.slice(0, 2)}${street.slice(3)}` },
    { why: 'the same with another state', q: `1 ${street} street nt` },
    { why: 'the same with a suburb that is none', q: `1 ${street} street xyzzyville` },
    { why: 'tower with most units', q: tower.slice(tower.lastIndexOf(', ', tower.lastIndexOf(', ') - 1) + 2) },
    { why: 'a unit of that tower', q: tower },
    { why: 'a unit of it that is none', q: `99999/${tower.replace(/^.*?, (?=\d)/, '')}` },
    { why: 'words of many names', q: 'park lake view hill river beach bay green wood field' },
    { why: 'types only', q: 'street road avenue court place drive lane close way crescent' },
    { why: 'states only', q: 'nsw vic qld sa wa tas nt act' },
    { why: 'ten mistyped words', q: 'victroia elizabth geroge albrt chruch statoin willaim parkk campbel railwy' },
    { why: 'one letter a word', q: letters.split('').join(' ') },
    { why: 'a lot, and the first digit of a postcode', q: 'lot 15, 2' },
    { why: 'the first digit of a postcode', q: '0' },
    { why: 'numbers only', q: Array.from({ length: 40 }, (_, i) => i + 1).join(' ') },
    { why: 'e-mail', q: 'vixzulyop.gaxretfid@kwazibsnubli.com.au' },
    { why: 'web page', q: 'https://www.kwazibsnubli.com/vixzulyop/gaxretfid?id=48211' },
    { why: 'long words that are none', q: 'vixzulyopgax kwazibsnubli dromelgwexian plinthocrax' },
    { why: 'found by mutation', q: 'SA AC6 //E2 / / 2-4 SA' },
    { why: 'found by mutation', q: `E LAK0 /1 LADRLING /1 LAKE1 /1 /1 ${'LAKE '.repeat(30)}`.trim() },
    { why: 'found by mutation', q: 'PDE TH 35NFREDERICK,FREDERICKFREDERICK' },
    { why: '200 letters of noise', q: noise(200, `${letters} `) },
    { why: '200 signs of noise', q: noise(200, `${letters}0123456789 ,./-#&'`) },
    { why: '500 letters of noise', q: noise(500, `${letters} `) },
    { why: '500 signs of noise', q: noise(500, `${letters}0123456789    ,./-#&'`) },
    { why: '500 characters of short words', q: noise(500, 'aeinorst    ') },
  ].map(({ why, q }) => ({ why, q: q.toLowerCase() }));
}

/** The street name that occurs in the most localities. */
function mostWidespreadStreet(index: AddressIndex): string {
  const { streetName } = index.columns;
  const localities = new Map<number, number>();
  const last = new Map<number, number>();
  for (let street = 0; street < streetName.length; street++) {
    const name = streetName[street];
    if (name === 0 || last.get(name) === localityOf(index, street)) continue;
    last.set(name, localityOf(index, street));
    localities.set(name, (localities.get(name) ?? 0) + 1);
  }
  let best = 0;
  for (const [name, count] of localities) if (count > (localities.get(best) ?? 0)) best = name;
  return textOf(index, best);
}

/** An address at the street number with the most units. */
function largestTower(index: AddressIndex): number {
  const { addressHead, addressUnit } = index.columns;
  let best = 0;
  let most = 0;
  let units = 0;
  for (let at = 1; at < addressHead.length; at++) {
    units =
      numberIn(addressHead[at]) !== numberIn(addressHead[at - 1]) || numberIn(addressHead[at]) === 0
        ? 0
        : units + (addressUnit[at] === 0 ? 0 : 1);
    if (units > most) {
      most = units;
      best = at;
    }
  }
  return best;
}
