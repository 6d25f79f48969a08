import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { type Order, send } from './send.ts';

/*
 * A crowd of clients in a process of its own. It prints `ready`, waits for a line, sends as
 * ordered, and prints the results as JSON. Usage: `sender.js <file with the order as JSON>`
 */

const order = JSON.parse(readFileSync(process.argv[2], 'utf8')) as Order;
if (order.humble) setPriority(Math.min(19, getPriority() + 10));
process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdout.write(`${JSON.stringify(await send(order))}\n`, () => process.exit(0));
