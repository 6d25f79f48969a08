import { join } from 'node:path';
import { STATE_TABLES, type StateTable } from '../release/release.ts';
import { COLUMNS } from './columns.ts';
import type { StateFacts } from './country.ts';
import { Identifiers } from './identifiers.ts';
import { Random } from './random.ts';
import { TableWriter } from './table-writer.ts';

/** The tables of one state, open for writing, with the state's identifiers. */
export interface StateTables {
  readonly facts: StateFacts;
  readonly identifiers: Identifiers;
  readonly table: Readonly<Record<StateTable, TableWriter>>;
  close(): void;
}

const LARGE_CHUNK = 8 * 1024 * 1024;
const SMALL_CHUNK = 512 * 1024;

/** Creates `<STATE>_<TABLE>_psv.psv` for every table in `folder`; `addresses` is about how many the state will have. */
export function createStateTables(folder: string, facts: StateFacts, addresses: number, seed: number): StateTables {
  const largest = 65_536 + addresses * 300;
  const table = Object.fromEntries(
    STATE_TABLES.map((name) => [
      name,
      new TableWriter(
        join(folder, `${facts.file}_${name}_psv.psv`),
        COLUMNS[name],
        new Random(seed, `order ${facts.file} ${name}`),
        Math.min(largest, name.startsWith('ADDRESS_') ? LARGE_CHUNK : SMALL_CHUNK),
      ),
    ]),
  ) as Record<StateTable, TableWriter>;
  return {
    facts,
    identifiers: new Identifiers(facts),
    table,
    close() {
      for (const writer of Object.values(table)) writer.close();
    },
  };
}
