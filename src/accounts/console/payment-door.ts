import type { IncomingMessage } from 'node:http';
import type { Accounts } from '../accounts.ts';
import { applyReport, type PaymentReports, type ReportOutcome } from '../invoices/reports.ts';
import { ConsoleError } from './answer.ts';
import { readBytes } from './login/request-body.ts';

/**
 * The largest report of a payment provider, in bytes. Its signature covers all of it, so it is read
 * in full before it is trusted.
 */
const MAX_REPORT_BYTES = 256 * 1024;

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
