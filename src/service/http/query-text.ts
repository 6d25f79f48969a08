import { isUtf8 } from 'node:buffer';
import { CONTROL_CHARACTER, NOT_UTF8, Problem } from '../../address/operations/table/rules.ts';

const NOT_PERCENT_ENCODED = new Problem('must be percent-encoded: a "%" is followed by two hexadecimal digits');

/** The buffer for decoding; a request head, and so a query, is shorter. */
let scratch = Buffer.allocUnsafe(64 * 1024);

/**
 * Decodes `query` from `start` to `end`: `+` is a space, `%` and two hexadecimal digits a byte, and the bytes must be
 * UTF-8 without control characters (Unicode category Cc). Where these are `breakable`, line breaks and tabs are spaces. Plain ASCII is returned as
 * it is, without looking twice.
 *
 * A raw U+FFFD is refused: uWebSockets.js puts it in place of raw bytes that are not UTF-8. Percent-encoded
 * (`%EF%BF%BD`), the same character is accepted.
 */
export function decodeText(query: string, start: number, end: number, breakable = false): string | Problem {
  for (let i = start; i < end; i++) {
    const c = query.charCodeAt(i);
    if (c === PERCENT || c === PLUS || c < SPACE || c >= DELETE) return decodeBytes(query, start, end, breakable);
  }
  return query.slice(start, end);
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const DELETE = 0x7f;

/** The replacement character, or half of a surrogate pair. */
const DAMAGED = /\ufffd|\p{Surrogate}/u;

function decodeBytes(query: string, start: number, end: number, breakable: boolean): string | Problem {
  if (scratch.length < (end - start) * 3) scratch = Buffer.allocUnsafe((end - start) * 3);
  const bytes = scratch;
  let n = 0;
  let printable = true;
  for (let i = start; i < end; i++) {
    let c = query.charCodeAt(i);
    if (c > DELETE) {
      let last = i + 1;
      while (last < end && query.charCodeAt(last) > DELETE) last++;
      const run = query.slice(i, last);
      if (DAMAGED.test(run)) return NOT_UTF8;
      n += bytes.write(run, n, 'utf8');
      printable = false;
      i = last - 1;
      continue;
    }
    if (c === PERCENT) {
      const high = i + 2 < end ? hexDigit(query.charCodeAt(i + 1)) : -1;
      const low = i + 2 < end ? hexDigit(query.charCodeAt(i + 2)) : -1;
      if ((high | low) < 0) return NOT_PERCENT_ENCODED;
      c = (high << 4) | low;
      i += 2;
    } else if (c === PLUS) c = SPACE;
    if (c < SPACE || c >= DELETE) printable = false;
    bytes[n++] = c;
  }
  if (printable) return bytes.toString('latin1', 0, n);
  if (!isUtf8(bytes.subarray(0, n))) return NOT_UTF8;
  for (let i = 0; i < n; i++) {
    const b = bytes[i]!;
    if (breakable && (b === TAB || b === LINE_FEED || b === CARRIAGE_RETURN)) bytes[i] = SPACE;
    else if (b < SPACE || b === DELETE || (b === 0xc2 && bytes[i + 1]! < 0xa0)) return CONTROL_CHARACTER;
  }
  return bytes.toString('utf8', 0, n);
}

/** The value of an ASCII hexadecimal digit, or -1. */
function hexDigit(c: number): number {
  if (c >= 0x30 && c <= 0x39) return c - 0x30;
  const letter = c | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
