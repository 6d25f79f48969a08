import type { Log } from '../telemetry/log.ts';
import { limitTurns } from './turn-limit.ts';

/** With so many connections no request waits for long. */
const FEW_CONNECTIONS = 32;
/** How often an overload is logged, ms. */
const LOGGED_MS = 10_000;

/** Tells of each request of an application whether too many have asked before it: whether this turn has answered for `mostTurn` ms; 0 for any time. */
export function detectOverload(mostTurn: number, connections: () => number, log: Log): () => boolean {
  const turnIsOver = limitTurns(mostTurn);
  let loggedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const open = connections();
    if (open <= FEW_CONNECTIONS || !turnIsOver()) return false;
    const now = performance.now();
    if (now - loggedAt > LOGGED_MS) {
      loggedAt = now;
      log.warn({ connections: open, most_turn_ms: mostTurn }, 'overloaded: requests are refused');
    }
    return true;
  };
}
