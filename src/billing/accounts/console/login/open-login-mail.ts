import type { SmtpSettings } from '../../events/settings.ts';
import type { ConsoleConfiguration } from '../configuration.ts';
import type { LoginMail } from './mailed-links.ts';

/**
 * Opens the mail of a console's links; null if people are not mailed any: without a mail server, or
 * an origin for the links to lead to, or where an identity provider alone lets people in.
 */
export async function openLoginMail(
  { url, provider, mailBesideProvider }: Pick<ConsoleConfiguration, 'url' | 'provider' | 'mailBesideProvider'>,
  smtp: SmtpSettings | null,
  log: { warn(fields: object, message: string): void },
): Promise<LoginMail | null> {
  if (smtp === null || url === null || (provider !== null && !mailBesideProvider)) return null;
  const { smtpMail } = await import('../../events/sending/smtp.ts');
  const port = smtpMail(smtp);
  const failed = (reason: string) => log.warn({ reason }, 'no link mailed');
  return {
    url,
    failed,
    async send(mail) {
      try {
        await port.send(mail);
        return true;
      } catch (error) {
        failed(error instanceof Error ? error.message : String(error));
        return false;
      }
    },
  };
}
