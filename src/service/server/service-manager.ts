import { request } from 'node:http';
import { libc } from '../../system/libc.ts';
import type { Log } from '../telemetry/log.ts';

/** How many times within the manager's timeout the port is asked. */
const ASKED = 4;

/**
 * Sends the service manager a sign of life each time that the port has answered `GET /healthz` on a
 * new connection. If it does not answer, nothing is sent, and the manager ends the service after
 * its timeout. Does nothing if no manager watches. Returns a function that stops it.
 */
export function feedWatchdog(
  manager: ServiceManager,
  { host, port }: { host: string; port: number },
  log: Log,
): () => void {
  const { watchdogMs } = manager;
  if (watchdogMs === null) return () => {};
  const timeout = Math.ceil(watchdogMs / ASKED);
  const ask = (): void => {
    const asked = request({ host: addressToAsk(host), port, path: '/healthz', agent: false, timeout }, (response) => {
      response.resume();
      if (response.statusCode === 200) manager.tell('WATCHDOG=1');
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer in ${timeout} ms`)));
    asked.on('error', (error) => log.warn({ reason: error.message }, 'watchdog: the port does not answer'));
    asked.end();
  };
  ask();
  const timer = setInterval(ask, timeout);
  return () => clearInterval(timer);
}

/** The address to ask for a port that listens on all addresses. */
function addressToAsk(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}

/** Linux. */
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_CLOEXEC = 0o2000000;
const MSG_NOSIGNAL = 0x4000;
/** Bytes of the path in a `sockaddr_un`. */
const LONGEST_PATH = 108;

/**
 * Reports the state of this service to a service manager such as systemd, by the protocol of
 * sd_notify(3).
 */
export interface ServiceManager {
  /**
   * `READY=1` once requests are answered, `STOPPING=1`, `WATCHDOG=1`. Never throws, whether or not
   * the manager receives it.
   */
  tell(state: string): void;
  /** How often it expects `WATCHDOG=1`, ms; null if it does not watch. */
  readonly watchdogMs: number | null;
}

/** The service manager that an environment names; if none, one that ignores everything. */
export function serviceManagerOf(env: NodeJS.ProcessEnv): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: usec, WATCHDOG_PID: pid } = env;
  if (socket === undefined || !/^[/@]./.test(socket) || process.platform !== 'linux')
    return { tell: () => {}, watchdogMs: null };
  const watched = /^[1-9]\d*$/.test(usec ?? '') && (pid === undefined || pid === String(process.pid));
  return { tell: (state) => sendDatagram(socket, state), watchdogMs: watched ? Number(usec) / 1000 : null };
}

/**
 * Sends one datagram to a Unix socket, which Node.js cannot do. A path that begins with `@` is an
 * abstract one.
 */
function sendDatagram(path: string, text: string): void {
  const name = Buffer.from(path.replace(/^@/, '\0'));
  if (name.length > LONGEST_PATH) return;
  const address = Buffer.alloc(2 + name.length + (path.startsWith('@') ? 0 : 1));
  address.writeUInt16LE(AF_UNIX);
  name.copy(address, 2);
  const { socket, sendto, close } = libc();
  const descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (descriptor < 0) return;
  const data = Buffer.from(text);
  sendto(descriptor, data, data.length, MSG_NOSIGNAL, address, address.length);
  close(descriptor);
}
