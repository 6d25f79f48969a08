import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assertDescribed } from '../../service/http/support/description.ts';
import { request, requestBytes } from '../../service/http/support/raw-http.ts';
import { cases } from '../../support/cases.ts';
import { newFolder, sampleIndex } from '../../support/shared-releases.ts';
import { softPlan } from '../ledger/ledgers.ts';
import { loadService } from './support/http-load.ts';
import { addKey } from './support/keys.ts';
import { meteredService } from './support/metered-service.ts';

const CAP = cases(900, 5000);
const PATH = '/v1/address/validate';

const service = meteredService(sampleIndex(), 2, {}, join(newFolder(), 'data'), afterAll);
let account: { readonly id: string; readonly key: string };
beforeAll(async () => {
  account = await service.customer(softPlan(10));
  await service.start();
});

const capped = (day: number | null, month: number | null) =>
  service.withLedger((ledger) => addKey(ledger, account.id, Date.now(), { caps: { day, month } }));

const ask = (key: string) => request(service.port(), `${PATH}?q=1+high+street`, { 'X-Api-Key': key });

/** Waits until the workers know a key. */
const known = (key: string) => expect.poll(async () => (await ask(key)).status).not.toBe(401);

test("§12.9: a key's own cap is reached under load by several workers to the credit, and kept when all of it is killed", async () => {
  const { key } = await capped(CAP, null);
  await known(key);
  const options = { port: service.port, key, connections: 12, shared: true };
  const load = await loadService({ ...options, enough: ({ quotaRefusals }) => quotaRefusals > 40 });
  // One was used while the key was waited for.
  expect(load.admitted).toBe(CAP - 1);
  expect(load.strange).toEqual([]);
  const refused = await ask(key);
  assertDescribed(PATH, refused);
  expect(JSON.parse(refused.body.toString()).error).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    details: { key: 'day', used: CAP, limit: CAP, required: 1 },
  });
  const names = refused.headers.map(([name]) => name.toLowerCase());
  expect(names).toContain('x-ratelimit-reset');
  expect((await ask(account.key)).status).toBe(200);
  // Once it is in the ledger, within a drain interval, nothing that is killed or lost gives any of it back.
  const inLedger = async () =>
    Object.values(await service.usage(account.id)).reduce((sum, credits) => sum + credits, 0);
  await expect.poll(inLedger, { timeout: 20_000 }).toBe(CAP + 1);
  await service.kill('both');
  await service.start();
  await expect.poll(async () => (await ask(key)).status, { timeout: 20_000 }).toBe(429);
  expect(JSON.parse((await ask(key)).body.toString()).error.details).toMatchObject({ key: 'day', used: CAP });
});

test('§12.9: batches respect it', async () => {
  const { key } = await capped(null, 60);
  await known(key);
  const body = Buffer.from('"2 Perth Street, Sunnybank QLD 4109"\n'.repeat(40));
  const head = `POST ${PATH}/batch HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answers = await Promise.all(
    [1, 2, 3].map(() => requestBytes(service.port(), Buffer.concat([Buffer.from(head), body]))),
  );
  const lines = answers.flatMap(({ status, body: text }) => (status === 200 ? text.toString().trim().split('\n') : []));
  const statuses = lines.map((line) => JSON.parse(line).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(59);
  const whole = answers.filter(({ status }) => status === 429).length;
  expect(statuses.filter((status) => status === 429).length + whole * 40).toBe(120 - 59);
  const refusal = JSON.parse(lines.find((line) => JSON.parse(line).status === 429) ?? '{}');
  expect(JSON.stringify(refusal)).toContain('"key":"month"');
});
