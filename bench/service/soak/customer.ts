import { setTimeout } from 'node:timers/promises';
import { COSTS, OPERATIONS } from '../../../src/service/admission/costs.ts';
import { Client } from './client.ts';
import { emptyTally, isCharged, type Tally } from './load.ts';
import type { Service } from './service.ts';

/** An account, the tally of its clients, and the key they use. */
export interface Customer {
  readonly id: string;
  readonly tally: Tally;
  key: string;
  keyId: string;
}

/** Terms without a rate limit. */
export const UNLIMITED = ['--rate', '1000000000', '--burst', '1000000000'];

/**
 * Opens an account with these terms, and makes a key; `releases` is the number of releases that may
 * answer its clients.
 */
export async function openCustomer(service: Service, releases: number, ...terms: string[]): Promise<Customer> {
  const { id } = await service.admin<{ id: string }>('accounts', 'create', '--name', 'Soak', ...terms, ...UNLIMITED);
  const { key, id: keyId } = await service.admin<{ key: string; id: string }>('keys', 'create', id);
  const customer = { id, key, keyId, tally: emptyTally(releases) };
  await untilKnown(service, customer, key);
  return customer;
}

/**
 * Makes a new key, moves the clients to it once the service knows it, and revokes the old one once
 * nobody uses it.
 */
export async function replaceKey(service: Service, customer: Customer): Promise<void> {
  const { keyId: before, key: old, tally } = customer;
  const { key, id } = await service.admin<{ key: string; id: string }>('keys', 'create', customer.id);
  await untilKnown(service, customer, key);
  customer.key = key;
  customer.keyId = id;
  while ((tally.waiting.get(old) ?? 0) > 0) await setTimeout(10);
  await service.admin('keys', 'revoke', before);
}

/**
 * Sends requests until a key is admitted. The last answer, a refusal of the parameters, is charged.
 */
async function untilKnown(service: Service, { tally }: Customer, key: string): Promise<void> {
  const client = new Client(service.port);
  for (;;) {
    const answer = await client.get('/v1/address/enrich', key);
    if (answer === null) throw new Error('the connection was closed');
    if (isCharged(answer)) tally.credits += COSTS[OPERATIONS.indexOf('enrich')];
    if (answer.status !== 401) break;
    await setTimeout(50);
  }
  client.close();
}
