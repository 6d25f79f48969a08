import { isIPv4, isIPv6 } from 'node:net';

/**
 * The sender of a request, as far as admission needs to know. Valid until the request is answered.
 */
export interface Caller {
  /** When the request began, by `performance.now()` of this thread; undefined if that is not known. */
  readonly began?: number | undefined;
  /** The value of a header by its lower-case name; an empty string when it is absent. */
  header(lowerCaseName: string): string;
  /**
   * The client's address: the same text for all requests of a client, and for a whole network of
   * 2^64 IPv6 addresses.
   */
  address(): string;
}

/**
 * The longest address that is read: an IPv6 address with brackets and a port has fewer characters.
 */
const LONGEST = 64;

/**
 * The client of an address, without a port: an IPv4 address itself, also if it is mapped into IPv6;
 * the first 64 bits of an IPv6 address, since a client has at least that many addresses. Anything
 * else stands for itself.
 */
export function clientOf(address: string): string {
  const text = address.slice(0, LONGEST).toLowerCase();
  const v4 = text.replace(/:\d+$/, '');
  if (isIPv4(v4)) return v4;
  const v6 = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/%.*$/, '');
  if (!isIPv6(v6)) return text;
  const groups = groupsOf(v6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped)
    return groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':');
  const [high, low] = groups.slice(6) as [number, number];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number];
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [before = [], last = []] = inHex.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - before.length - last.length }, () => '0');
  return [...before, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
}
