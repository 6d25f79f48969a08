import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Order, Sent } from './send.ts';

/** A process that is ready to send. */
export interface Crowd {
  /** Lets it send, and resolves with the results. */
  readonly go: () => Promise<Sent>;
}

/** Starts a process that sends as ordered, on the processors that this process may use. */
export async function crowd(order: Order): Promise<Crowd> {
  const folder = mkdtempSync(join(tmpdir(), 'letterbox-crowd-'));
  const file = join(folder, 'order.json');
  writeFileSync(file, JSON.stringify(order));
  const program = fileURLToPath(new URL('./sender.js', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  rmSync(folder, { recursive: true });
  return {
    async go() {
      child.stdin.write('go\n');
      const [line] = (await once(lines, 'line')) as [string];
      return JSON.parse(line) as Sent;
    },
  };
}
