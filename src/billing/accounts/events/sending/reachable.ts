import { Resolver } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** A range of addresses: `10.1.0.0/16`. */
export type AddressRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Resolves a name to its addresses. Rejects with the system's error if it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const RESOLVE_TIMEOUT_MS = 3000;

/**
 * IPv6's global unicast addresses. Those outside are local to a network, or embed an IPv4 address.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/** Reads a range of addresses, or one address; null when it is neither. */
export function parseRange(text: string): AddressRange | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Whether an address is in one of the ranges. An IPv4-mapped IPv6 address is treated as the IPv4
 * one.
 */
function isInRange(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = ipaddr.process(address);
  return ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range as [ipaddr.IPv4, number]));
}

/**
 * Whether an address is on the public internet: not private, shared (RFC 6598), loopback,
 * link-local, multicast, reserved or for documentation; and in IPv6 global unicast, without an
 * embedded IPv4 address (mapped, NAT64, 6to4, Teredo).
 */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST as [ipaddr.IPv6, number]);
}

/**
 * Asks the name servers directly: the system's look-up would block a thread of the pool while a
 * server is silent.
 */
export const resolveByDns: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 2 });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (addresses.length === 0 && found[0].status === 'rejected') throw found[0].reason;
  return addresses;
};

/**
 * Where a message to a URL may go: an address to connect to, or why there is none. The connection
 * goes to the address that was checked, so that a name that is changed in between (DNS rebinding)
 * has no effect. Plain http is for allowed addresses only.
 */
export async function reachableAddress(
  url: URL,
  allowed: readonly AddressRange[],
  resolve: Resolve,
): Promise<{ readonly address: string } | { readonly fault: string }> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  let addresses: readonly string[];
  try {
    addresses = ipaddr.isValid(host) ? [host] : await resolve(host);
  } catch (error) {
    return { fault: `The name ${host} has no address: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.` };
  }
  const inside = addresses.find((each) => isInRange(each, allowed));
  if (inside !== undefined) return { address: inside };
  if (url.protocol !== 'https:') return { fault: 'Messages are sent over https only.' };
  const outside = addresses.find(isPublic);
  return outside === undefined ? { fault: 'The address is not one of the public internet.' } : { address: outside };
}
