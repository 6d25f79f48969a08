import type { IncomingMessage } from 'node:http';
import type { Accounts } from '../accounts.ts';
import { type LinkBearer, redeemSetUpLink } from '../charges/set-up-links.ts';
import { applyReport, type PaymentReports, type ReportOutcome } from '../invoices/reports.ts';
import { ConsoleError } from './answer.ts';
import { readBytes, readJsonBody } from './login/request-body.ts';

/**
 * The largest report of a payment provider, in bytes. Its signature covers all of it, so it is read
 * in full before it is trusted.
 */
const MAX_REPORT_BYTES = 256 * 1024;

/** Where the operator's page asks whom a link to it was made for. */
export const LINK_PATH = '/payments/link';

/**
 * Handles a report of a payment provider. Returns its outcome, for the log; whatever it is, the
 * report counts as delivered. Throws a ConsoleError if the request is not authentic, and passes
 * failures of the ledger on, so that the provider sends it again.
 */
export async function takePaymentReport(
  request: IncomingMessage,
  reports: PaymentReports,
  accounts: Accounts,
): Promise<{ readonly event: string; readonly outcome: ReportOutcome }> {
  const body = await readBytes(request, MAX_REPORT_BYTES);
  const read = reports.read(body, request.headers, accounts.now());
  if ('refused' in read)
    throw new ConsoleError('FORBIDDEN', `This is not signed by ${reports.name}, or no longer good.`, {
      reason: read.refused,
    });
  const { event, report } = read;
  return { event, outcome: await applyReport(reports.name, event, report, accounts) };
}

/** Whom the token in a body was made for, once. Throws a ConsoleError if it is not, or no longer, good. */
export async function takeSetUpLink(request: IncomingMessage, secret: string, accounts: Accounts): Promise<LinkBearer> {
  const body = (await readJsonBody(request)) as { token?: unknown } | null;
  const token = typeof body?.token === 'string' ? body.token : '';
  const bearer = await redeemSetUpLink(token, secret, accounts);
  if (bearer === null)
    throw new ConsoleError('FORBIDDEN', 'This link is not of this service, too old or used already.');
  return bearer;
}
