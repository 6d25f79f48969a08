import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A server's connections, limited so that clients that never ask do not keep out those that do. */
export interface HeldConnections {
  /** Closes those on which no request is under way. */
  closeWaiting(): void;
}

/**
 * Limits a server to `most` open connections. Beyond that, the one that has waited longest for a
 * request is closed; where all others have a request under way, the new one.
 */
export function holdConnections(server: Server, most: number): HeldConnections {
  /** Those without a request under way, in the order in which they began to wait. */
  const waiting = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open++;
    waiting.add(socket);
    socket.once('close', () => {
      open--;
      waiting.delete(socket);
    });
    if (open > most) for (const longest of [...waiting].slice(0, 1)) longest.destroy();
  });
  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('finish', () => {
      if (!socket.destroyed) waiting.add(socket);
    });
  });
  return {
    closeWaiting() {
      for (const socket of waiting) socket.destroy();
    },
  };
}
