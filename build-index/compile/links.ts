import { HAS_ALIASES, HAS_SECONDARIES } from '../../src/index/address-flags.ts';
import { fieldText, isEmpty } from '../release/fields.ts';
import { MOST_ROWS_AHEAD } from '../release/psv.ts';
import type { StateTable } from '../release/release.ts';
import type { Addresses } from './addresses.ts';
import { readElementsAhead } from './ahead.ts';
import { type Build, DANGLING, filesOf, OF_LEFT_OUT, RETIRED, readTable } from './build.ts';
import type { CodeTables } from './code-table.ts';
import { grown } from './growable.ts';
import type { Order } from './order.ts';
import { LEFT_OUT } from './streets.ts';

/** Pairs of addresses by pid number. */
export interface Links {
  from: Uint32Array;
  to: Uint32Array;
  /** Number in ADDRESS_ALIAS_TYPE_AUT; 0 for a secondary. */
  type: Uint8Array;
  count: number;
}

/** Reads ADDRESS_ALIAS: from alias to principal. */
export function readAliasLinks(build: Build, codes: CodeTables, addresses: Addresses): Promise<Links> {
  return readLinks(build, addresses, 'ADDRESS_ALIAS', 'ALIAS_PID', 'PRINCIPAL_PID', {
    column: 'ALIAS_TYPE_CODE',
    codes: codes.addressAliasType,
  });
}

/** Reads PRIMARY_SECONDARY: from primary to secondary. */
export function readSecondaryLinks(build: Build, addresses: Addresses): Promise<Links> {
  return readLinks(build, addresses, 'PRIMARY_SECONDARY', 'PRIMARY_PID', 'SECONDARY_PID', null);
}

async function readLinks(
  build: Build,
  addresses: Addresses,
  table: StateTable,
  fromColumn: string,
  toColumn: string,
  type: { readonly column: string; readonly codes: CodeTables['addressAliasType'] } | null,
): Promise<Links> {
  if (filesOf(build, table).length === 0) build.warn(`the release has no ${table}: addresses are not linked by it`);
  const links: Links = {
    from: new Uint32Array(1 << 12),
    to: new Uint32Array(1 << 12),
    type: new Uint8Array(1 << 12),
    count: 0,
  };
  const foundFrom = new Int32Array(MOST_ROWS_AHEAD);
  const foundTo = new Int32Array(MOST_ROWS_AHEAD);
  await readTable(
    build,
    table,
    { required: [fromColumn, toColumn], optional: ['DATE_RETIRED', ...(type === null ? [] : [type.column])] },
    (row, account, place) => {
      if (!isEmpty(row, 2)) {
        account.skip(RETIRED);
        return;
      }
      const from = foundFrom[place];
      const to = foundTo[place];
      if (from < 0 || to < 0) {
        account.drop(DANGLING, row.line, 'ADDRESS_DETAIL_PIDs of ADDRESS_DETAIL', fieldText(row, from < 0 ? 0 : 1));
        return;
      }
      if (addresses.locality[from] === LEFT_OUT || addresses.locality[to] === LEFT_OUT) {
        account.skip(OF_LEFT_OUT);
        return;
      }
      const i = links.count++;
      if (i >= links.from.length) {
        links.from = grown(links.from, i + 1);
        links.to = grown(links.to, i + 1);
        links.type = grown(links.type, i + 1);
      }
      links.from[i] = from;
      links.to[i] = to;
      links.type[i] = type === null ? 0 : type.codes.numberOf(row, 3);
    },
    (rows, count) => {
      addresses.pids.findAll(rows, count, 0, foundFrom);
      addresses.pids.findAll(rows, count, 1, foundTo);
      readElementsAhead(addresses.locality, foundFrom, count);
      readElementsAhead(addresses.locality, foundTo, count);
    },
  );
  return links;
}

/** The sections `alias…` and `principal…`; marks principals in `flags`. An alias that is linked twice keeps its first principal. */
export function aliasSections(links: Links, order: Order, flags: Uint8Array) {
  const pairs = ordered(links, order);
  const aliases = pairs.filter((link, i) => i === 0 || link.from !== pairs[i - 1].from);
  const byPrincipal = [...aliases].sort((a, b) => a.to - b.to || a.from - b.from);
  for (const { to } of byPrincipal) flags[to] |= HAS_ALIASES;
  return {
    aliasAddress: Uint32Array.from(aliases, (link) => link.from),
    aliasPrincipal: Uint32Array.from(aliases, (link) => link.to),
    aliasType: Uint8Array.from(aliases, (link) => link.type),
    principalAddress: Uint32Array.from(byPrincipal, (link) => link.to),
    principalAlias: Uint32Array.from(byPrincipal, (link) => link.from),
  };
}

/** The sections `primary…`; marks primaries in `flags`. */
export function secondarySections(links: Links, order: Order, flags: Uint8Array) {
  const n = links.count;
  const keys = new Float64Array(n);
  for (let i = 0; i < n; i++)
    keys[i] = order.addressOrdinal[links.from[i]] * 2 ** 26 + order.addressOrdinal[links.to[i]];
  keys.sort();
  const primaryAddress = new Uint32Array(n);
  const primarySecondary = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (i > 0 && keys[i] === keys[i - 1]) continue;
    primaryAddress[count] = Math.floor(keys[i] / 2 ** 26);
    primarySecondary[count] = keys[i] % 2 ** 26;
    flags[primaryAddress[count++]] |= HAS_SECONDARIES;
  }
  return { primaryAddress: primaryAddress.subarray(0, count), primarySecondary: primarySecondary.subarray(0, count) };
}

function ordered(links: Links, order: Order): { from: number; to: number; type: number }[] {
  const pairs = Array.from({ length: links.count }, (_, i) => ({
    from: order.addressOrdinal[links.from[i]],
    to: order.addressOrdinal[links.to[i]],
    type: links.type[i],
  }));
  return pairs.sort((a, b) => a.from - b.from);
}
