import { fieldText, isEmpty } from '../release/fields.ts';
import { MOST_ROWS_AHEAD } from '../release/psv.ts';
import type { Addresses } from './addresses.ts';
import { readElementsAhead } from './ahead.ts';
import { type Build, DANGLING, filesOf, OF_LEFT_OUT, RETIRED, readTable } from './build.ts';
import { PidTable } from './pid-table.ts';
import { LEFT_OUT } from './streets.ts';

/** Mesh blocks of addresses. */
export interface MeshBlocks {
  /** Mesh block codes; number 0 is "none". */
  readonly codes: string[];
  /** By address's pid number: number of its mesh block. */
  readonly of: Uint32Array;
  /** Edition of the mesh blocks, or null where the release has none. */
  readonly edition: 2021 | 2016 | null;
}

/** Reads MB_2021 and ADDRESS_MESH_BLOCK_2021; those of 2016 where the release has none of 2021. */
export async function readMeshBlocks(
  build: Build,
  addresses: Pick<Addresses, 'pids' | 'locality'>,
): Promise<MeshBlocks> {
  const edition = ([2021, 2016] as const).find(
    (year) => filesOf(build, `MB_${year}`).length > 0 && filesOf(build, `ADDRESS_MESH_BLOCK_${year}`).length > 0,
  );
  const codes = [''];
  const of = new Uint32Array(addresses.pids.count);
  if (edition === undefined) {
    build.warn(
      'the release has neither MB_2021 and ADDRESS_MESH_BLOCK_2021 nor those of 2016: addresses have no mesh block',
    );
    return { codes, of, edition: null };
  }
  if (edition === 2016)
    build.warn('the release has no mesh blocks of 2021: those of 2016 are served, without category or SA1 to SA4');
  const pids = new PidTable(1 << 12);
  const byPid: number[] = [];
  await readTable(
    build,
    `MB_${edition}`,
    { required: [`MB_${edition}_PID`, `MB_${edition}_CODE`], optional: ['DATE_RETIRED'] },
    (row, account) => {
      const pid = pids.intern(row.bytes, row.start[0], row.end[0]);
      if (isEmpty(row, 2)) byPid[pid] = codes.push(fieldText(row, 1)) - 1;
      else account.skip(RETIRED);
    },
  );
  const found = new Int32Array(MOST_ROWS_AHEAD);
  const foundBlock = new Int32Array(MOST_ROWS_AHEAD);
  await readTable(
    build,
    `ADDRESS_MESH_BLOCK_${edition}`,
    { required: ['ADDRESS_DETAIL_PID', `MB_${edition}_PID`], optional: ['DATE_RETIRED'] },
    (row, account, place) => {
      if (!isEmpty(row, 2)) {
        account.skip(RETIRED);
        return;
      }
      const pid = found[place];
      const mbPid = foundBlock[place];
      const block = byPid[mbPid];
      if (pid < 0) account.drop(DANGLING, row.line, 'an ADDRESS_DETAIL_PID of ADDRESS_DETAIL', fieldText(row, 0));
      else if (mbPid < 0) account.drop(DANGLING, row.line, `an MB_${edition}_PID of MB_${edition}`, fieldText(row, 1));
      else if (block === undefined || addresses.locality[pid] === LEFT_OUT) account.skip(OF_LEFT_OUT);
      else of[pid] = block;
    },
    (rows, count) => {
      addresses.pids.findAll(rows, count, 0, found);
      pids.findAll(rows, count, 1, foundBlock);
      readElementsAhead(addresses.locality, found, count);
      readElementsAhead(of, found, count);
    },
  );
  return { codes, of, edition };
}
