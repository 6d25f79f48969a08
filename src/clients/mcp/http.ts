import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** Options for serving HTTP. */
export interface HttpOptions {
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  /** Makes a server for one request; the key is the one that came with it, or null. */
  readonly open: (apiKey: string | null) => McpServer;
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether only programs on this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Serves the protocol's streamable HTTP at `/mcp`, without sessions: every request is answered by
 * itself, so that any number of processes can share one address. Resolves when it listens.
 */
export function serveHttp({ host, port, open }: HttpOptions): Promise<Server> {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, isLoopback(host));
    if (refusal !== null) return refuse(response, ...refusal);
    answer(open(keyOf(request)), request, response).catch((failure) => {
      process.stderr.write(`${failure instanceof Error ? failure.message : failure}\n`);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Internal server error');
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

async function answer(server: McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  await server.connect(transport as Parameters<McpServer['connect']>[0]);
  await transport.handleRequest(request, response);
}

/**
 * Why a request is refused: a web page must not reach a server on its visitor's machine, neither
 * directly nor by a name that it points there (DNS rebinding).
 */
function refusalOf(request: IncomingMessage, loopback: boolean): [status: number, message: string] | null {
  const { host, origin } = request.headers;
  if (loopback && !LOOPBACK_NAMES.includes(hostnameOf(`http://${host}`))) return [403, `Host not allowed: ${host}`];
  if (origin !== undefined && !LOOPBACK_NAMES.includes(hostnameOf(origin)))
    return [403, `Origin not allowed: ${origin}`];
  if (request.url?.split('?')[0] !== '/mcp') return [404, 'Not found: the protocol is spoken at /mcp'];
  if (request.method !== 'POST') return [405, 'Only POST: there are no sessions and no streams of the server'];
  if (!/^[\x21-\x7e]*$/.test(keyOf(request) ?? '')) return [400, 'An API key consists of visible ASCII characters'];
  return null;
}

function hostnameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** The key in `X-Api-Key` or in `Authorization: Bearer`. */
function keyOf({ headers }: IncomingMessage): string | null {
  const key = headers['x-api-key'];
  if (typeof key === 'string' && key !== '') return key;
  return /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  if (status === 405) response.setHeader('Allow', 'POST');
  response.writeHead(status).end(body);
}
