import { libc } from '../../system/libc.ts';
import { clientOf } from '../admission/caller.ts';
import { COUNTED, type HeldConnections } from '../admission/limits/held-connections.ts';
import type { IsProxy } from '../http/client-address.ts';

/** The pause between two counts while many connections are open, ms; one of 4096 takes about 3 ms. */
const PAUSE_MS = 100;

/** So many descriptors in a row without a connection are the end: the system gives the lowest that is free. */
const GAP = 1024;

/** Linux: the families of addresses, and where the address of each is in a `struct sockaddr`. */
const IPV4 = { family: 2, at: 4 };
const IPV6 = { family: 10, at: 8 };

/**
 * Counts the connections of this process by client again and again while many are open, since the workers learn
 * only of new ones whose they are. Returns a function that ends it.
 */
export function recountConnections(held: HeldConnections, isProxy: IsProxy): () => void {
  const timer = setInterval(() => {
    if (held.isAbove(COUNTED)) held.recount(() => connectionsByClient(isProxy));
  }, PAUSE_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The connections of all threads of this process, by client that is no proxy. */
function connectionsByClient(isProxy: IsProxy): ReadonlyMap<string, number> {
  const { getpeername } = libc();
  const address = Buffer.alloc(32);
  const length = new Uint32Array(1);
  const addresses = new Map<string, number>();
  for (let descriptor = 0, last = 0; descriptor - last < GAP; descriptor++) {
    length[0] = address.length;
    if (getpeername(descriptor, address, length) !== 0) continue;
    const text = addressIn(address);
    if (text === null) continue;
    last = descriptor;
    addresses.set(text, (addresses.get(text) ?? 0) + 1);
  }
  const clients = new Map<string, number>();
  for (const [text, connections] of addresses) {
    if (isProxy(text)) continue;
    const client = clientOf(text);
    clients.set(client, (clients.get(client) ?? 0) + connections);
  }
  return clients;
}

/** The address in a `struct sockaddr`; null for one of another family. */
function addressIn(bytes: Buffer): string | null {
  const family = bytes.readUInt16LE(0);
  if (family === IPV4.family) return bytes.subarray(IPV4.at, IPV4.at + 4).join('.');
  if (family !== IPV6.family) return null;
  const groups = Array.from({ length: 8 }, (_, i) => bytes.readUInt16BE(IPV6.at + 2 * i).toString(16));
  return groups.join(':');
}
