import { readFileSync } from 'node:fs';
import { DATA } from '../../../src/service/http/response/head.ts';
import { loadUws } from '../../../src/service/http/uws.ts';
import type { RecordedAnswers } from './record.ts';

/**
 * A bare uWebSockets.js handler for each route, which sends recorded bodies in turn with the
 * headers of an answer and does nothing else: the cost of the HTTP layer alone. Prints its port.
 * Usage: `bare-server.js <recorded answers>`
 */
const answers = JSON.parse(readFileSync(process.argv[2], 'utf8')) as RecordedAnswers;
const uws = loadUws();
const app = uws.App();
const encoder = new TextEncoder();
const requestIdName = encoder.encode('X-Request-Id');
const requestId = encoder.encode(`req_${'0123456789abcdef'.repeat(2)}`);
const [type, ...rest] = DATA.replace('\r\nContent-Type: ', '').split('\r\n');
const typeName = encoder.encode('Content-Type');
const typeAndRest = encoder.encode([type, ...rest].join('\r\n'));
for (const [path, recorded] of Object.entries(answers)) {
  const bodies = recorded.map(({ body }) => encoder.encode(body));
  let next = 0;
  app.get(path, (response) => {
    const body = bodies[next];
    next = next + 1 === bodies.length ? 0 : next + 1;
    response.writeHeader(requestIdName, requestId).writeHeader(typeName, typeAndRest).end(body);
  });
}
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('no port');
  process.stdout.write(`${uws.us_socket_local_port(socket)}\n`);
});
