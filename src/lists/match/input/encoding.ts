import { isAscii, isUtf8 } from 'node:buffer';

/** The encodings that lists come in. */
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;

/** How a list's bytes stand for letters. */
export type Encoding = (typeof ENCODINGS)[number];

/** The encoding that a file's byte order mark stands for, or null without one. */
export function markedEncoding(head: Uint8Array): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

/**
 * UTF-16 without a mark, by its zero bytes: the upper halves of Latin letters, the first character among them. Null
 * where it is not UTF-16.
 */
export function unmarkedUtf16(head: Uint8Array): Encoding | null {
  const looked = head.subarray(0, 4096);
  const zeros = [0, 0];
  for (let i = 0; i < looked.length; i++) if (looked[i] === 0) zeros[i % 2]++;
  const [even, odd] = zeros.map((count) => count / (looked.length / 2));
  if (looked[1] === 0 && odd > 0.5 && even < 0.1) return 'utf-16le';
  return looked[0] === 0 && even > 0.5 && odd < 0.1 ? 'utf-16be' : null;
}

/**
 * Tells UTF-8 from Windows-1252 by all bytes that it is given, in chunks. A file with as many lines that are not UTF-8 as lines that are, beyond ASCII, is
 * Windows-1252; with fewer, those lines are damaged.
 */
export class EncodingFinder {
  #rest: Buffer = Buffer.alloc(0);
  #beyondAscii = 0;
  #damaged = 0;

  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    this.#count(bytes.subarray(0, end));
    this.#rest = Buffer.from(bytes.subarray(end));
    // No list has a line this long: what there is of it so far counts as a line.
    if (this.#rest.length > LONGEST_LINE) this.#flush();
  }

  /** The encoding of what was added. */
  found(): Encoding {
    this.#flush();
    return this.#damaged > 0 && this.#damaged >= this.#beyondAscii ? 'windows-1252' : 'utf-8';
  }

  #flush(): void {
    this.#count(this.#rest);
    this.#rest = Buffer.alloc(0);
  }

  #count(lines: Buffer): void {
    if (isAscii(lines)) return;
    for (let from = 0; from < lines.length; ) {
      const newline = lines.indexOf(NEWLINE, from);
      const end = newline === -1 ? lines.length : newline;
      const line = lines.subarray(from, end);
      if (!isAscii(line)) {
        if (isUtf8(line)) this.#beyondAscii++;
        else this.#damaged++;
      }
      from = end + 1;
    }
  }
}

const NEWLINE = 0x0a;
const LONGEST_LINE = 1 << 20;

/** Bytes of the mark of UTF-8. */
export const MARK_BYTES = 3;

/** The chunks in UTF-8, without a byte order mark. UTF-8 passes as it is, damaged or not. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    let first = true;
    for await (const chunk of chunks) {
      yield first && markedEncoding(chunk) === 'utf-8' ? chunk.subarray(MARK_BYTES) : chunk;
      first = false;
    }
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
