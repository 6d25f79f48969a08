import { HAS_ALIASES, HAS_SECONDARIES } from '../../src/address/index/address-flags.ts';
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

/**
 * Two numbers below this are packed into one: the first times this, plus the second. It exceeds any
 * count of links or ordinals.
 */
const PAIR = 2 ** 26;

/** Reads ADDRESS_ALIAS: from alias to principal. */
export function readAliasLinks(build: Build, codes: CodeTables, addresses: Addresses): Promise<Links> {
  return readLinks(build, addresses, 'ADDRESS_ALIAS', 'ALIAS_PID', 'PRINCIPAL_PID', {
    column: 'ALIAS_TYPE_CODE',
    codes: codes.addressAliasType,
  });
}

/** Reads PRIMARY_SECONDARY: from primary to secondary. */
export function readSecondaryLinks(build: Build, addresses: Pick<Addresses, 'pids' | 'locality'>): Promise<Links> {
  return readLinks(build, addresses, 'PRIMARY_SECONDARY', 'PRIMARY_PID', 'SECONDARY_PID', null);
}

async function readLinks(
  build: Build,
  addresses: Pick<Addresses, 'pids' | 'locality'>,
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

/**
 * The sections `alias…` and `principal…`; marks principals in `flags`. An alias that is linked
 * twice keeps its first principal.
 */
export function aliasSections({ from, to, type, count: n }: Links, { addressOrdinal }: Order, flags: Uint8Array) {
  const sources = new Float64Array(n);
  for (let i = 0; i < n; i++) sources[i] = addressOrdinal[from[i]] * PAIR + i;
  sources.sort();
  const aliasAddress = new Uint32Array(n);
  const aliasPrincipal = new Uint32Array(n);
  const aliasType = new Uint8Array(n);
  const principals = new Float64Array(n);
  let count = 0;
  for (const source of sources) {
    const alias = Math.floor(source / PAIR);
    const i = source % PAIR;
    if (count > 0 && aliasAddress[count - 1] === alias) continue;
    const principal = addressOrdinal[to[i]];
    aliasAddress[count] = alias;
    aliasPrincipal[count] = principal;
    aliasType[count] = type[i];
    principals[count++] = principal * PAIR + alias;
    flags[principal] |= HAS_ALIASES;
  }
  const byPrincipal = principals.subarray(0, count).sort();
  return {
    aliasAddress: aliasAddress.slice(0, count),
    aliasPrincipal: aliasPrincipal.slice(0, count),
    aliasType: aliasType.slice(0, count),
    principalAddress: Uint32Array.from(byPrincipal, (pair) => Math.floor(pair / PAIR)),
    principalAlias: Uint32Array.from(byPrincipal, (pair) => pair % PAIR),
  };
}

/** The sections `primary…`; marks primaries in `flags`. */
export function secondarySections(links: Links, order: Order, flags: Uint8Array) {
  const n = links.count;
  const keys = new Float64Array(n);
  for (let i = 0; i < n; i++) keys[i] = order.addressOrdinal[links.from[i]] * PAIR + order.addressOrdinal[links.to[i]];
  keys.sort();
  const primaryAddress = new Uint32Array(n);
  const primarySecondary = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (i > 0 && keys[i] === keys[i - 1]) continue;
    primaryAddress[count] = Math.floor(keys[i] / PAIR);
    primarySecondary[count] = keys[i] % PAIR;
    flags[primaryAddress[count++]] |= HAS_SECONDARIES;
  }
  const pairs = new Float64Array(count);
  for (let i = 0; i < count; i++) pairs[i] = primarySecondary[i] * PAIR + i;
  pairs.sort();
  return {
    primaryAddress: primaryAddress.subarray(0, count),
    primarySecondary: primarySecondary.subarray(0, count),
    secondaryPair: Uint32Array.from(pairs, (pair) => pair % PAIR),
  };
}
