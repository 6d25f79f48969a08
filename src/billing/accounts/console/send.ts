import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { originOf } from '../../../system/origin.ts';
import { type ConsoleAnswer, type ConsoleError, consoleErrorBody } from './answer.ts';
import { consoleDescription } from './description/openapi.ts';
import type { LoginAnswer } from './login/login-doors.ts';

/** Answers with an error. Returns the status, as all of these do. */
export function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  error: ConsoleError,
): number {
  if (error.code === 'UNAUTHENTICATED') response.setHeader('WWW-Authenticate', 'Bearer');
  if (error.details !== null && 'retry_after' in error.details)
    response.setHeader('Retry-After', String(error.details.retry_after));
  // The rest of the body is not read, so the connection cannot be reused.
  if (!request.complete) response.setHeader('Connection', 'close');
  return send(response, requestId, error.status, JSON.stringify(consoleErrorBody(error, requestId)));
}

/** Answers with JSON. */
export function send(response: ServerResponse, requestId: string, status: number, body: string): number {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': response.getHeader('Cache-Control') ?? 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(body);
  return status;
}

/** Sends a file that must not be cached. */
export function sendBytes(
  response: ServerResponse,
  requestId: string,
  { type, name, bytes }: NonNullable<ConsoleAnswer['file']>,
): 200 {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
  });
  response.end(bytes);
  return 200;
}

/** Answers for the login: JSON or a redirect, with its cookies. */
export function sendLogin(
  response: ServerResponse,
  requestId: string,
  { status, location, body, cookies }: LoginAnswer,
): number {
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  if (location === undefined) return send(response, requestId, status, JSON.stringify(body));
  const headers = { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
  response.writeHead(status, { ...headers, 'Content-Length': 0, 'X-Request-Id': requestId });
  response.end();
  return status;
}

/** The console's description, made once, and where callers reach the console; null: where each of them does. */
export interface Description {
  readonly text: string;
  readonly lastModified: string;
  readonly url: string | null;
}

/** Describes the console. */
export function describeConsole(url: string | null): Description {
  return { text: JSON.stringify(consoleDescription()), lastModified: new Date().toUTCString(), url };
}

/** Sends the description, or 304 to a caller that has it (RFC 9110, 13.1). */
export function sendDescription(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { text, lastModified, url }: Description,
): number {
  const server = url ?? originOf('http', request.headers.host ?? '');
  const body = server === '' ? text : text.replace('"/"', JSON.stringify(server));
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  if (url === null) response.setHeader('Vary', 'Host');
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', etag);
  response.setHeader('Last-Modified', lastModified);
  const tags = request.headers['if-none-match'];
  const since = request.headers['if-modified-since'];
  const known =
    tags === undefined
      ? since !== undefined && Date.parse(since) >= Date.parse(lastModified)
      : tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  if (!known) return send(response, requestId, 200, body);
  response.writeHead(304, { 'X-Request-Id': requestId });
  response.end();
  return 304;
}
