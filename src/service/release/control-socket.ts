import { chmodSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ReleaseReply, ReleaseRequest } from './messages.ts';

/**
 * The socket in a data folder by which the service is told of releases. Whoever may write to it may
 * decide what is served: its owner alone.
 */
export function controlSocket(dataDir: string): string {
  return join(dataDir, 'release.sock');
}

/** What Linux takes as the path of a socket, bytes. */
const LONGEST_PATH = 107;

const LONGEST_REQUEST = 16_384;
/** How long a connection may say nothing before its request is whole, ms. */
const PATIENCE_MS = 10_000;

/**
 * Answers requests at a socket: one line of JSON each way, then the end. A socket that another
 * process left behind is replaced. Resolves when it listens; throws an Error with a sentence where
 * it cannot.
 */
export async function serveControl(
  path: string,
  answer: (request: ReleaseRequest) => Promise<ReleaseReply>,
): Promise<Server> {
  expectShort(path);
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    readLine(socket).then(
      async (line) => {
        socket.setTimeout(0);
        socket.end(`${JSON.stringify(await answerTo(line, answer))}\n`);
      },
      () => socket.destroy(),
    );
  });
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } finally {
    process.umask(mask);
  }
  server.unref();
  return server;
}

async function answerTo(
  line: string,
  answer: (request: ReleaseRequest) => Promise<ReleaseReply>,
): Promise<ReleaseReply> {
  try {
    return await answer(requestOf(JSON.parse(line)));
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function requestOf(value: unknown): ReleaseRequest {
  const { kind, path, force, dryRun } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (kind === 'activate' && typeof path === 'string' && path.startsWith('/'))
    return { kind, path, force: force === true, dryRun: dryRun === true };
  if (kind === 'rollback' || kind === 'status') return { kind };
  throw new Error('Expected a request of kind activate (with the absolute path of an index), rollback or status.');
}

/**
 * Asks the service that listens at a socket, until `signal` ends that. Throws an Error with a
 * sentence where none does.
 */
export async function askControl(path: string, request: ReleaseRequest, signal?: AbortSignal): Promise<ReleaseReply> {
  expectShort(path);
  const socket = connect({ path, ...(signal && { signal }) });
  try {
    const answer = readLine(socket);
    socket.write(`${JSON.stringify(request)}\n`);
    return JSON.parse(await answer) as ReleaseReply;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ECONNREFUSED')
      throw new Error(`No service listens at ${path}; is it running, with this data folder?`);
    if (code === 'EACCES') throw new Error(`${path} may not be opened; run this as the user of the service.`);
    throw error;
  } finally {
    socket.destroy();
  }
}

function expectShort(path: string): void {
  const bytes = Buffer.byteLength(path);
  if (bytes > LONGEST_PATH)
    throw new Error(`${path} is too long for a socket: ${bytes} bytes, at most ${LONGEST_PATH}`);
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (more: string) => {
      text += more;
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
      else if (text.length > LONGEST_REQUEST) reject(new Error('The line does not end.'));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The service has ended before it answered.')));
  });
}
