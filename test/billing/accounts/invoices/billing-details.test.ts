import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleWorld } from '../console/console-world.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { CATALOGUE } from '../world.ts';

const ABN = '53004085616';
const SELLER = { name: 'Addresses Pty Ltd', abn: '51824753556', address: ['1 Example Street', 'Sydney NSW 2000'] };

let opened: TestLedger;
let world: ConsoleWorld;
beforeAll(async () => {
  opened = await sqliteLedger();
  world = await new ConsoleWorld(opened.store, { ...CATALOGUE, seller: SELLER, gstPercent: 10 }).start();
  await world.organization('acme', 'small');
});
afterAll(async () => {
  await world.console.close();
  await opened.close();
});

const path = '/organizations/acme/billing-details';
const newest = async () => (await world.as('member').get('/organizations/acme/invoices')).body.invoices[0];

describe('Billing details', () => {
  it('appear on invoices issued from then on, not on earlier ones (§11.11)', async () => {
    const before = await newest();
    expect(before.terms).toMatchObject({
      seller: SELLER,
      buyer: { name: 'acme Pty Ltd', abn: null, address: [] },
    });
    const details = { abn: '53 004 085 616', address: ['12 Sample Road', 'Perth WA 6000'] };
    const set = await world.as('admin').post(path, details);
    const expected = { name: 'acme Pty Ltd', abn: ABN, address: details.address };
    expect(set.body).toEqual(expected);
    expect((await world.as('member').get(path)).body).toEqual(expected);
    expect((await newest()).terms).toEqual(before.terms);

    expect((await world.changePlan('acme', 'large')).status).toBe(200);
    const after = await newest();
    expect(after.number).not.toBe(before.number);
    expect(after.terms.buyer).toEqual(expected);

    expect((await world.as('admin').post(path, {})).body).toEqual({ ...expected, abn: null, address: [] });
    const one = await world.as('member').get(`/organizations/acme/invoices/${after.number}`);
    expect(one.body.terms.buyer).toEqual(expected);
    const { entries } = (await world.as('member').get('/organizations/acme/audit-log?action=set-billing-details')).body;
    expect(entries.map(({ details: told }: { details: object }) => told)).toEqual([
      { from: { abn: ABN, address: details.address }, to: { abn: null, address: [] } },
      { from: { abn: null, address: [] }, to: { abn: ABN, address: details.address } },
    ]);
  });

  it.each([
    [{ abn: '53004085617' }, { abn: ['must be an ABN of 11 digits that add up'] }],
    [
      { abn: '5300408561' },
      {
        abn: [
          'must be a text of 11 to 20 characters without space around it, control characters or changes of direction',
        ],
      },
    ],
    [{ address: Array(7).fill('x') }, { address: ['must be a list of 0 to 6 texts of 1 to 100 characters'] }],
    [{ address: ['two\nlines'] }, { address: [expect.stringContaining('control characters')] }],
  ])('are refused where they cannot be right: %j', async (body, details) => {
    const { status, body: answer } = await world.as('admin').post(path, body);
    expect(status).toBe(400);
    expect(answer.error.details).toEqual(details);
  });

  it('on invoices of earlier versions are only the name', async () => {
    const { number, terms } = await newest();
    const old = JSON.stringify({ ...terms, buyer: 'Acme, once' });
    await opened.ledger.db.updateTable('invoices').set({ terms: old }).where('number', '=', number).execute();
    expect((await newest()).terms.buyer).toEqual({ name: 'Acme, once', abn: null, address: [] });
  });
});
