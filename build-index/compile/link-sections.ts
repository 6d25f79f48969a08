import { HAS_ALIASES, HAS_SECONDARIES } from '../../src/index/address-flags.ts';
import type { Links } from './links.ts';
import type { Order } from './order.ts';

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
