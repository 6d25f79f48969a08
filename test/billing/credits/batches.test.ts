import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawResponse, requestBytes } from '../../service/http/support/raw-http.ts';
import { newFolder, sampleIndex } from '../../support/shared-releases.ts';
import { freePlan } from '../ledger/ledgers.ts';
import { meteredService } from './support/metered-service.ts';

const WORKERS = 2;
/** Queries that a worker may have charged and not sent yet when it is killed: those of one slice, 0.1 ms. */
const MOST_IN_SLICE = 60;

const service = meteredService(sampleIndex(), WORKERS, {}, join(newFolder(), 'data'), afterAll);
let crowded: { id: string; key: string };
let killed: { id: string; key: string };
let left: { id: string; key: string };
let empty: { id: string; key: string };
beforeAll(async () => {
  crowded = await service.customer(freePlan(700));
  killed = await service.customer(freePlan(1_000_000));
  left = await service.customer(freePlan(1_000_000));
  empty = await service.customer(freePlan(0));
  await service.start();
});

/** A batch of lines. */
function batchOf(key: string, count: number): Buffer {
  const body = Buffer.from('"2 Perth Street, Sunnybank QLD 4109"\n'.repeat(count));
  const head = `POST /v1/address/validate/batch HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

/** Results in an answer, or in as much of it as came, by status. */
function statusesIn(text: string): Record<string, number> {
  const found: Record<string, number> = {};
  // A line that did not come whole is none.
  for (const [, status] of text.matchAll(/\{"status":(\d+),.*\}\n/g)) found[status] = (found[status] ?? 0) + 1;
  return found;
}

/** What came on a connection, as long as it was read. */
function reading(socket: Socket): { text: string } {
  const read = { text: '' };
  socket.setEncoding('latin1').on('data', (part: string) => {
    read.text += part;
  });
  socket.on('error', () => undefined);
  return read;
}

const usedBy = async (account: string) =>
  Object.values(await service.usage(account)).reduce((sum, credits) => sum + credits, 0);

/** Credits that the ledger has at last: those in two looks that are longer apart than a drain takes. */
async function settled(account: string): Promise<number> {
  for (let before = -1; ; ) {
    const used = await usedBy(account);
    if (used === before) return used;
    before = used;
    await setTimeout(1000);
  }
}

describe('§12.5: the credits of batches', () => {
  it('use a hard cap to the last credit, however many batches on two workers compete for it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => requestBytes(service.port(), batchOf(crowded.key, 200))),
    );
    const total: Record<string, number> = {};
    for (const { body } of answers)
      for (const [status, count] of Object.entries(statusesIn(body.toString())))
        total[status] = (total[status] ?? 0) + count;
    expect(total[200]).toBe(700);
    const whole = answers.filter(({ status }: RawResponse) => status === 429).length;
    expect((total[429] ?? 0) + whole * 200).toBe(500);
    await expect.poll(() => usedBy(crowded.id), { timeout: 20_000 }).toBe(700);
  });

  it('§12.4: are requested before the body arrives, by worker and ledger', async () => {
    const socket = connect(service.port(), '127.0.0.1');
    const head = batchOf(empty.key, 1000);
    socket.write(head.subarray(0, head.indexOf('\r\n\r\n') + 4));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 .*"code":"QUOTA_EXCEEDED"/s);
    socket.destroy();
  });

  it('cover no more than was sent to clients that left', async () => {
    let received = 0;
    for (let i = 0; i < 8; i++) {
      const socket = connect(service.port(), '127.0.0.1');
      const read = reading(socket);
      socket.write(batchOf(left.key, 1000));
      while ((statusesIn(read.text)[200] ?? 0) < 20 * i + 1) await once(socket, 'data');
      socket.resetAndDestroy();
      received += statusesIn(read.text)[200] ?? 0;
    }
    const used = await settled(left.id);
    expect(used).toBeGreaterThanOrEqual(received);
    expect(used).toBeLessThan(8 * 1000);
  });

  it('cover the answers that arrived and at most one slice more if the service is killed midway', async () => {
    let received = 0;
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: 4 }, () => connect(service.port(), '127.0.0.1'));
      const read = sockets.map(reading);
      const closed = sockets.map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.write(batchOf(killed.key, 1000));
      const enough = 100 + 300 * round;
      while (read.reduce((sum, { text }) => sum + (statusesIn(text)[200] ?? 0), 0) < enough) await setTimeout(2);
      await service.kill('both');
      await Promise.all(closed);
      received += read.reduce((sum, { text }) => sum + (statusesIn(text)[200] ?? 0), 0);
      await service.start();
    }
    const used = await settled(killed.id);
    expect(used).toBeGreaterThanOrEqual(received);
    expect(used - received).toBeLessThanOrEqual(3 * WORKERS * MOST_IN_SLICE);
  });
});
