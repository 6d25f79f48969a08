import type { Accounts } from '../../accounts.ts';
import type { AccountsTransaction } from '../../accounts-store.ts';
import { ALERT_SHARES, MAX_SPENDING_CAP, setSpendingCap, spendingOf } from '../../spending.ts';
import type { Account } from '../../transitions/account.ts';
import type { ConsoleAnswer } from '../answer.ts';
import { integerField, required } from '../fields/fields.ts';
import { SPENDING } from '../resources/billing.ts';
import type { ConsoleRoute } from './route.ts';

const PATH = '/organizations/{organization}/spending';

/** What an organization may spend beyond its credits: read, set and remove the cap. */
export const SPENDING_ROUTES: readonly ConsoleRoute[] = [
  {
    operationId: 'getSpending',
    summary: 'Read what is spent beyond the credits of the current period, and the cap on it',
    method: 'GET',
    path: PATH,
    role: 'member',
    query: {},
    answer: { status: 200, schema: SPENDING },
    read: (tx, account, _request, accounts) => spending(tx, account, accounts),
  },
  {
    operationId: 'setSpendingCap',
    summary: 'Limit what is spent beyond the credits of each period; requests beyond it are refused within a second',
    method: 'POST',
    path: PATH,
    role: 'admin',
    body: {
      capCents: required(
        integerField(0, MAX_SPENDING_CAP, 'Cents that overage and pay as you go may come to in a period, at most.'),
      ),
    },
    example: { capCents: 5000 },
    answer: { status: 200, schema: SPENDING },
    async change(tx, account, { actor, body }, accounts) {
      await setSpendingCap(tx, account, Number(body.capCents), actor, accounts.now());
      return spending(tx, account, accounts);
    },
  },
  {
    operationId: 'removeSpendingCap',
    summary: 'Remove the cap on spending',
    method: 'DELETE',
    path: PATH,
    role: 'admin',
    body: {},
    answer: { status: 200, schema: SPENDING },
    async change(tx, account, { actor }, accounts) {
      await setSpendingCap(tx, account, null, actor, accounts.now());
      return spending(tx, account, accounts);
    },
  },
];

async function spending(tx: AccountsTransaction, account: Account, { catalogue }: Accounts): Promise<ConsoleAnswer> {
  const found = await spendingOf(tx, account);
  const { currency } = catalogue;
  return { status: 200, body: SPENDING.write({ currency, ...found, alertsAtPercent: ALERT_SHARES }) };
}
