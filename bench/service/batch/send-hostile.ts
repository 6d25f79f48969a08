import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { HOSTILE_BODIES } from './hostile-bodies.ts';

/** The thread's input: where to send which of the hostile bodies. */
export interface HostileOrder {
  readonly port: number;
  readonly key: string;
  readonly body: number;
}

/** Answers so far, by status; `none` counts connections closed without one. */
export type HostileTally = Readonly<Record<string, number>>;

const { port, key, body: place } = workerData as HostileOrder;
const { body, connections, drip } = HOSTILE_BODIES[place];
const bytes = body();
const head = `POST /v1/address/validate/batch HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\nContent-Length: ${bytes.length}\r\n\r\n`;
const tally: Record<string, number> = {};

function send(): void {
  let status = '';
  let timer: NodeJS.Timeout | undefined;
  const socket = connect(port, '127.0.0.1');
  socket.on('connect', () => {
    socket.write(head);
    if (drip === undefined) return void socket.write(bytes);
    let at = 0;
    socket.write(bytes.subarray(at, ++at));
    timer = setInterval(() => socket.write(bytes.subarray(at, ++at)), drip);
  });
  socket.on('data', (chunk) => {
    if (status === '') status = chunk.toString('latin1', 9, 12);
    const isOver = status !== '200' || chunk.subarray(-7).includes('\r\n0\r\n') || chunk.subarray(-2).includes('}');
    if (isOver) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(timer);
    tally[status || 'none'] = (tally[status || 'none'] ?? 0) + 1;
    send();
  });
}

for (let i = 0; i < connections; i++) send();
parentPort?.on('message', () => parentPort?.postMessage(tally));
