import { isUtf8 } from 'node:buffer';
import type { JsonQuery } from '../../../address/operations/call/json-parameters.ts';
import { MOST_QUERIES } from '../../../address/operations/table/operation.ts';

/**
 * The most bytes of one query: any text of 500 characters fits, even if each is written as two
 * escapes.
 */
const MOST_QUERY_BYTES = 8192;

/** The most bytes that are read in one step. */
const STEP_BYTES = 8192;

/** The expectation in each state, in words. From `TEXT` on, the state is within a query. */
const EXPECTED = [
  'an array, or a text or an object on each line',
  'a text or an object',
  'a text or an object',
  'a comma or the end of the array',
  'the end of the line',
  'nothing after the array',
  'the end of a text',
  'a name in quotation marks',
  'a name in quotation marks',
  'the end of a name',
  'a colon',
  'a text, a number, true, false or null',
  'the end of a text',
  'a comma or the end of the object',
  'a comma or the end of the object',
] as const;

const BODY = 0;
/** The first query of an array, which may also end here; or the next query of lines. */
const FIRST = 1;
const QUERY = 2;
const COMMA = 3;
const LINE_END = 4;
const NOTHING = 5;
const TEXT = 6;
const FIRST_NAME = 7;
const NEXT_NAME = 8;
const NAME = 9;
const COLON = 10;
const VALUE = 11;
const VALUE_TEXT = 12;
const SCALAR = 13;
const MEMBER_END = 14;

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const A_COMMA = 0x2c;
const A_COLON = 0x3a;
/** The bytes of a byte order mark, which may precede a body. */
const MARK = [0xef, 0xbb, 0xbf];

const NOTHING_HELD = Buffer.alloc(0);

/**
 * The bytes that numbers, true, false and null consist of; whether they are valid is up to
 * JSON.parse.
 */
const SCALARS = new Uint8Array(256);
for (const character of '+-.0123456789Eaeflnrstu') SCALARS[character.charCodeAt(0)] = 1;

/**
 * Parses the body of a batch as it arrives: a JSON array of queries, or lines of JSON, each query a
 * string or a flat object. It accepts no other shape, and stops at the first byte that does not
 * fit. It keeps only the bytes of the current query.
 */
export class BodyParser {
  /** Whether the body is lines of JSON. */
  lines = false;
  /**
   * Why the body is not that of a batch, as the end of a sentence; null as long as it may be one.
   */
  fault: string | null = null;
  /** Queries that have ended. */
  queries = 0;
  readonly #take: (query: JsonQuery, isRepeated: boolean) => void;
  #next: number = BODY;
  #escaped = false;
  /** The number of names in the current object. */
  #names = 0;
  /** The beginning of the current query, from earlier bytes. */
  #held: Buffer = NOTHING_HELD;
  /** Bytes of a byte order mark seen so far. */
  #marks = 0;
  /** Where the current query begins in the bytes that are being read. */
  #start = 0;
  /** The number of bytes before them. */
  #before = 0;

  /** `take` gets each query as it ends, and whether a name occurs twice in it. */
  constructor(take: (query: JsonQuery, isRepeated: boolean) => void) {
    this.#take = take;
  }

  /**
   * Reads on from a position in `bytes`: to the end of a query at most, or a few kilobytes. Returns
   * the position to go on from; meaningless once there is a fault.
   */
  read(bytes: Uint8Array, from: number): number {
    const end = Math.min(bytes.length, from + STEP_BYTES);
    let at = from;
    while (at < end) {
      if (this.#next === TEXT || this.#next === NAME || this.#next === VALUE_TEXT) {
        at = this.#readText(bytes, at, end);
        if (this.fault !== null) return at;
        if (at === end) break;
      }
      const isQuery = this.#readByte(bytes[at]!, at);
      if (this.fault !== null) return at;
      at++;
      if (isQuery) {
        this.#endQuery(bytes, at);
        return this.#passed(bytes, at);
      }
    }
    return this.#passed(bytes, at);
  }

  /** To be called when the body has ended. */
  end(): void {
    if (this.fault !== null) return;
    const isOver = this.#next === NOTHING || this.#next === LINE_END || (this.lines && this.#next === FIRST);
    if (isOver && this.queries > 0) return;
    if (isOver || this.#next === BODY) this.fault = `must have 1 to ${MOST_QUERIES} queries, not 0`;
    else this.fault = `ends where ${EXPECTED[this.#next]} is expected${this.#place()}`;
  }

  /** Skips to the byte that ends a text, or to `end`. */
  #readText(bytes: Uint8Array, from: number, end: number): number {
    const most = Math.min(end, this.#start + MOST_QUERY_BYTES - this.#held.length);
    let escaped = this.#escaped;
    let at = from;
    for (; at < most; at++) {
      const byte = bytes[at]!;
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) break;
      if (byte < SPACE) {
        this.#refuse(byte, at);
        return at;
      }
    }
    this.#escaped = escaped;
    if (at >= most && most < end) this.fault = this.#tooLong();
    return at;
  }

