import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** No file that a person writes or a service keeps about itself is larger, bytes. */
const MOST_BYTES = 64 << 20;

/** What the shell that started this process has opened for it, such as `<(…)`: somebody writes to it. */
const INHERITED = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/self\/fd\/)/;

/**
 * The text of a file of settings, keys or records. Throws the system's error, or one that ends a sentence "cannot be read:", where it is none: a
 * pipe that nobody writes to is not waited for, nor a device read without end.
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
