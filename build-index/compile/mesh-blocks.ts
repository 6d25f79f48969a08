import { MOST_CODE_BYTES } from '../../src/address/index/boundary-set.ts';
import { codeBytes } from '../areas/area.ts';
import { fieldText, isEmpty } from '../release/fields.ts';
import { MOST_ROWS_AHEAD } from '../release/psv.ts';
import type { Addresses } from './addresses.ts';
import { readElementsAhead } from './ahead.ts';
import { type Build, DANGLING, LONG_CODE, OF_LEFT_OUT, RETIRED, readTable } from './build.ts';
import { PidTable } from './pid-table.ts';
import { LEFT_OUT } from './streets.ts';

/** Mesh blocks of addresses. */
export interface MeshBlocks {
  /** Mesh block codes; number 0 is "none". */
  readonly codes: string[];
  /** By address's pid number: number of its mesh block. */
  readonly of: Uint32Array;
  /** Edition of the mesh blocks, or null where the release has none. */
  readonly edition: number | null;
}

/** Reads `MB_<edition>` and `ADDRESS_MESH_BLOCK_<edition>`; with null, addresses have no mesh block. */
export async function readMeshBlocks(
  build: Build,
  addresses: Pick<Addresses, 'pids' | 'locality'>,
  edition: number | null,
): Promise<MeshBlocks> {
  const codes = [''];
  const of = new Uint32Array(addresses.pids.count);
  if (edition === null) {
    build.warn('the release has no MB_<year> with its ADDRESS_MESH_BLOCK_<year>: addresses have no mesh block');
    return { codes, of, edition };
  }
  const pids = new PidTable(1 << 12);
  const byPid: number[] = [];
  await readTable(
    build,
    `MB_${edition}`,
    { required: [`MB_${edition}_PID`, `MB_${edition}_CODE`], optional: ['DATE_RETIRED'] },
    (row, account) => {
      const pid = pids.intern(row.bytes, row.start[0], row.end[0]);
      const code = fieldText(row, 1);
      if (!isEmpty(row, 2)) account.skip(RETIRED);
      else if (codeBytes(code).length > MOST_CODE_BYTES)
        account.drop(LONG_CODE, row.line, `an MB_${edition}_CODE of at most ${MOST_CODE_BYTES} bytes`, code);
      else byPid[pid] = isEmpty(row, 1) ? 0 : codes.push(code) - 1;
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