  /** Reads one byte outside of texts, or the one that ends a text. True if it ends a query. */
  #readByte(byte: number, at: number): boolean {
    const next = this.#next;
    const isSpace = byte === SPACE || byte === TAB || byte === RETURN || (byte === NEWLINE && !this.lines);
    if (next >= TEXT && this.#held.length + at - this.#start >= MOST_QUERY_BYTES) {
      this.fault = this.#tooLong();
      return false;
    }
    switch (next) {
      case BODY:
        if (this.#marks === this.#before + at && byte === MARK[this.#marks]) this.#marks++;
        else if (this.#marks % MARK.length !== 0) this.#refuse(byte, at);
        else if (isSpace) return false;
        else if (byte === OPEN_ARRAY) this.#next = FIRST;
        else {
          this.lines = byte === QUOTE || byte === OPEN_OBJECT;
          this.#beginQuery(byte, at);
        }
        return false;
      case FIRST:
      case QUERY:
        if (isSpace || (byte === NEWLINE && this.lines)) return false;
        if (byte === CLOSE_ARRAY && next === FIRST && !this.lines) this.#next = NOTHING;
        else this.#beginQuery(byte, at);
        return false;
      case COMMA:
        if (byte === A_COMMA) this.#next = QUERY;
        else if (byte === CLOSE_ARRAY) this.#next = NOTHING;
        else if (!isSpace) this.#refuse(byte, at);
        return false;
      case LINE_END:
        if (byte === NEWLINE) this.#next = FIRST;
        else if (!isSpace) this.#refuse(byte, at);
        return false;
      case NOTHING:
        if (!isSpace) this.#refuse(byte, at);
        return false;
      case TEXT:
        return true;
      case FIRST_NAME:
      case NEXT_NAME:
        if (byte === QUOTE) this.#next = NAME;
        else if (byte === CLOSE_OBJECT && next === FIRST_NAME) return true;
        else if (!isSpace) this.#refuse(byte, at);
        return false;
      case NAME:
        this.#next = COLON;
        return false;
      case COLON:
        if (byte === A_COLON) {
          this.#next = VALUE;
          this.#names++;
        } else if (!isSpace) this.#refuse(byte, at);
        return false;
      case VALUE:
        if (byte === QUOTE) this.#next = VALUE_TEXT;
        else if (SCALARS[byte] === 1) this.#next = SCALAR;
        else if (!isSpace) this.#refuse(byte, at);
        return false;
      case VALUE_TEXT:
        this.#next = MEMBER_END;
        return false;
      default:
        if (byte === A_COMMA) this.#next = NEXT_NAME;
        else if (byte === CLOSE_OBJECT) return true;
        else if (isSpace) this.#next = MEMBER_END;
        else if (next !== SCALAR || SCALARS[byte] !== 1) this.#refuse(byte, at);
        return false;
    }
  }

  #beginQuery(byte: number, at: number): void {
    if (byte !== QUOTE && byte !== OPEN_OBJECT) this.#refuse(byte, at);
    else if (this.queries === MOST_QUERIES) this.fault = `must have 1 to ${MOST_QUERIES} queries, not more`;
    else {
      this.#start = at;
      this.#names = 0;
      this.#next = byte === QUOTE ? TEXT : FIRST_NAME;
    }
  }

  /** Takes the query that ends before `end`. */
  #endQuery(bytes: Uint8Array, end: number): void {
    const last = bytes.subarray(this.#start, end);
    const whole = Buffer.concat([this.#held, last]);
    this.#held = NOTHING_HELD;
    if (!isUtf8(whole)) {
      this.fault = `must be UTF-8${this.#place()}`;
      return;
    }
    let query: JsonQuery;
    try {
      query = JSON.parse(whole.toString('utf8')) as JsonQuery;
    } catch {
      this.fault = `must be JSON${this.#place()}`;
      return;
    }
    this.#next = this.lines ? LINE_END : COMMA;
    this.queries++;
    this.#take(query, typeof query !== 'string' && Object.keys(query).length < this.#names);
  }

  /** Keeps the beginning of the current query if all of the bytes were read. */
  #passed(bytes: Uint8Array, at: number): number {
    if (at < bytes.length || this.fault !== null) return at;
    if (this.#next >= TEXT) {
      this.#held = Buffer.concat([this.#held, bytes.subarray(this.#start)]);
      this.#start = 0;
    }
    this.#before += bytes.length;
    return at;
  }

  #tooLong(): string {
    return `must have at most ${MOST_QUERY_BYTES} bytes for each query${this.#place()}`;
  }

  #refuse(byte: number, at: number): void {
    const found = byte > SPACE && byte < 0x7f ? String.fromCharCode(byte) : `0x${byte.toString(16).padStart(2, '0')}`;
    this.fault = `has ${found} as byte ${this.#before + at + 1}, where ${EXPECTED[this.#next]} is expected${this.#place()}`;
  }

  #place(): string {
    return this.#next === BODY || this.#next === NOTHING ? '' : ` (query ${this.queries + 1})`;
  }
}
