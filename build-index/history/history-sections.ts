import { comparePrefixes, type SplitId, splitId } from '../../src/address/index/ended-ids.ts';
import type { Columns, HistorySectionName } from '../../src/address/index/sections.ts';
import type { History } from './history.ts';

/** The sections that a history is stored in. */
export function historySections({ releases, ended, changed }: History): { [N in HistorySectionName]: Columns[N] } {
  const names = strings(releases);
  const rows = ended
    .map((each) => ({ ...each, ...splitId(each.id) }))
    .sort((a, b) => comparePrefixes(a, b) || a.number - b.number);
  const firsts = rows.flatMap((row, i) => (i === 0 || comparePrefixes(rows[i - 1]!, row) !== 0 ? [i] : []));
  const prefixes: readonly SplitId[] = firsts.map((first) => rows[first]!);
  const prefixText = strings(prefixes.map(({ prefix }) => prefix));
  return {
    releaseNameStart: names.start,
    releaseName: names.bytes,
    endedPrefixStart: prefixText.start,
    endedPrefix: prefixText.bytes,
    endedPrefixDigits: Uint8Array.from(prefixes, ({ digits }) => digits),
    endedStart: Uint32Array.from([...firsts, rows.length]),
    endedNumber: Uint32Array.from(rows, ({ number }) => number),
    endedRelease: Uint8Array.from(rows, ({ release }) => release),
    endedSuccessor: Uint32Array.from(rows, ({ successor }) => successor + 1),
    changedAddress: changed.address,
    changedRelease: changed.release,
    changedKinds: changed.kinds,
  };
}

/** Texts one after another, as the insides of JSON strings, and where each begins. */
function strings(texts: readonly string[]): { readonly start: Uint32Array; readonly bytes: Uint8Array } {
  const escaped = texts.map((text) => Buffer.from(JSON.stringify(text).slice(1, -1)));
  const start = new Uint32Array(texts.length + 1);
  escaped.forEach((bytes, i) => {
    start[i + 1] = start[i]! + bytes.length;
  });
  return { start, bytes: new Uint8Array(Buffer.concat(escaped)) };
}
