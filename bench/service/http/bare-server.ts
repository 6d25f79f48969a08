import { readFileSync } from 'node:fs';
import { loadUws } from '../../../src/service/http/uws.ts';
import type { RecordedHead } from './head.ts';
import { bareHandler } from './head.ts';
import type { RecordedAnswers } from './record.ts';

/**
 * A bare uWebSockets.js handler for each route: the cost of the HTTP layer alone. Prints its port.
 * Usage: `bare-server.js <recorded answers> <recorded head>`
 */
const [answers, head] = process.argv.slice(2).map((file): unknown => JSON.parse(readFileSync(file, 'utf8'))) as [
  RecordedAnswers,
  RecordedHead,
];
const uws = loadUws();
const app = uws.App();
for (const [path, recorded] of Object.entries(answers)) app.get(path, bareHandler(recorded, head));
app.listen('127.0.0.1', 0, (socket) => {
  if (socket === false) throw new Error('no port');
  process.stdout.write(`${uws.us_socket_local_port(socket)}\n`);
});
