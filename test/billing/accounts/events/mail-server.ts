import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail that a server was given. */
interface GotMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server that keeps what it is given. */
export interface MailServer {
  readonly url: string;
  readonly got: GotMail[];
  /** What it says to the next messages in place of taking them. */
  readonly refusals: number[];
  close(): Promise<void>;
}

/** Starts a mail server on any free port. */
export async function startMailServer(): Promise<MailServer> {
  const got: GotMail[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      stream.on('end', () => {
        const responseCode = refusals.shift();
        if (responseCode !== undefined) return done(Object.assign(new Error('try again later'), { responseCode }));
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        got.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    got,
    refusals,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The text of a mail without its folded lines. */
export function unfold(text: string): string {
  return text.replaceAll('=\r\n', '').replaceAll('\r\n', '\n').replaceAll('=3D', '=');
}
