import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import koffi from 'koffi';
import { libc } from './libc.ts';

const O_TMPFILE = 0o20200000;
const AT_FDCWD = -100;
const AT_SYMLINK_FOLLOW = 0x400;
/**
 * Writes end on multiples of this, which is a multiple of every huge-page size, so that the file is
 * cached in whole huge pages.
 */
const WRITE_BYTES = 1 << 24;

/** Throws, naming the path and what is in the way, where no file can be put at a path. */
export function expectWritable(path: string): void {
  const folder = dirname(resolve(path));
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`${path} cannot be written: there is no folder ${folder}`);
  if (!found.isDirectory()) throw new Error(`${path} cannot be written: ${folder} is not a folder`);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`${path} cannot be written: it is a folder, expected the name of a file`);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`${path} cannot be written: no file may be made in ${folder}`);
  }
}

/**
 * A file that is at its path complete or not at all. Until `finish`, its bytes are in an unnamed
 * file (O_TMPFILE), which vanishes with the process, however it ends; failing that, in
 * `.<name>.<pid>.tmp`, which the next `WholeFile` for that path removes. An earlier file stays
 * until it is replaced in one step.
 */
export class WholeFile {
  readonly #path: string;
  readonly #temporary: string;
  /** The open file, for reading what has been written. */
  readonly descriptor: number;
  #named: boolean;
  /** Bytes written so far. */
  length = 0;

  /** Throws when no file can be put at `path`. */
  constructor(path: string) {
    expectWritable(path);
    this.#path = resolve(path);
    const folder = dirname(this.#path);
    this.#temporary = join(folder, `.${basename(this.#path)}.${process.pid}.tmp`);
    removeLeftovers(folder, basename(this.#path));
    const unnamed = openUnnamed(folder);
    this.#named = unnamed === null;
    this.descriptor = unnamed ?? openSync(this.#temporary, 'wx+');
  }

  /** Writes at the end. */
  write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const room = WRITE_BYTES - ((this.length + at) % WRITE_BYTES);
      at += writeSync(this.descriptor, bytes, at, Math.min(bytes.length - at, room), this.length + at);
    }
    this.length += bytes.length;
  }

  /** Makes the file durable and gives it its name. Answers its size. */
  finish(): number {
    fsyncSync(this.descriptor);
    const { size } = fstatSync(this.descriptor);
    if (this.#named || !link(this.descriptor, this.#path)) {
      if (!this.#named && !link(this.descriptor, this.#temporary))
        throw new Error(`${this.#temporary} cannot be linked: errno ${koffi.errno()}`);
      this.#named = true;
      renameSync(this.#temporary, this.#path);
      this.#named = false;
    }
    syncFolder(dirname(this.#path));
    closeSync(this.descriptor);
    return size;
  }

  /** Gives up: nothing of the file remains. */
  abandon(): void {
    closeSync(this.descriptor);
    if (this.#named) unlinkSync(this.#temporary);
  }
}

function openUnnamed(folder: string): number | null {
  if (process.platform !== 'linux') return null;
  try {
    return openSync(folder, O_TMPFILE | constants.O_RDWR, 0o644);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EOPNOTSUPP' || code === 'EISDIR' || code === 'EINVAL' || code === 'ENOENT') return null;
    throw error;
  }
}

/** Gives an unnamed file a name that is not in use; false where that fails. */
function link(descriptor: number, path: string): boolean {
  return libc().linkat(AT_FDCWD, `/proc/self/fd/${descriptor}`, AT_FDCWD, path, AT_SYMLINK_FOLLOW) === 0;
}

/** Removes what processes that were killed at a bad moment left behind. */
function removeLeftovers(folder: string, name: string): void {
  const prefix = `.${name}.`;
  for (const entry of readdirSync(folder)) {
    const pid =
      entry.startsWith(prefix) && entry.endsWith('.tmp') ? Number(entry.slice(prefix.length, -4)) : Number.NaN;
    if (Number.isInteger(pid) && !isRunning(pid)) unlinkSync(join(folder, entry));
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
