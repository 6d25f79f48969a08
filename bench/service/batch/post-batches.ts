import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** Queries of a batch: the most that are allowed. */
const BATCH_QUERIES = 1000;

/**
 * Bytes read in a turn of the event loop, so that a batch's answer delays other requests of this
 * process by a few microseconds at a time.
 */
const READ_BYTES = 32 * 1024;

/** Batches being posted. */
export interface Posting {
  /** Settles when the first batch has been answered. */
  readonly first: Promise<void>;
  /**
   * Milliseconds that each batch so far took, from opening its connection to the end of its answer.
   */
  readonly taken: readonly number[];
  /** Lets the last batch end; rejects if one was not answered with 200. */
  readonly stop: () => Promise<void>;
}

/**
 * Posts batches of `BATCH_QUERIES` texts to a service, each as soon as the one before it is
 * answered, and disturbs the rest of this process little: bodies are prepared in advance, and an
 * answer is read in small pieces and not kept.
 */
export function postBatches(port: number, key: string, texts: readonly string[]): Posting {
  const taken: number[] = [];
  const requests = requestsOf(key, texts);
  let ended = false;
  let tellFirst = () => {};
  const first = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  const posting = (async () => {
    for (let next = 0; !ended; next = (next + 1) % requests.length) {
      const began = performance.now();
      await post(port, requests[next]);
      taken.push(performance.now() - began);
      tellFirst();
    }
  })();
  posting.catch(() => {});
  return {
    first: Promise.race([first, posting]),
    taken,
    stop: () => {
      ended = true;
      return posting;
    },
  };
}

function requestsOf(key: string, texts: readonly string[]): Buffer[] {
  const requests: Buffer[] = [];
  for (let from = 0; from + BATCH_QUERIES <= texts.length; from += BATCH_QUERIES) {
    const body = Buffer.from(JSON.stringify(texts.slice(from, from + BATCH_QUERIES)));
    const head = `POST /v1/address/validate/batch HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    requests.push(Buffer.concat([Buffer.from(head), body]));
  }
  return requests;
}

/** End of an answer in chunks. */
const END = '\r\n0\r\n\r\n';

/** Sends a request, and reads its answer to the end. */
function post(port: number, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let start = '';
    let tail = '';
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(READ_BYTES),
        callback: (length, buffer) => {
          if (start === '') start = Buffer.from(buffer.subarray(0, Math.min(length, 200))).toString('latin1');
          tail = (
            tail + Buffer.from(buffer.subarray(Math.max(0, length - END.length), length)).toString('latin1')
          ).slice(-END.length);
          if (tail === END) socket.destroy();
          else setImmediate().then(() => socket.resume());
          return false;
        },
      },
    });
    socket.once('error', reject);
    socket.once('close', () => {
      if (start.startsWith('HTTP/1.1 200')) resolve();
      else reject(new Error(`a batch was answered with ${start.split('\r\n')[0] || 'nothing'}`));
    });
    socket.write(request);
  });
}
