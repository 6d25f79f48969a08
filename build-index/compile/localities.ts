import { STATE_ORDER } from '../../src/address/index/sections.ts';
import { fieldText, isEmpty, type Row } from '../release/fields.ts';
import type { TableAccount } from '../release/rejects.ts';
import { type Build, DANGLING, DUPLICATE, filesOf, OF_LEFT_OUT, RETIRED, readTable } from './build.ts';
import type { CodeTables } from './code-table.ts';
import { PidTable } from './pid-table.ts';
import { reliabilityOf } from './reliability.ts';

/** One locality of the release. */
export interface Locality {
  readonly pid: string;
  readonly name: string;
  /** Position in STATE_ORDER. */
  readonly state: number;
  /** Number in LOCALITY_CLASS_AUT. */
  readonly classification: number;
  /** GNAF_RELIABILITY_CODE, -1 where empty. */
  readonly reliability: number;
  readonly aliases: string[];
  /** Staging numbers of its neighbours. */
  readonly neighbours: number[];
}

/** Localities by staging number, and the way from a pid to it. */
export interface Localities {
  readonly pids: PidTable;
  /** By pid number; undefined for a locality that is left out. */
  readonly byPid: (Locality | undefined)[];
}

/** Reads STATE, LOCALITY, LOCALITY_ALIAS and LOCALITY_NEIGHBOUR. */
export async function readLocalities(build: Build, codes: CodeTables): Promise<Localities> {
  const states = await readStates(build);
  const pids = new PidTable();
  const byPid: (Locality | undefined)[] = [];
  await readTable(
    build,
    'LOCALITY',
    {
      required: ['LOCALITY_PID', 'LOCALITY_NAME', 'STATE_PID'],
      optional: ['DATE_RETIRED', 'LOCALITY_CLASS_CODE', 'GNAF_RELIABILITY_CODE'],
    },
    (row, account) => {
      const before = pids.count;
      const pid = pids.intern(row.bytes, row.start[0], row.end[0]);
      if (pid !== before && byPid[pid] !== undefined) {
        account.drop(DUPLICATE, row.line, 'a LOCALITY_PID of its own', fieldText(row, 0));
        return;
      }
      if (!isEmpty(row, 3)) {
        account.skip(RETIRED);
        return;
      }
      const state = states.get(fieldText(row, 2));
      if (state === undefined) {
        account.drop(DANGLING, row.line, 'a STATE_PID of STATE', fieldText(row, 2));
        return;
      }
      const reliability = reliabilityOf(row, 5, 'GNAF_RELIABILITY_CODE', account);
      byPid[pid] = {
        pid: fieldText(row, 0),
        name: fieldText(row, 1),
        state,
        classification: codes.localityClass.numberOf(row, 4),
        reliability,
        aliases: [],
        neighbours: [],
      };
    },
  );
  const localities = { pids, byPid };
  await readAliases(build, localities);
  await readNeighbours(build, localities);
  return localities;
}

async function readStates(build: Build): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  await readTable(
    build,
    'STATE',
    { required: ['STATE_PID', 'STATE_ABBREVIATION'], optional: ['DATE_RETIRED'] },
    (row, account) => {
      const state = (STATE_ORDER as readonly string[]).indexOf(fieldText(row, 1));
      if (state < 0) account.drop(DANGLING, row.line, `one of ${STATE_ORDER.join(' ')}`, fieldText(row, 1));
      else if (isEmpty(row, 2)) states.set(fieldText(row, 0), state);
      else account.skip(RETIRED);
    },
  );
  return states;
}

async function readAliases(build: Build, { pids, byPid }: Localities): Promise<void> {
  await readNames(build, 'LOCALITY_ALIAS', 'NAME', 'aliases', (row, account) => {
    const pid = pids.find(row.bytes, row.start[0], row.end[0]);
    const locality = byPid[pid];
    if (pid < 0) {
      account.drop(DANGLING, row.line, 'a LOCALITY_PID of LOCALITY', fieldText(row, 0));
      return;
    }
    if (locality === undefined) {
      account.skip(OF_LEFT_OUT);
      return;
    }
    const name = fieldText(row, 1);
    if (!locality.aliases.includes(name)) locality.aliases.push(name);
  });
}

async function readNeighbours(build: Build, { pids, byPid }: Localities): Promise<void> {
  await readNames(build, 'LOCALITY_NEIGHBOUR', 'NEIGHBOUR_LOCALITY_PID', 'neighbours', (row, account) => {
    const pid = pids.find(row.bytes, row.start[0], row.end[0]);
    const locality = byPid[pid];
    const neighbour = pids.find(row.bytes, row.start[1], row.end[1]);
    if (pid < 0 || neighbour < 0) {
      account.drop(DANGLING, row.line, 'LOCALITY_PIDs of LOCALITY', fieldText(row, pid < 0 ? 0 : 1));
      return;
    }
    if (locality === undefined || byPid[neighbour] === undefined) {
      account.skip(OF_LEFT_OUT);
      return;
    }
    if (!locality.neighbours.includes(neighbour)) locality.neighbours.push(neighbour);
  });
}

/** Reads the rows, not retired, of a table that a release may lack, and then its localities have no such `names`. */
async function readNames(
  build: Build,
  table: 'LOCALITY_ALIAS' | 'LOCALITY_NEIGHBOUR',
  column: string,
  names: string,
  take: (row: Row, account: TableAccount) => void,
): Promise<void> {
  if (filesOf(build, table).length === 0) build.warn(`the release has no ${table}: localities have no ${names}`);
  await readTable(build, table, { required: ['LOCALITY_PID', column], optional: ['DATE_RETIRED'] }, (row, account) => {
    if (isEmpty(row, 2)) take(row, account);
    else account.skip(RETIRED);
  });
}
