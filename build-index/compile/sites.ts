import { fieldText, hasInvalidUtf8, isEmpty } from '../release/fields.ts';
import { INVALID_UTF8 } from '../release/rejects.ts';
import { type Build, DUPLICATE, filesOf, RETIRED, readTable } from './build.ts';
import { grown } from './growable.ts';
import { PidTable } from './pid-table.ts';
import type { Texts } from './texts.ts';

/** ADDRESS_SITE by pid number. */
export interface Sites {
  readonly pids: PidTable;
  /** Sites that are left out. */
  readonly retired: PidTable;
  /** Text id of ADDRESS_SITE_NAME. */
  name: Uint32Array;
  /** Whether the release has the table. */
  readonly present: boolean;
}

const BYTES_PER_ROW = 27;

/** Reads ADDRESS_SITE. */
export async function readSites(build: Build, texts: Texts): Promise<Sites> {
  const files = filesOf(build, 'ADDRESS_SITE');
  if (files.length === 0) build.warn('the release has no ADDRESS_SITE: addresses have no site name');
  const capacity = Math.ceil(files.reduce((sum, file) => sum + file.size, 0) / BYTES_PER_ROW) + 16;
  const sites: Sites = {
    pids: new PidTable(capacity),
    retired: new PidTable(),
    name: new Uint32Array(capacity),
    present: files.length > 0,
  };
  await readTable(
    build,
    'ADDRESS_SITE',
    { required: ['ADDRESS_SITE_PID', 'ADDRESS_SITE_NAME'], optional: ['DATE_RETIRED'] },
    (row, account) => {
      if (!isEmpty(row, 2)) {
        account.skip(RETIRED);
        sites.retired.intern(row.bytes, row.start[0], row.end[0]);
        return;
      }
      if (hasInvalidUtf8(row.bytes, row.start[1], row.end[1])) {
        account.drop(INVALID_UTF8, row.line, 'UTF-8 in ADDRESS_SITE_NAME', fieldText(row, 1));
        return;
      }
      const before = sites.pids.count;
      const pid = sites.pids.intern(row.bytes, row.start[0], row.end[0]);
      if (pid !== before) {
        account.drop(DUPLICATE, row.line, 'an ADDRESS_SITE_PID of its own', fieldText(row, 0));
        return;
      }
      sites.name = grown(sites.name, pid + 1);
      sites.name[pid] = texts.ofBytes(row.bytes, row.start[1], row.end[1]);
    },
    (rows, count) => sites.pids.readAhead(rows, count, 0),
  );
  return sites;
}
