import { fieldText, hasInvalidUtf8, isEmpty } from '../release/fields.ts';
import { INVALID_UTF8 } from '../release/rejects.ts';
import { type Build, DANGLING, DUPLICATE, filesOf, OF_LEFT_OUT, RETIRED, readTable } from './build.ts';
import type { CodeTable, CodeTables } from './code-table.ts';
import { grown } from './growable.ts';
import type { Localities } from './localities.ts';
import { PidTable } from './pid-table.ts';
import { reliabilityOf } from './reliability.ts';
import type { Texts } from './texts.ts';

/** In `locality`: the street is left out. */
export const LEFT_OUT = 0xffff_ffff;

/** Street-localities by pid number, column by column. */
export interface Streets {
  readonly pids: PidTable;
  /** Locality's pid number, or LEFT_OUT. */
  locality: Uint32Array;
  /** Text id of the name without type and suffix. */
  name: Uint32Array;
  type: Uint16Array;
  suffix: Uint8Array;
  classification: Uint8Array;
  /** GNAF_RELIABILITY_CODE + 1, 0 where empty. */
  reliability: Uint8Array;
  /** Alias streets (name, type, suffix) by pid number. */
  readonly aliases: Map<number, StreetName[]>;
}

/** A street's name in its parts: a text id and two codes. */
export interface StreetName {
  readonly name: number;
  readonly type: number;
  readonly suffix: number;
}

/** Reads STREET_LOCALITY and STREET_LOCALITY_ALIAS. */
export async function readStreets(
  build: Build,
  codes: CodeTables,
  localities: Localities,
  texts: Texts,
): Promise<Streets> {
  const streets: Streets = {
    pids: new PidTable(1 << 16),
    locality: new Uint32Array(1 << 16),
    name: new Uint32Array(1 << 16),
    type: new Uint16Array(1 << 16),
    suffix: new Uint8Array(1 << 16),
    classification: new Uint8Array(1 << 16),
    reliability: new Uint8Array(1 << 16),
    aliases: new Map(),
  };
  await readTable(
    build,
    'STREET_LOCALITY',
    {
      required: ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE', 'LOCALITY_PID'],
      optional: ['DATE_RETIRED', 'STREET_CLASS_CODE', 'GNAF_RELIABILITY_CODE'],
    },
    (row, account) => {
      const before = streets.pids.count;
      const pid = streets.pids.intern(row.bytes, row.start[0], row.end[0]);
      if (pid !== before && streets.locality[pid] !== LEFT_OUT) {
        account.drop(DUPLICATE, row.line, 'a STREET_LOCALITY_PID of its own', fieldText(row, 0));
        return;
      }
      makeRoom(streets, pid);
      streets.locality[pid] = LEFT_OUT;
      if (!isEmpty(row, 5)) {
        account.skip(RETIRED);
        return;
      }
      const locality = localities.pids.find(row.bytes, row.start[4], row.end[4]);
      if (locality < 0) {
        account.drop(DANGLING, row.line, 'a LOCALITY_PID of LOCALITY', fieldText(row, 4));
        return;
      }
      if (localities.byPid[locality] === undefined) {
        account.skip(OF_LEFT_OUT);
        return;
      }
      const reliability = reliabilityOf(row, 7, 'GNAF_RELIABILITY_CODE', account);
      if (hasInvalidUtf8(row.bytes, row.start[1], row.end[1])) {
        account.drop(INVALID_UTF8, row.line, 'UTF-8 in STREET_NAME', fieldText(row, 1));
        return;
      }
      streets.locality[pid] = locality;
      streets.name[pid] = texts.ofBytes(row.bytes, row.start[1], row.end[1]);
      streets.type[pid] = codes.streetType.numberOf(row, 2);
      streets.suffix[pid] = codes.streetSuffix.numberOf(row, 3);
      streets.classification[pid] = codes.streetClass.numberOf(row, 6);
      streets.reliability[pid] = reliability + 1;
    },
  );
  await readAliases(build, codes, streets, texts);
  return streets;
}

async function readAliases(build: Build, codes: CodeTables, streets: Streets, texts: Texts): Promise<void> {
  if (filesOf(build, 'STREET_LOCALITY_ALIAS').length === 0)
    build.warn('the release has no STREET_LOCALITY_ALIAS: streets have no aliases');
  await readTable(
    build,
    'STREET_LOCALITY_ALIAS',
    {
      required: ['STREET_LOCALITY_PID', 'STREET_NAME', 'STREET_TYPE_CODE', 'STREET_SUFFIX_CODE'],
      optional: ['DATE_RETIRED'],
    },
    (row, account) => {
      if (!isEmpty(row, 4)) {
        account.skip(RETIRED);
        return;
      }
      const street = streets.pids.find(row.bytes, row.start[0], row.end[0]);
      if (street < 0) {
        account.drop(DANGLING, row.line, 'a STREET_LOCALITY_PID of STREET_LOCALITY', fieldText(row, 0));
        return;
      }
      if (streets.locality[street] === LEFT_OUT) {
        account.skip(OF_LEFT_OUT);
        return;
      }
      if (hasInvalidUtf8(row.bytes, row.start[1], row.end[1])) {
        account.drop(INVALID_UTF8, row.line, 'UTF-8 in STREET_NAME', fieldText(row, 1));
        return;
      }
      const alias = {
        name: texts.ofBytes(row.bytes, row.start[1], row.end[1]),
        type: codes.streetType.numberOf(row, 2),
        suffix: codes.streetSuffix.numberOf(row, 3),
      };
      const known = streets.aliases.get(street);
      if (known === undefined) streets.aliases.set(street, [alias]);
      else known.push(alias);
    },
  );
}

function makeRoom(streets: Streets, pid: number): void {
  streets.locality = grown(streets.locality, pid + 1);
  streets.name = grown(streets.name, pid + 1);
  streets.type = grown(streets.type, pid + 1);
  streets.suffix = grown(streets.suffix, pid + 1);
  streets.classification = grown(streets.classification, pid + 1);
  streets.reliability = grown(streets.reliability, pid + 1);
}

/** Name, type and suffix as labels show them: `ARMSTRONG STREET NORTH`. */
export function streetLabel(texts: Texts, types: CodeTable, suffixes: CodeTable, street: StreetName): string {
  return [texts.get(street.name), types.label(street.type), suffixes.label(street.suffix)].filter(Boolean).join(' ');
}
