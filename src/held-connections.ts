import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Holds the connections of a server that nobody has answered yet, so that those who never ask do not keep out those who do. */
export interface HeldConnections {
  /** Closes those on which no request is under way. */
  closeWaiting(): void;
}

/**
 * Lets a server have at most so many connections: beyond that, the one is closed that has waited for its request the longest; where every one has a
 * request under way, the new one.
 */
export function holdConnections(server: Server, most: number): HeldConnections {
  /** In the order in which they began to wait. */
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
