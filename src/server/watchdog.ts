import { request } from 'node:http';
import type { Log } from '../telemetry/log.ts';
import type { ServiceManager } from './service-manager.ts';

/** How many times within the manager's patience the port is asked. */
const ASKED = 4;

/**
 * Tells the service manager that the service lives, each time that its port has answered `GET /healthz` on a new connection. Where it does not answer, the
 * manager is told nothing, and ends the service once its patience is over. Does nothing where no manager watches. Answers how to end that.
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

/** An address at which a port can be reached that listens on all of them. */
function addressToAsk(host: string): string {
  return host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
}
