import type { Command } from 'commander';
import { flag } from '../../../system/flags.ts';
import { type AddressRange, parseRange } from './sending/reachable.ts';

/** How mail is sent. */
export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** The sender: `Letterbox <no-reply@example.com>`. */
  readonly from: string;
}

/** How events leave the service. */
export interface EventSettings {
  /** Addresses inside the operator's network that webhooks may be at. */
  readonly allowed: readonly AddressRange[];
  /** Null: no mail. */
  readonly smtp: SmtpSettings | null;
}

/** Adds the flags of events to a command; each may also come from the environment. */
export function addEventFlags(command: Command): Command {
  return command
    .optionsGroup('What organizations are told')
    .addOption(
      flag(
        '--webhook-allow <ranges>',
        'addresses of this network that webhooks may lead to, comma-separated; else none',
      ),
    )
    .addOption(flag('--smtp-url <url>', 'server that mail is sent by, smtp://user:password@host:port; else no mail'))
    .addOption(flag('--mail-from <address>', 'sender of mail; needed with --smtp-url'));
}

/**
 * The settings of events, from the parsed options of a command with `addEventFlags`. Throws an
 * Error with a sentence that names the flag.
 */
export function readEventSettings(options: Readonly<Record<string, unknown>>): EventSettings {
  const text = (name: string) => (options[name] ? String(options[name]) : null);
  const allowed = (text('webhookAllow') ?? '')
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map((each) => {
      const range = parseRange(each);
      if (range === null)
        throw new Error(`--webhook-allow has "${each}", expected addresses or ranges such as 10.1.0.0/16.`);
      return range;
    });
  return { allowed, smtp: smtpSettings(text('smtpUrl'), text('mailFrom')) };
}

/** The URL itself is not shown: it holds a password. */
function smtpSettings(url: string | null, from: string | null): SmtpSettings | null {
  if (url === null) return null;
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '')
    throw new Error('--smtp-url is not that of a mail server, expected smtp://user:password@host:port or smtps://….');
  if (from === null) throw new Error('--smtp-url is given without --mail-from: mail needs a sender.');
  if (!/^(?:[^\p{Cc}<>"]{1,100} )?<?[^\s<>@]+@[^\s<>@]+>?$/u.test(from))
    throw new Error(`--mail-from is "${from}", expected an address such as Letterbox <no-reply@example.com>.`);
  return { url, from };
}
