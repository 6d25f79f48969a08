import { connect, type Socket } from 'node:net';

/** A raw answer, as Latin-1 text. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** A keep-alive connection that sends one request at a time. */
export class Client {
  readonly #socket: Socket;
  #received = '';
  #closed = false;
  #waiting: (() => void) | null = null;
  /**
   * Whether the other side has accepted the connection; otherwise nothing sent on it was ever read.
   */
  connected = false;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setEncoding('latin1').setNoDelay(true);
    const close = () => {
      this.#closed = true;
      this.#waiting?.();
    };
    this.#socket.on('data', (text: string) => {
      this.#received += text;
      this.#waiting?.();
    });
    this.#socket.on('connect', () => {
      this.connected = true;
    });
    this.#socket.on('error', close);
    this.#socket.on('close', close);
  }

  /** The answer; null if the connection is refused, or breaks before the answer is complete. */
  async get(target: string, key: string): Promise<Answer | null> {
    this.#socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nX-Api-Key: ${key}\r\n\r\n`, 'latin1');
    for (;;) {
      const answer = this.#take();
      if (answer !== null || this.#closed) return answer;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    }
  }

  #take(): Answer | null {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return null;
    const head = this.#received.slice(0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (this.#received.length < end + 4 + length) return null;
    const body = this.#received.slice(end + 4, end + 4 + length);
    this.#received = this.#received.slice(end + 4 + length);
    return { status: Number(head.slice(9, 12)), head, body };
  }

  close(): void {
    this.#socket.destroy();
  }
}
