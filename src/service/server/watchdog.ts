import { request } from 'node:http';
import type { Log } from '../telemetry/log.ts';
import type { ServiceManager } from './service-manager.ts';

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
