import { isUtf8 } from 'node:buffer';
import type { QueriesParser } from '../batch/batch-kind.ts';

/**
 * The most bytes of one member of the object in a form, decoded: enough for several texts of 500
 * characters.
 */
const MOST_MEMBER_BYTES = 8192;

/** The most bytes of a form that are read in one step. */
const STEP_BYTES = 8192;

const QUOTE = 0x22;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const PLUS = 0x2b;
const COMMA = 0x2c;
const EQUALS = 0x3d;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const SPACE = 0x20;

/** No known name is longer. */
const LONGEST_NAME = 16;

/** The position: before the object, in a member, or after its end. */
type Place = 'before' | 'member' | 'behind';

/** Takes a member of the object in a field; returns what is wrong with it, or null. */
export type TakeMember = (name: string, value: unknown) => string | null;

/**
 * Parses a form (`application/x-www-form-urlencoded`) with a JSON object in one field, and passes
 * on each member of that object as it ends, so that no more than a member is parsed at once,
 * however long the form is. Other fields are skipped.
 */
export class FormParser implements QueriesParser {
  fault: string | null = null;
  /** The field with the object; null if none was read. */
  field: string | null = null;
  readonly #fields: Readonly<Record<string, TakeMember>>;
  readonly #names = new Set<string>();
  #take: TakeMember | null = null;
  #name = '';
  #isValue = false;
  /** The remaining digits of an escape, and its value so far. */
  #digits = 0;
  #code = 0;
  #place: Place = 'before';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  readonly #member = Buffer.allocUnsafe(MOST_MEMBER_BYTES);
  #length = 0;
  #members = 0;
  /** The number of bytes of the form before those that are being read. */
  #before = 0;

  /** `fields` has a function for the members of the object in each field. */
  constructor(fields: Readonly<Record<string, TakeMember>>) {
    this.#fields = fields;
  }

  /** Reads on from a position in `bytes`: to the end of a member at most, or a few kilobytes. */
  read(bytes: Uint8Array, from: number): number {
    const end = Math.min(bytes.length, from + STEP_BYTES);
    const members = this.#members;
    let at = from;
    while (at < end && this.fault === null && this.#members === members) {
      this.#readByte(bytes[at]!, at);
      at++;
    }
    if (at === bytes.length) this.#before += bytes.length;
    return at;
  }

  /** To be called when the form has ended. */
  end(): void {
    if (this.fault !== null) return;
    this.#endField();
    if (this.fault === null && this.field === null) this.fault = 'has neither';
  }

  #readByte(byte: number, at: number): void {
    if (this.#digits > 0) {
      const digit = hexDigit(byte);
      if (digit < 0) {
        this.fault = `is not percent-encoded at byte ${this.#before + at + 1}`;
        return;
      }
      this.#code = this.#code * 16 + digit;
      if (--this.#digits === 0) this.#readDecoded(this.#code);
    } else if (byte === AMPERSAND) this.#endField();
    else if (byte === EQUALS && !this.#isValue) this.#beginValue();
    else if (byte === PERCENT) {
      this.#digits = 2;
      this.#code = 0;
    } else this.#readDecoded(byte === PLUS ? SPACE : byte);
  }

  #beginValue(): void {
    this.#isValue = true;
    const take = Object.hasOwn(this.#fields, this.#name) ? this.#fields[this.#name]! : null;
    if (take !== null && this.field !== null)
      this.fault = `has ${this.field} and then ${this.#name}: one of them, once`;
    if (take !== null) this.field = this.#name;
    this.#take = take;
    this.#place = 'before';
  }

  #endField(): void {
    if (this.#digits > 0) this.fault = 'ends within a percent-encoded byte';
    else if (this.#take !== null && this.#place !== 'behind') this.fault = `ends within ${this.field}`;
    this.#take = null;
    this.#name = '';
    this.#isValue = false;
  }

  #readDecoded(byte: number): void {
    if (!this.#isValue) {
      if (this.#name.length < LONGEST_NAME) this.#name += String.fromCharCode(byte);
      return;
    }
    if (this.#take === null) return;
    if (this.#place === 'member') this.#readMember(byte, this.#take);
    else if (isBlank(byte)) return;
    else if (this.#place === 'before' && byte === OPEN_OBJECT) {
      this.#place = 'member';
      this.#depth = 0;
      this.#length = 0;
    } else if (this.#place === 'before') this.fault = `has ${shown(byte)} where the { of an object is expected`;
    else this.fault = `has ${shown(byte)} after the object`;
  }

  #readMember(byte: number, take: TakeMember): void {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#isText = false;
    } else if (byte === QUOTE) this.#isText = true;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#depth++;
    else if (byte === COMMA && this.#depth === 0) {
      this.#endMember(take, false);
      return;
    } else if (byte === CLOSE_OBJECT && this.#depth === 0) {
      this.#endMember(take, true);
      this.#place = 'behind';
      return;
    } else if (byte === CLOSE_ARRAY && this.#depth === 0) {
      this.fault = `has ] where it closes nothing${this.#where()}`;
      return;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#depth--;
    if (this.#length === MOST_MEMBER_BYTES)
      this.fault = `has more than ${MOST_MEMBER_BYTES} bytes in one member${this.#where()}`;
    else this.#member[this.#length++] = byte;
  }

  #endMember(take: TakeMember, isLast: boolean): void {
    const bytes = this.#member.subarray(0, this.#length);
    this.#length = 0;
    if (isLast && this.#members === 0 && bytes.every(isBlank)) return;
    if (!isUtf8(bytes)) {
      this.fault = `is not UTF-8${this.#where()}`;
      return;
    }
    const member = parsedMember(bytes.toString('utf8'));
    if (member === null) this.fault = `is not JSON${this.#where()}`;
    else if (this.#names.has(member[0])) this.fault = `has ${JSON.stringify(member[0])} twice`;
    else {
      this.#names.add(member[0]);
      this.fault = take(...member);
    }
    this.#members++;
  }

  #where(): string {
    return ` (member ${this.#members + 1})`;
  }
}

/** The name and the value of a member; null if the text is not one. */
function parsedMember(text: string): [string, unknown] | null {
  try {
    const [entry, ...more] = Object.entries<unknown>(JSON.parse(`{${text}}`));
    return entry !== undefined && more.length === 0 ? entry : null;
  } catch {
    return null;
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function shown(byte: number): string {
  return byte > SPACE && byte < 0x7f ? String.fromCharCode(byte) : `0x${byte.toString(16).padStart(2, '0')}`;
}
