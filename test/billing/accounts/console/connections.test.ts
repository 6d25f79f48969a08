import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { ConsoleWorld } from './console-world.ts';

/** More than the console keeps. */
const MANY = 300;

describe('connections to the console', () => {
  let opened: TestLedger;
  let world: ConsoleWorld;

  beforeAll(async () => {
    opened = await sqliteLedger();
    world = await new ConsoleWorld(opened.store).start();
    await world.organization('acme');
  });
  afterAll(async () => {
    await world.console.close();
    await opened.close();
  });

  it('that never finish their request keep nobody out, and are closed', async () => {
    const half = await Promise.all(Array.from({ length: MANY }, halfOpen));
    const closed = half.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    expect((await world.as('admin').get('/organizations/acme')).status).toBe(200);
    // What the console had no room for went at once; the rest had their time.
    await Promise.all(closed);
    expect((await world.as('admin').get('/organizations/acme')).status).toBe(200);
  });

  it('that wait for their first or next request do not delay a stop', async () => {
    const other = await new ConsoleWorld(opened.store).start();
    const silent = connect(other.console.port, '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => silent.once('connect', resolve));
    const gone = new Promise((resolve) => silent.once('close', resolve));
    await other.console.close();
    await gone;
  });

  /** A connection that has sent the beginning of a request's head. */
  async function halfOpen(): Promise<Socket> {
    const socket = connect(world.console.port, '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write('GET /console/v1/organizations/acme HTTP/1.1\r\nHost: a\r\nX-');
    socket.resume();
    return socket;
  }
});
