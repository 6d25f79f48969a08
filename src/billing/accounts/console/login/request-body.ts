import type { IncomingMessage } from 'node:http';
import { ConsoleError, invalid } from '../answer.ts';

/** Largest body of a console request, in bytes. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Reads the JSON body of a request; null when it has none. Throws a ConsoleError if it is too
 * large, of another type, not JSON in UTF-8, or cut off.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  if (bytes.length === 0) return null;
  const type = request.headers['content-type'];
  if (type === undefined || !/^application\/json\s*(;|$)/i.test(type)) {
    throw new ConsoleError('UNSUPPORTED_MEDIA_TYPE', `Got a body of ${type ?? 'no type'}, expected application/json.`);
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid({ body: ['must be JSON in UTF-8'] });
  }
}

/**
 * Reads the body of a request, of at most `most` bytes. Rejects with a ConsoleError if it is larger
 * or cut off; it then stops reading without closing the connection, over which the refusal is sent.
 */
export function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = () => {
      request.pause();
      reject(new ConsoleError('PAYLOAD_TOO_LARGE', `Got a body of more than ${most} bytes.`));
    };
    if (Number(request.headers['content-length'] ?? 0) > most) {
      tooLarge();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > most) tooLarge();
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(invalid({ body: ['broke off'] })));
  });
}
