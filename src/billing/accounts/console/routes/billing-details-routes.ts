import { isPlain } from '../../../../system/shown-text.ts';
import { LONGEST_ADDRESS_LINE, MOST_ADDRESS_LINES, setBillingDetails } from '../../organizations.ts';
import { isAbn } from '../../plans/billing-terms.ts';
import { invalid } from '../answer.ts';
import { type FieldValues, listField, textField } from '../fields/fields.ts';
import { BILLING_DETAILS } from '../resources/invoices.ts';
import type { ConsoleRoute } from './route.ts';

const PATH = '/organizations/{organization}/billing-details';

/** The details of an organization on its invoices. */
export const BILLING_DETAILS_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'getBillingDetails',
    summary: 'Read what stands of the organization on invoices that are issued now',
    method: 'GET',
    path: PATH,
    role: 'member',
    query: {},
    answer: { status: 200, schema: BILLING_DETAILS },
    async read(tx, account) {
      return { status: 200, body: BILLING_DETAILS.write(await tx.buyer(account.id)) };
    },
  },
  {
    operationId: 'setBillingDetails',
    summary: 'Set ABN and address for the invoices that are issued from now on; what is left out is removed',
    method: 'POST',
    path: PATH,
    role: 'admin',
    body: {
      abn: textField(11, 20, 'Australian Business Number: 11 digits that add up, with or without spaces.'),
      address: listField(0, MOST_ADDRESS_LINES, LONGEST_ADDRESS_LINE, {
        items: 'A line.',
        description: 'Lines of the address.',
      }),
    },
    example: { abn: BILLING_DETAILS.example.abn, address: BILLING_DETAILS.example.address },
    answer: { status: 200, schema: BILLING_DETAILS },
    async change(tx, account, { actor, body }, accounts) {
      await setBillingDetails(tx, account.id, detailsIn(body), actor, accounts.now());
      return { status: 200, body: BILLING_DETAILS.write(await tx.buyer(account.id)) };
    },
  },
];

function detailsIn({ abn: given, address = [] }: FieldValues) {
  const abn = given === undefined ? null : String(given).replaceAll(' ', '');
  if (abn !== null && !isAbn(abn)) throw invalid({ abn: ['must be an ABN of 11 digits that add up'] });
  const lines = address as readonly string[];
  if (lines.some((line) => !isPlain(line) || line.trim() !== line))
    throw invalid({
      address: ['must have lines without space around them, control characters or changes of direction'],
    });
  return { abn, address: lines };
}
