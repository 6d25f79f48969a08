/** Values of each step of the order. With a position among three million, a number has all of them exactly. */
const POSTCODES = 10_000;
const PLACES = 1 << 9;
const STREETS = 1 << 9;

/** Words of an address before its postcode that tell places apart: the state, and the end of the suburb. */
const WORDS_OF_PLACE = 2;

/**
 * The positions of addresses, those of the same place and street one after another: they read the same parts of an
 * index, which then are in the processor's caches. By the last words of each, from the postcode back to the number; in
 * which order places and streets come is of no account.
 */
export function byPlace(addresses: readonly string[]): Iterable<number> {
  const { length } = addresses;
  const keys = new Float64Array(length);
  for (let i = 0; i < length; i++) keys[i] = keyOf(addresses[i]) * length + i;
  return keys.sort().map((key) => key % length);
}

function keyOf(address: string): number {
  let postcode = 0;
  let place = 0;
  let street = 0;
  let words = 0;
  for (let end = address.length; end > 0; ) {
    let start = end;
    while (start > 0 && isOfWord(address.charCodeAt(start - 1))) start--;
    if (start === end) {
      end--;
      continue;
    }
    const isNumber = isDigit(address.charCodeAt(start));
    if (isNumber && words === 0) postcode = Number.parseInt(address.slice(start, end), 10) % POSTCODES;
    else if (isNumber) break;
    else if (words <= WORDS_OF_PLACE) place = hashed(address, start, end, place);
    else street = hashed(address, start, end, street);
    words++;
    end = start;
  }
  return (postcode * PLACES + (place % PLACES)) * STREETS + (street % STREETS);
}

function hashed(text: string, start: number, end: number, hash: number): number {
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (text.charCodeAt(i) & CAPITAL), 0x01000193);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** The bits that small and capital letters have in common. */
const CAPITAL = 0xdf;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isOfWord(code: number): boolean {
  return isDigit(code) || (code & CAPITAL) >= 0x41;
}
