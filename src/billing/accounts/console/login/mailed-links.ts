import { setImmediate } from 'node:timers/promises';
import type { Accounts } from '../../accounts.ts';
import type { Invitation, Person } from '../../accounts-store.ts';
import type { Mail } from '../../events/sending/mail.ts';
import type { SmtpSettings } from '../../events/settings.ts';
import { loginToken } from '../../people.ts';
import { momentInWords } from '../../plans/period.ts';
import { ConsoleError } from '../answer.ts';
import type { ConsoleConfiguration } from '../configuration.ts';
import type { LoginLimits } from './login-limits.ts';

/** How people are mailed links to the console. */
export interface LoginMail {
  /** The console's origin, which the links begin with. */
  readonly url: string;
  /** Whether the mail server took it; if not, the reason is in the log. Never rejects. */
  send(mail: Mail): Promise<boolean>;
  /** Notes in the log why somebody gets no mail. */
  failed(reason: string): void;
}

/** The mail of an invitation to an organization of this name. */
export function invitationMail(url: string, { id, subject, expiresAt }: Invitation, name: string, token: string): Mail {
  const text = [
    `You are invited to the console of ${name} at ${url}.`,
    '',
    `This link lets you in, once, until ${momentInWords(expiresAt)}:`,
    linkOf(url, token),
    '',
    'From then on you can have links mailed to this address on that page.',
    'If you do not know what this is, there is nothing to do.',
  ];
  return { to: subject, subject: `You are invited to ${name}`, text: `${text.join('\n')}\n`, id };
}

/**
 * Mails a link to a person for each organization that they are in, after whoever asked has been
 * answered, so that neither the answer nor its time tells who is known. Organizations that had too
 * many are left out. Never rejects.
 */
export async function mailLinks(
  people: readonly Person[],
  mail: LoginMail,
  accounts: Pick<Accounts, 'store' | 'now'>,
  limits: LoginLimits,
): Promise<void> {
  await setImmediate();
  const allowed = people.filter((person) => isAllowed(person, limits, mail));
  if (allowed.length === 0) return;
  try {
    const links = await accounts.store.transaction(async (tx) => {
      const made: string[] = [];
      for (const person of allowed) {
        const { name } = (await tx.organization(person.organization))!;
        const token = await loginToken(tx, person, accounts.now());
        made.push(`To ${name}:`, linkOf(mail.url, token), '');
      }
      return made;
    });
    const text = [
      `Somebody, most likely you, wants to log in to the console at ${mail.url}.`,
      '',
      `${allowed.length === 1 ? 'This link lets' : 'Each of these links lets'} you in, once, within ten minutes.`,
      '',
      ...links,
      'If it was not you, there is nothing to do.',
    ];
    const { email, id } = allowed[0]!;
    const message = `${id}.${accounts.now()}`;
    await mail.send({ to: email, subject: 'Your link to log in', text: `${text.join('\n')}\n`, id: message });
  } catch (error) {
    mail.failed(error instanceof Error ? error.message : String(error));
  }
}

function linkOf(url: string, token: string): string {
  return `${url}/#/link/${token}`;
}

function isAllowed({ organization }: Person, limits: LoginLimits, mail: LoginMail): boolean {
  try {
    limits.attempt('organization', organization);
    return true;
  } catch (error) {
    if (!(error instanceof ConsoleError)) throw error;
    mail.failed(`too many links for the organization ${organization}`);
    return false;
  }
}

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
