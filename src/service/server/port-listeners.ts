import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setReuseportProgram } from '../../system/libc.ts';

/**
 * Sockets that listen on one address with SO_REUSEPORT: the kernel distributes new connections
 * among them.
 */
export interface PortListeners {
  /** A socket of this process. */
  readonly descriptor: number;
  /** How many belong to this process, and to others of the same user. */
  readonly own: number;
  readonly others: number;
}

/** Linux: the state LISTEN in /proc/net/tcp. */
const LISTEN = '0A';

/** One instruction of classic BPF: operation and operand (include/uapi/linux/filter.h). */
type Instruction = readonly [code: number, k: number];

const RANDOM: Instruction = [0x20, 0xfffff038];
const modulo = (k: number): Instruction => [0x94, k];
const add = (k: number): Instruction => [0x04, k];
const RETURN_RESULT: Instruction = [0x16, 0];
const returnNumber = (k: number): Instruction => [0x06, k];

/**
 * The sockets that listen on a port together with this process; null if it does not listen there,
 * or the system does not reveal it.
 */
export function listenersOn(port: number): PortListeners | null {
  const inodes = ownSockets();
  for (const sockets of groupsOn(port)) {
    const own = sockets.map((inode) => inodes.get(inode)).filter((descriptor) => descriptor !== undefined);
    if (own.length > 0) return { descriptor: own[0], own: own.length, others: sockets.length - own.length };
  }
  return null;
}

/**
 * How many sockets each worker has to listen with, so that all together have no fewer than those
 * that listen on the port already: see `steerToOthers`. 1 if nobody does.
 */
export function socketsForEach(workers: number, port: number): number {
  const most = Math.max(0, ...groupsOn(port).map((sockets) => sockets.length));
  return Math.max(1, Math.ceil(most / workers));
}

/** Inodes of the sockets that listen on a port, grouped by address and user. */
function groupsOn(port: number): string[][] {
  const name = port.toString(16).toUpperCase().padStart(4, '0');
  const groups = new Map<string, string[]>();
  for (const table of ['tcp', 'tcp6']) {
    for (const line of linesOf(`/proc/self/net/${table}`).slice(1)) {
      const [, local, , state, , , , uid, , inode] = line.trim().split(/\s+/);
      if (state !== LISTEN || !local.endsWith(`:${name}`)) continue;
      const group = groups.get(`${local} ${uid}`) ?? [];
      groups.set(`${local} ${uid}`, [...group, inode]);
    }
  }
  return [...groups.values()];
}

/** Empty if the system has no such file, which only Linux has. */
function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'latin1').split('\n');
  } catch {
    return [];
  }
}

/**
 * Has the kernel give new connections to the sockets that began to listen after those of this
 * process; with `steady`, to a single one. A socket that closes is replaced by the last in the
 * kernel's order, so the steady one stays the same in whatever order ours close, as long as the
 * others are as many. False if the kernel refuses.
 */
export function steerToOthers({ descriptor, own, others }: PortListeners, steady: boolean): boolean {
  const program = steady ? [returnNumber(own)] : [RANDOM, modulo(others), add(own), RETURN_RESULT];
  const code = Buffer.alloc(8 * program.length);
  program.forEach(([operation, k], i) => {
    code.writeUInt16LE(operation, 8 * i);
    code.writeUInt32LE(k, 8 * i + 4);
  });
  return setReuseportProgram(descriptor, code);
}

/** Has the kernel distribute new connections among all sockets again. */
export function stopSteering({ descriptor }: PortListeners): void {
  setReuseportProgram(descriptor, null);
}

/**
 * Descriptors of the open sockets of this process, by inode; empty on systems that do not reveal
 * them.
 */
function ownSockets(): Map<string, number> {
  const found = new Map<string, number>();
  for (const descriptor of descriptors()) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`))?.[1];
      if (inode !== undefined) found.set(inode, Number(descriptor));
    } catch {
      // Closed since the folder was read.
    }
  }
  return found;
}

function descriptors(): string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}
