import { connect } from 'node:net';
import { LOAD_KEY, type Server } from './service.ts';

/**
 * Headers of an answer, without those that uWebSockets.js or each request adds: one name, and its
 * value with the lines after it.
 */
export interface RecordedHead {
  readonly name: string;
  readonly rest: string;
}

/** Headers that a server writes by itself, or anew for each request. */
const OWN = /^(?:x-request-id|content-length|date|connection):/i;

/** The headers with which a service answers a target, as they go over the wire. */
export async function recordHead({ port }: Server, target: string, key: string = LOAD_KEY): Promise<RecordedHead> {
  const head = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`),
    );
    socket.on('error', reject);
    socket.once('data', (bytes) => {
      socket.destroy();
      resolve(bytes.toString('latin1').split('\r\n\r\n', 1)[0]);
    });
  });
  const [status, ...lines] = head.split('\r\n');
  if (!status.startsWith('HTTP/1.1 200')) throw new Error(`${target} is answered with ${status}`);
  const kept = lines.filter((line) => !OWN.test(line)).join('\r\n');
  const colon = kept.indexOf(': ');
  return { name: kept.slice(0, colon), rest: kept.slice(colon + 2) };
}
