import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setReuseportProgram } from '../libc.ts';

/** Sockets that listen on one address, by SO_REUSEPORT: the kernel deals new connections out among them. */
export interface PortListeners {
  /** One of this process. */
  readonly descriptor: number;
  /** How many are of this process, and how many of others of the same user. */
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

/** The sockets that listen on a port on which this process does; null where it does not, or the system does not say. */
export function listenersOn(port: number): PortListeners | null {
  if (process.platform !== 'linux') return null;
  try {
    const inodes = ownSockets();
    const name = port.toString(16).toUpperCase().padStart(4, '0');
    for (const table of ['tcp', 'tcp6']) {
      const lines = readFileSync(`/proc/self/net/${table}`, 'latin1').split('\n').slice(1);
      const listening = lines
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => state === LISTEN && local.endsWith(`:${name}`))
        .map(([, local, , , , , , uid, , inode]) => ({ local, uid, descriptor: inodes.get(inode) }));
      const first = listening.find(({ descriptor }) => descriptor !== undefined);
      if (first?.descriptor === undefined) continue;
      const group = listening.filter(({ local, uid }) => local === first.local && uid === first.uid);
      const own = group.filter(({ descriptor }) => descriptor !== undefined).length;
      return { descriptor: first.descriptor, own, others: group.length - own };
    }
    return null;
  } catch {
    return null;
  }
}

/**
 * Has the kernel give new connections to the sockets that began to listen after those of this
 * process: to one of them where `steady` says so. A socket that closes is replaced by the last of
 * them in their order, so the steady one is the same whichever of ours close first, as long as the
 * others are as many. False where the kernel does not.
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

/** Has the kernel deal new connections out among all sockets again. */
export function stopSteering({ descriptor }: PortListeners): void {
  setReuseportProgram(descriptor, null);
}

/** Descriptors of the open sockets of this process, by inode. */
function ownSockets(): Map<string, number> {
  const found = new Map<string, number>();
  for (const descriptor of readdirSync('/proc/self/fd')) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${descriptor}`))?.[1];
      if (inode !== undefined) found.set(inode, Number(descriptor));
    } catch {
      // Closed since the folder was read.
    }
  }
  return found;
}
