import { connect } from 'node:net';
import type { UwsResponse } from '../../../src/service/http/uws.ts';
import type { RecordedAnswers } from './record.ts';
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

/** A handler that sends recorded bodies in turn with the headers of an answer, and does nothing else. */
export function bareHandler(
  recorded: RecordedAnswers[string],
  { name, rest }: RecordedHead,
): (response: UwsResponse) => void {
  const encoder = new TextEncoder();
  const idName = encoder.encode('X-Request-Id');
  const id = encoder.encode(`req_${'0123456789abcdef'.repeat(2)}`);
  const nameBytes = encoder.encode(name);
  const restBytes = encoder.encode(rest);
  const bodies = recorded.map(({ body }) => encoder.encode(body));
  let next = 0;
  return (response) => {
    const body = bodies[next];
    next = next + 1 === bodies.length ? 0 : next + 1;
    response.writeHeader(idName, id).writeHeader(nameBytes, restBytes).end(body);
  };
}
