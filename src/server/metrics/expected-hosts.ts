import { isIP } from 'node:net';

/** What follows a name in a Host header. */
const PORT = /:\d*$/;

/**
 * Whether a Host header can be that of somebody who means this machine: an IP address, a name of one label, `localhost`, or one of `names`. A page on
 * the Internet whose own name was led to this address has another. The port does not count.
 */
export function isExpectedHost(header: string, names: readonly string[]): boolean {
  const host = header.replace(PORT, '').replace(/\.$/, '').toLowerCase();
  if (isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  if (!host.includes('.')) return /^[a-z0-9_-]+$/.test(host);
  return host.endsWith('.localhost') || names.some((name) => name.toLowerCase() === host);
}
