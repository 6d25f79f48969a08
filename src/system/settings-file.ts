import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The largest file of settings, keys or records that is read, bytes. */
const MOST_BYTES = 64 << 20;

/** What the shell opened for this process, such as `<(…)`: it has a writer, so reading it ends. */
const INHERITED = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/self\/fd\/)/;

/**
 * The text of a file of settings, keys or records. Throws the system's error, or one that completes
 * a sentence "cannot be read:", where the path is no regular file: a pipe without a writer is not
 * waited for, nor a device read without end.
 */
export function readSettingsText(path: string): string {
  if (INHERITED.test(path)) return readFileSync(path, 'utf8');
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is a pipe or device, not a file');
    if (found.size > MOST_BYTES) throw new Error(`it has ${found.size} bytes, expected at most ${MOST_BYTES}`);
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}
