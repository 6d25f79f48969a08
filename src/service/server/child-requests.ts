import type { ChildProcess } from 'node:child_process';
import type { ServerMessage, ServerQuestion, ServiceMessage } from './messages.ts';

type Answer = Extract<ServerMessage, { kind: 'answer' | 'refused' }>;

/** Questions to the current server process, each with its answer. */
export interface ChildRequests {
  /** @throws Error with a sentence if the server refuses, or ends before it answers */
  ask<T>(question: ServerQuestion): Promise<T>;
  answered(answer: Answer): void;
  /** To be called when the server has ended: pending questions fail. */
  lost(): void;
}

/** Questions to the process that `child` returns when one is asked. */
export function requestsTo(child: () => ChildProcess): ChildRequests {
  const waiting = new Map<number, { done(answer: unknown): void; failed(error: Error): void }>();
  let requests = 0;
  return {
    async ask<T>(question: ServerQuestion): Promise<T> {
      const request = ++requests;
      try {
        return (await new Promise<unknown>((done, failed) => {
          waiting.set(request, { done, failed });
          child().send({ kind: 'ask', request, question } satisfies ServiceMessage, (error) => {
            if (error !== null) failed(new Error('The server is being started again; try again when it listens.'));
          });
        })) as T;
      } finally {
        waiting.delete(request);
      }
    },
    answered(answer) {
      const asked = waiting.get(answer.request);
      if (answer.kind === 'answer') asked?.done(answer.value);
      else asked?.failed(new Error(answer.reason));
    },
    lost() {
      for (const { failed } of waiting.values())
        failed(new Error('The server ended before it served the release; it is started again on the one before.'));
    },
  };
}
