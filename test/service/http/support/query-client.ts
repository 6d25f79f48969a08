import { expect } from 'vitest';
import { assertDescribed } from './description.ts';
import { lastCall } from './fake-operations.ts';
import { KEYS } from './fake-server.ts';
import { bytes, head, RawConnection, type RawResponse } from './raw-http.ts';

/** Sends queries to a server over fake operations, one after the other on one connection. */
export class QueryClient {
  private readonly connection: RawConnection;

  constructor(port: number) {
    this.connection = new RawConnection(port);
  }

  /** The response to a query of Latin-1 characters, each of which is sent as one byte. */
  async get(path: string, query: string): Promise<RawResponse> {
    this.connection.send(bytes(head(`${path}?${query}`, { 'X-Api-Key': KEYS.good })));
    const response = (await this.connection.next())!;
    assertDescribed(path, response);
    return response;
  }

  /** What the operation was given, the query having been accepted. */
  async accepted(path: string, query: string): Promise<unknown> {
    lastCall.parameters = null;
    const response = await this.get(path, query);
    expect(response.status, `${path}?${query} ${response.body}`).toBe(200);
    return lastCall.parameters;
  }

  /** The details of the refusal, the query having been refused. */
  async refused(path: string, query: string): Promise<Record<string, string[]>> {
    const response = await this.get(path, query);
    expect(response.status, `${path}?${query}`).toBe(400);
    return JSON.parse(response.body.toString()).error.details;
  }

  end(): void {
    this.connection.end();
  }
}

/** A text with every byte of its UTF-8 percent-encoded. */
export function encodeAll(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Whether a text has control characters. */
export function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
