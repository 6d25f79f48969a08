import { createTransport } from 'nodemailer';
import { shown } from '../../../../system/shown-text.ts';
import type { SmtpSettings } from '../settings.ts';
import type { MailPort } from './mail.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends mail through an SMTP server, with STARTTLS if it offers that; with a user name, only over
 * TLS.
 */
export function smtpMail({ url, from }: SmtpSettings): MailPort {
  const { username } = new URL(url);
  const transport = createTransport({
    url,
    ...(username !== '' && { requireTLS: true }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { hostname } = new URL(url);
  return {
    async send({ to, subject: about, text: words, id }) {
      const subject = shown(about);
      const text = shown(words);
      const messageId = `<${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? hostname}>`;
      await transport.sendMail({ from, to, subject, text, messageId, headers: { 'Auto-Submitted': 'auto-generated' } });
    },
    close: () => transport.close(),
  };
}
