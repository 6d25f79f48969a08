import { closeSync, createReadStream, fstatSync, openSync, statSync } from 'node:fs';

/** A list that cannot be read; the message is a sentence for the user. */
export class InputError extends Error {}

/** Where a list's bytes come from. Read once. */
export interface Source {
  /** For messages. */
  readonly name: string;
  /** Bytes in all; null where that is not known. */
  readonly size: number | null;
  /** The open file; null where it cannot be read from any byte on. */
  readonly descriptor: number | null;
  /** Bytes read so far. */
  readonly read: () => number;
  readonly chunks: AsyncIterable<Buffer>;
  /** Closes the file. */
  readonly close: () => void;
}

/** Bytes of a chunk of a file. */
export const CHUNK = 1 << 18;

/** A file, or standard input for `-`. Throws an InputError where there is none. */
export function openSource(path: string): Source {
  let read = 0;
  async function* counted(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      read += chunk.length;
      yield chunk;
    }
  }
  const nothing = { size: null, descriptor: null, read: () => read, close: () => undefined };
  if (path === '-') return { ...nothing, name: 'standard input', chunks: counted(process.stdin) };
  const own = openFile(path);
  const stats = fstatSync(own);
  if (stats.isDirectory()) throw new InputError(`${path} is a folder, expected a file`);
  const stream = createReadStream(path, { fd: own, highWaterMark: CHUNK });
  const chunks = counted(stream);
  if (!stats.isFile()) return { ...nothing, name: path, chunks };
  const descriptor = openFile(path);
  const close = () => {
    stream.destroy();
    closeSync(descriptor);
  };
  return { name: path, size: stats.size, descriptor, read: () => read, chunks, close };
}

/** Whether two paths lead to the same file. */
export function isSameFile(a: string, b: string): boolean {
  try {
    const [one, other] = [statSync(a), statSync(b)];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(code === 'ENOENT' ? `${path} does not exist, expected a list of addresses` : message);
  }
}

/**
 * Reads the beginning of a list, at least `bytes` of it or all there is, as `head`; `all` gives every chunk, those
 * included.
 */
export async function readHead(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
): Promise<{ head: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first: Buffer[] = [];
  for (let length = 0; length < bytes; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    first.push(next.value);
    length += next.value.length;
  }
  let head = Buffer.concat(first.splice(0));
  async function* all(): AsyncGenerator<Buffer> {
    if (head.length > 0) yield head;
    head = Buffer.alloc(0);
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { head, all: all() };
}

/** Names for a message: in quotes, long ones cut, control characters escaped, at most thirty. */
export function quotedNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST).map((name) => {
    const text = name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
    return JSON.stringify(text).replace(/[\u007f-\u009f\ufffd]/g, '?');
  });
  return names.length > MOST ? `${shown.join(', ')} and ${names.length - MOST} more` : shown.join(', ');
}

const MOST = 30;
const LONGEST = 40;
