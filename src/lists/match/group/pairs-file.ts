import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { AddressIndex } from '../../../address/index/open.ts';
import { writeRecord } from '../format/csv-text.ts';
import { addressAt, oneLine } from '../lookup/address.ts';
import { findPairs, type GroupCounts, type Records } from './find-pairs.ts';

/** The columns of a file of pairs. */
const PAIR_COLUMNS = ['line', 'same', 'list', 'other_line', 'address_id', 'address'] as const;

interface GroupedList {
  /** Its name. */
  readonly list: string;
  readonly records: Records;
}

/** Writes the pairs within a list, and between it and another, as CSV; a file at that path is replaced. */
export async function writePairs(
  index: AddressIndex,
  path: string,
  { list, records, against }: GroupedList & { readonly against: GroupedList | null },
): Promise<GroupCounts> {
  const file = createWriteStream(path);
  const failed = new Promise<never>((_, reject) => file.once('error', reject));
  failed.catch(() => undefined);
  const write = async (cells: readonly (string | number)[]) => {
    if (!file.write(`${writeRecord(cells, ',')}\n`)) await Promise.race([once(file, 'drain'), failed]);
  };
  await write(PAIR_COLUMNS);
  const counts = await findPairs(index.manifest.addresses, records, against?.records ?? null, (pair) => {
    const address = addressAt(index, pair.address);
    const other = pair.isAgainst ? (against?.list ?? '') : list;
    return write([pair.line, pair.same, other, pair.other, address.id, oneLine(address)]);
  });
  file.end();
  await Promise.race([once(file, 'close'), failed]);
  return counts;
}
