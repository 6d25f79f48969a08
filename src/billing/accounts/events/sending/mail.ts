import { momentInWords } from '../../plans/period.ts';
import type { Attempted } from '../delivery.ts';
import type { Endpoint } from '../endpoint.ts';
import { type AccountEvent, EVENT_TYPES } from '../event.ts';

const ISO_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** A message of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for every attempt, so that duplicates can be recognized. */
  readonly id: string;
}

/**
 * A mail server. `send` rejects if the server does not accept the mail, which is then sent again
 * later.
 */
export interface MailPort {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Mails an event to a mailbox. Never rejects. */
export async function mailEvent(event: AccountEvent, endpoint: Endpoint, port: MailPort | null): Promise<Attempted> {
  if (port === null) return { status: null, fault: 'This service sends no mail at the moment.' };
  try {
    await port.send(mailOf(event, endpoint));
    return { status: null, fault: null };
  } catch (error) {
    const { responseCode, code } = error as { readonly responseCode?: number; readonly code?: string };
    return {
      status: responseCode ?? null,
      fault:
        responseCode === undefined
          ? `The mail server could not be used: ${code}.`
          : `The mail server answered ${responseCode}.`,
    };
  }
}

/** The mail for an event. */
function mailOf(event: AccountEvent, endpoint: Pick<Endpoint, 'id' | 'target' | 'secret'>): Mail {
  const { type, organization, at, data } = event;
  const id = `${event.id}.${endpoint.id}`;
  if (type === 'endpoint.confirm') {
    const text = [
      `Somebody wants mail about the organization ${organization} to be sent to this address.`,
      '',
      `If that is right, this code confirms it in the console: ${endpoint.secret}`,
      '',
      'If not, there is nothing to do: no more mail comes.',
    ];
    return { to: endpoint.target, subject: 'Confirm this address', text: `${text.join('\n')}\n`, id };
  }
  const facts = Object.entries(data).flatMap(([name, value]) => fact(name, value));
  const text = [
    EVENT_TYPES[type],
    '',
    `Organization: ${organization}`,
    ...facts,
    '',
    `${momentInWords(at)}, ${type}, ${event.id}`,
  ];
  return { to: endpoint.target, subject: `${organization}: ${EVENT_TYPES[type]}`, text: `${text.join('\n')}\n`, id };
}

/** Moments as people write them, and other texts as they are. */
function inWords(text: string): string {
  return ISO_MOMENT.test(text) ? momentInWords(Date.parse(text)) : text;
}

function fact(name: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, each]) => fact(`${name} ${inner}`, each));
  const words = name.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const said = name.endsWith('Cents') ? (Number(value) / 100).toFixed(2) : inWords(String(value));
  return [`${words[0]!.toUpperCase()}${words.slice(1)}: ${said}`];
}
