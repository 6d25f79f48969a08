import { connect, type Socket } from 'node:net';

/** One response as it came over the wire. Header names are lower-case; a header sent twice is two entries. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** The only value of a header; undefined when it is absent. Throws when it was sent twice. */
export function headerOf(response: RawResponse, name: string): string | undefined {
  const values = response.headers.filter(([found]) => found === name);
  if (values.length > 1) throw new Error(`header ${name} sent ${values.length} times`);
  return values[0]?.[1];
}

/** Text in which every character is one byte, as bytes: for request heads that are not UTF-8. */
export function bytes(latin1: string): Buffer {
  return Buffer.from(latin1, 'latin1');
}

/** The head of a request without body. */
export function head(target: string, headers: Record<string, string> = {}, method = 'GET'): string {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A connection that requests are written to as bytes, and responses read from in order. */
export class RawConnection {
  private readonly socket: Socket;
  private received = Buffer.alloc(0);
  private waiting: (() => void) | null = null;
  /** True once the other side has closed the connection. */
  closed = false;

  constructor(port: number, host = '127.0.0.1') {
    this.socket = connect(port, host);
    this.socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.waiting?.();
    });
    const close = () => {
      this.closed = true;
      this.waiting?.();
    };
    this.socket.on('end', close);
    this.socket.on('close', close);
    this.socket.on('error', close);
  }

  send(data: string | Buffer): void {
    this.socket.write(typeof data === 'string' ? bytes(data) : data);
  }

  end(): void {
    this.socket.destroy();
  }

  /** What has arrived and was not read as a response, as Latin-1. */
  unread(): string {
    return this.received.toString('latin1');
  }

  /** The next response, or null when the connection was closed before one began. A response cut short is an error. */
  async next(toHead = false): Promise<RawResponse | null> {
    for (;;) {
      const headEnd = this.received.indexOf('\r\n\r\n');
      if (headEnd >= 0) {
        const response = this.parse(headEnd, toHead);
        if (response !== null) return response;
      }
      if (this.closed) {
        if (this.received.length === 0) return null;
        throw new Error(
          `connection closed in the middle of a response: ${this.received.toString('latin1').slice(0, 500)}`,
        );
      }
      await new Promise<void>((resolve) => {
        this.waiting = resolve;
      });
      this.waiting = null;
    }
  }

  private parse(headEnd: number, toHead: boolean): RawResponse | null {
    const [statusLine, ...lines] = this.received.toString('latin1', 0, headEnd).split('\r\n');
    const status = /^HTTP\/1\.1 ([1-5][0-9]{2}) [ -~]+$/.exec(statusLine);
    if (status === null) throw new Error(`not a status line: ${JSON.stringify(statusLine)}`);
    const headers = lines.map((line) => {
      const colon = line.indexOf(': ');
      if (colon <= 0) throw new Error(`not a header: ${JSON.stringify(line)}`);
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)] as const;
    });
    // RFC 9112, 6.3: these have no body, whatever their header says, and leave the connection open.
    const isBodiless = toHead || status[1] === '204' || status[1] === '304';
    const length = headers.find(([name]) => name === 'content-length')?.[1];
    const start = headEnd + 4;
    if (headers.some(([name, value]) => name === 'transfer-encoding' && value === 'chunked')) {
      const chunked = this.parseChunks(start);
      return chunked === null ? null : { status: Number(status[1]), headers, body: chunked };
    }
    // Pages of the HTTP layer have no length: they end with the connection.
    const end = isBodiless ? start : length === undefined ? this.received.length : start + Number(length);
    if (this.received.length < end || (length === undefined && !isBodiless && !this.closed)) return null;
    const body = this.received.subarray(start, end);
    this.received = this.received.subarray(end);
    return { status: Number(status[1]), headers, body };
  }

  /** A body in chunks; null as long as it is not whole. */
  private parseChunks(start: number): Buffer | null {
    const chunks: Buffer[] = [];
    for (let at = start; ; ) {
      const lineEnd = this.received.indexOf('\r\n', at);
      if (lineEnd < 0) return null;
      const size = Number.parseInt(this.received.toString('latin1', at, lineEnd), 16);
      const end = lineEnd + 2 + size + 2;
      if (this.received.length < end) return null;
      chunks.push(this.received.subarray(lineEnd + 2, end - 2));
      at = end;
      if (size > 0) continue;
      this.received = this.received.subarray(at);
      return Buffer.concat(chunks);
    }
  }
}

/** Sends one request on a connection of its own, and reads the response to it. */
export async function request(
  port: number,
  target: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawResponse> {
  return requestBytes(port, head(target, headers, method), method === 'HEAD');
}

/** Sends bytes on a connection of their own, and reads the first response. */
export async function requestBytes(port: number, data: string | Buffer, toHead = false): Promise<RawResponse> {
  const connection = new RawConnection(port);
  connection.send(data);
  try {
    const response = await connection.next(toHead);
    if (response === null) throw new Error('closed without a response');
    return response;
  } finally {
    connection.end();
  }
}
