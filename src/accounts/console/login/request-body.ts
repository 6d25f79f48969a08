import type { IncomingMessage } from 'node:http';
import { ConsoleError, invalid } from '../answer.ts';

/** Largest body of a console request, in bytes. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Reads the JSON body of a request; null when it has none. Throws a ConsoleError when it is too
 * large, of another type, no JSON in UTF-8, or breaks off.
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
 * Reads the body of a request, of `most` bytes at the most. Throws a ConsoleError where it is
 * larger or breaks off; then it stops reading without closing the connection, since the refusal is
 * still to be sent over it.
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
