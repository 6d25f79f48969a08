import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Where address strings that people wrote are kept, next to the repository; they may be absent. */
export const REAL_STRINGS = fileURLToPath(
  new URL('../../../../../../shared/gnaf/queries/real_addresses.jsonl.gz', import.meta.url),
);

/** An address as somebody wrote it, with what is known of its place. */
export interface RealString {
  readonly q: string;
  readonly state: string | null;
  readonly postcode: string | null;
  readonly locality: string | null;
}

/** Reads JSON lines, gzipped or not; null if there is no such file. */
export function readRealStrings(path: string): RealString[] | null {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RealString);
}
