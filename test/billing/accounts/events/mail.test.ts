import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attemptBy, createSender, type Sender } from '../../../../src/billing/accounts/events/sending/sender.ts';
import { addEventFlags, readEventSettings } from '../../../../src/billing/accounts/events/settings.ts';
import { ConsoleWorld } from '../console/console-world.ts';
import { sqliteLedger, type TestLedger } from '../ledgers.ts';
import { type MailServer, startMailServer, unfold } from './mail-server.ts';

let opened: TestLedger;
let world: ConsoleWorld;
let server: MailServer;
let sender: Sender;
const settingsOf = (...flags: string[]) =>
  readEventSettings(addEventFlags(new Command()).parse(flags, { from: 'user' }).opts());

beforeAll(async () => {
  opened = await sqliteLedger();
  world = await new ConsoleWorld(opened.store).start();
  await world.organization('acme');
  server = await startMailServer();
  const settings = settingsOf('--smtp-url', server.url, '--mail-from', 'Letterbox <no-reply@post.example>');
  sender = createSender({
    accounts: world.accounts,
    failed: (error) => {
      throw error;
    },
    luck: () => 0.5,
    attempt: await attemptBy(settings, () => world.now),
  });
});
afterAll(async () => {
  await server.close();
  await world.console.close();
  await opened.close();
});

const admin = () => world.as('admin');
const stateOf = async () => (await admin().get('/organizations/acme/endpoints')).body.endpoints[0].state;

it('a mailbox gets only its code until its owner confirms it, then the events it subscribes to (§11.8)', async () => {
  const types = ['invoice.issued', 'key.created'];
  const { id } = (await admin().post('/organizations/acme/endpoints', { email: 'kim@acme.example', types })).body;
  await admin().post('/organizations/acme/keys', { name: 'early' });
  await sender.settled();
  expect(server.got).toHaveLength(1);
  expect(server.got[0]).toMatchObject({ from: 'no-reply@post.example', to: ['kim@acme.example'] });
  expect(server.got[0].text).toMatch(/^From: Letterbox <no-reply@post\.example>\r$/m);
  expect(server.got[0].text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  const code = /console: ([A-Z2-9]{12})$/m.exec(unfold(server.got[0].text))?.[1];
  expect(code).toBeDefined();
  // The code is in the mail alone: whoever sees the events does not see it.
  expect(JSON.stringify((await admin().get('/organizations/acme/events')).body)).not.toContain(code);
  expect(JSON.stringify((await admin().get('/organizations/acme/endpoints')).body)).not.toContain(code);
  const confirm = (given: string) => admin().post(`/organizations/acme/endpoints/${id}/confirm`, { code: given });
  expect((await confirm('AAAABBBBCCCC')).status).toBe(409);
  expect(await stateOf()).toBe('unconfirmed');
  expect((await confirm(` ${code!.toLowerCase()}`)).status).toBe(400);
  expect((await confirm(code!.toLowerCase())).status).toBe(200);
  expect(await stateOf()).toBe('active');

  await world.as('operator', null).post('/organizations/acme/payment-method/verify');
  await world.changePlan('acme', 'small');
  await sender.settled();
  expect(server.got).toHaveLength(2);
  const mail = unfold(server.got[1].text);
  expect(mail).toMatch(/^Subject: acme: An invoice was issued\.$/m);
  expect(mail).toMatch(/^Invoice: INV-\d{8}$/m);
  expect(mail).toMatch(/^Total: 10\.00$/m);
  expect(mail).toMatch(/^Currency: AUD$/m);
  expect(mail).toMatch(/^Due at: \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d UTC$/m);
  expect(mail.slice(mail.indexOf('Organization:'))).not.toMatch(/\d{4}-\d\d-\d\d/);
});

it('mail that the server does not accept is sent again under the same id', async () => {
  server.refusals.push(451);
  await admin().post('/organizations/acme/keys', { name: 'web' });
  const before = server.got.length;
  await sender.settled();
  const delivery = async () => (await admin().get('/organizations/acme/events')).body.events[0].deliveries[0];
  expect(server.got).toHaveLength(before);
  expect(await delivery()).toMatchObject({ state: 'pending', status: 451, fault: 'The mail server answered 451.' });
  world.now += 5000;
  await sender.settled();
  expect(server.got).toHaveLength(before + 1);
  const [{ id: event, deliveries }] = (await admin().get('/organizations/acme/events')).body.events;
  expect(server.got.at(-1)!.text.replace(/\r\n +/g, ' ')).toContain(
    `Message-ID: <${event}.${deliveries[0].endpoint}@post.example>`,
  );
  expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 2 });
});

it('impossible settings are refused by name, without showing the password', () => {
  expect(() => settingsOf('--webhook-allow', '10.0.0.0/8, inside')).toThrow('--webhook-allow has "inside"');
  expect(() => settingsOf('--smtp-url', 'https://user:secret@mail.example')).toThrow(
    '--smtp-url is not that of a mail server, expected smtp://user:password@host:port or smtps://….',
  );
  expect(() => settingsOf('--smtp-url', 'smtps://mail.example')).toThrow('--smtp-url is given without --mail-from');
  expect(() => settingsOf('--smtp-url', 'smtps://mail.example', '--mail-from', 'nobody')).toThrow(
    '--mail-from is "nobody"',
  );
});
