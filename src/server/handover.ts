import { setTimeout } from 'node:timers/promises';
import type { Log } from '../telemetry/log.ts';
import { listenersOn, steerToOthers, stopSteering } from './port-listeners.ts';

/**
 * How long connections whose handshake has begun are waited for, ms: those over slow networks, and
 * one whose packet was lost and is sent again after a second.
 */
const HANDSHAKE_MS = 1500;

/** How often a service that took over looks whether the one before has gone, ms. */
const LOOK_MS = 500;

/**
 * Hands a port over to another service that listens on it, before this one stops listening: from
 * now on that one gets the new connections, while `drain` has been called and those that are on
 * their way here are still accepted. Otherwise the kernel would reset what this one has not
 * accepted. Resolves at once where nobody else listens.
 */
export async function handPortOver(port: number, drain: () => void, log: Log): Promise<void> {
  const listeners = listenersOn(port);
  if (listeners === null || listeners.others === 0) return;
  const steered = steerToOthers(listeners, false);
  log.info({ port, sockets: listeners.own, others: listeners.others, steered }, 'handing the port over');
  drain();
  if (!steered) return;
  await setTimeout(HANDSHAKE_MS);
  // As it is by now: the other one may have lost a worker.
  const left = listenersOn(port);
  if (left !== null && left.others > 0) steerToOthers(left, true);
}

/** Sees to it that a service that has taken a port over gives its connections to all of its workers once it is alone. */
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
