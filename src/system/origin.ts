/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i;

/** A name has at most 253 characters, and a port 5. */
const LONGEST = 260;

/**
 * The origin that a request names by its `Host`, as URLs are normalized; empty if there is no host
 * in it. Anybody may send any: none that is not one is repeated.
 */
export function originOf(scheme: 'http' | 'https', host: string): string {
  const url = `${scheme}://${host}`;
  return host.length <= LONGEST && HOST.test(host) && URL.canParse(url) ? new URL(url).origin : '';
}
