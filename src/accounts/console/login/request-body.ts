import type { IncomingMessage } from 'node:http';
import { ConsoleError, invalid } from '../answer.ts';

/** Largest body of a console request, in bytes. */
const MAX_BODY_BYTES = 16 * 1024;

/**
 * Reads the JSON body of a request; null when it has none. Throws a ConsoleError when it is too large, of another type,
 * no JSON in UTF-8, or breaks off.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const bytes = await readBytes(request);
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

/** Stops reading at the limit, without closing the connection: the refusal is still to be sent over it. */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = () => {
      request.pause();
      reject(new ConsoleError('PAYLOAD_TOO_LARGE', `Got a body of more than ${MAX_BODY_BYTES} bytes.`));
    };
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
      tooLarge();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > MAX_BODY_BYTES) tooLarge();
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(invalid({ body: ['broke off'] })));
  });
}
