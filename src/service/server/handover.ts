import { setTimeout } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import { listenersOn, steerToOthers, stopSteering } from './port-listeners.ts';

/**
 * How long connections whose handshake has begun are waited for, ms: enough for slow networks, and
 * for a lost packet, which is sent again after a second.
 */
const HANDSHAKE_MS = 1500;

/** How often a service that is taking over checks whether the former one has gone, ms. */
const LOOK_MS = 500;

/**
 * Hands a port over to another service that listens on it, before this one stops listening: new
 * connections go to that one, `drain` is called, and connections that are on their way here are
 * still accepted, since the kernel would reset them when the socket closes. Resolves at once if
 * nobody else listens.
 */
export async function handPortOver(port: number, drain: () => void, log: Log): Promise<void> {
  const listeners = listenersOn(port);
  if (listeners === null || listeners.others === 0) return;
  const steered = steerToOthers(listeners, false);
  log.info({ port, sockets: listeners.own, others: listeners.others, steered }, 'handing the port over');
  drain();
  if (!steered) return;
  await setTimeout(HANDSHAKE_MS);
  // Read again, since the other one may have lost a worker.
  const left = listenersOn(port);
  if (left !== null && left.others > 0) steerToOthers(left, true);
}

/**
 * After a takeover, spreads connections over all workers again once the former service has gone.
 */
export function watchTakeover(port: number, log: Log): void {
  const shared = listenersOn(port);
  if (shared === null || shared.others === 0) return;
  const timer = setInterval(() => {
    const listeners = listenersOn(port);
    if (listeners === null || listeners.others > 0) return;
    clearInterval(timer);
    stopSteering(listeners);
    log.info({ port }, 'port taken over');
  }, LOOK_MS).unref();
}
