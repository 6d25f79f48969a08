import type { ChildProcess } from 'node:child_process';
import type { ChildRequests } from './child-requests.ts';
import type { Listening, ServerMessage, ServerSettings, ServiceMessage } from './messages.ts';
import type { ServerEnd } from './next-start.ts';

/**
 * Has a started process serve with these settings, calls `listens` when it listens, and resolves
 * when it has ended. Never rejects.
 */
export function runServer(
  started: ChildProcess,
  settings: ServerSettings,
  { answered, lost }: Pick<ChildRequests, 'answered' | 'lost'>,
  listens: (message: Listening) => void,
): Promise<ServerEnd> {
  const startedAt = performance.now();
  let said: Extract<ServerMessage, { kind: 'failed' }> | null = null;
  let listening = false;
  const ended = new Promise<ServerEnd>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null, failure: string | null): void => {
      lost();
      const reason = said?.why ?? (failure !== null ? 'failed' : signal === null ? 'exit' : 'signal');
      const lived = performance.now() - startedAt;
      resolve({ code, signal, reason, sentence: said?.reason ?? failure, listening, lived, at: Date.now() });
    };
    started.once('error', (error) => {
      if (started.pid === undefined) end(null, null, `it cannot be started: ${error.message}`);
    });
    started.once('exit', (code, signal) => end(code, signal, null));
  });
  started.on('message', (message: ServerMessage) => {
    if (message.kind === 'failed') said = message;
    else if (message.kind === 'answer' || message.kind === 'refused') answered(message);
    else {
      listening = true;
      listens(message);
    }
  });
  started.send({ kind: 'start', settings } satisfies ServiceMessage, () => {});
  return ended;
}
