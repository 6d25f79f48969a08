const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Where the scanner is inside a record. */
const FIELD_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const QUOTE_IN_QUOTED = 3;
type State = typeof FIELD_START | typeof PLAIN | typeof QUOTED | typeof QUOTE_IN_QUOTED;

/** How records are told apart in bytes of UTF-8. */
export interface RecordSyntax {
  /** The ASCII code between fields; -1 where a line is one field. */
  readonly delimiter: number;
  /** The ASCII code that ends a record: a newline, or a carriage return where the file has no newlines. */
  readonly terminator: number;
  /** Whether a field may be in double quotes, and then hold delimiters and line ends. */
  readonly quotes: boolean;
}

/**
 * Finds where records end, byte by byte, over any number of chunks: quotes work as in RFC 4180. A quote inside a field
 * that does not begin with one is an ordinary character; so is what follows a closing quote. O(bytes).
 */
export class RecordScanner {
  #state: State = FIELD_START;
  /** Lines that began before the byte that comes next. */
  line: number;

  constructor(
    readonly syntax: RecordSyntax,
    firstLine: number,
  ) {
    this.line = firstLine;
  }

  /** Whether a quote is open: the record cannot end before it closes. */
  get quoteIsOpen(): boolean {
    return this.#state === QUOTED;
  }

  /** The position after the terminator of the record that goes on at `from`, or -1 where there is none before `to`. */
  endOfRecord(bytes: Uint8Array, from: number, to: number = bytes.length): number {
    const { delimiter, terminator, quotes } = this.syntax;
    let state = this.#state;
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte === terminator) {
        this.line++;
        if (state !== QUOTED) {
          this.#state = FIELD_START;
          return at + 1;
        }
      } else if (state === QUOTED) {
        if (byte === QUOTE) state = QUOTE_IN_QUOTED;
      } else if (byte === QUOTE && quotes && (state === FIELD_START || state === QUOTE_IN_QUOTED)) state = QUOTED;
      else state = byte === delimiter ? FIELD_START : PLAIN;
    }
    this.#state = state;
    return -1;
  }

  /** Starts over with a record that begins at this line. */
  restart(line: number): void {
    this.#state = FIELD_START;
    this.line = line;
  }
}

const CARRIAGE_RETURN = 0x0d;

/** The end of a record without its line end. `end` is the position after its terminator, or the end of the text. */
export function withoutLineEnd(bytes: Uint8Array, start: number, end: number, terminator: number): number {
  let last = end;
  if (last > start && bytes[last - 1] === terminator) last--;
  if (terminator === NEWLINE && last > start && bytes[last - 1] === CARRIAGE_RETURN) last--;
  return last;
}
