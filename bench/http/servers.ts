import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server under load. */
export interface Server {
  readonly process: ChildProcess;
  /** The process that answers: it may be a child of the other. */
  readonly pid: number;
  readonly port: number;
}

const servers: Server[] = [];

/** Stops all servers that were started. */
export function stopServers(): void {
  for (const { process } of servers) process.kill('SIGTERM');
}

/** Starts a program and reads its port from what it prints. */
export async function startServer(program: string, port: RegExp, args: readonly string[]): Promise<Server> {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let pid = Number(child.pid);
  for await (const line of createInterface({ input: child.stdout })) {
    pid = Number(/"pid":(\d+).*"msg":"index opened"/.exec(line)?.[1] ?? pid);
    const found = port.exec(line);
    if (found === null) continue;
    const server = { process: child, pid, port: Number(found[1]) };
    servers.push(server);
    child.stdout.resume();
    return server;
  }
  throw new Error(`${program} ended before it listened`);
}
