import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Shorter files are sent as they are. */
const LEAST_BYTES = 512;
/** Shorter files are compressed as far as that goes, which would take longer ones seconds. */
const LEAST_QUICK_BYTES = 100_000;

/** A short hash of contents, for names and for detecting changes. */
export function hashOf(contents: Uint8Array | string): string {
  return createHash('sha256').update(contents).digest('base64url').slice(0, 10);
}

/**
 * Writes a file, and its compressed forms as `.br` and `.gz` beside it. A file with the same
 * contents is left as it is, since compressing takes longer than the rest of the build.
 */
export function writeCompressed(path: string, contents: Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  if (contents.length >= LEAST_BYTES) {
    const quality = contents.length < LEAST_QUICK_BYTES ? constants.BROTLI_MAX_QUALITY : 9;
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
    writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }));
    writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  }
  writeFileSync(path, contents);
}
