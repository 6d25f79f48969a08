import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { addConsoleFlags, readConsoleConfiguration } from '../../../../src/billing/accounts/console/configuration.ts';
import { openLogin } from '../../../../src/billing/accounts/console/login/login-doors.ts';
import { openLoginMail } from '../../../../src/billing/accounts/console/login/mailed-links.ts';
import { LOCAL_RULES } from '../../../../src/billing/accounts/console/session/rules.ts';
import { addEventFlags } from '../../../../src/billing/accounts/events/settings.ts';
import { createUpkeep } from '../../../../src/billing/accounts/upkeep.ts';
import { type MailServer, startMailServer, unfold } from '../events/mail-server.ts';
import { describeOnLedgers } from '../ledgers.ts';
import { type Answer, Browser, ConsoleWorld, post } from './console-world.ts';

const FROM = 'Letterbox <no-reply@post.example>';

describeOnLedgers('Logging in by mailed links', (opened) => {
  let mails: MailServer;
  let world: ConsoleWorld;
  let origin: string;

  beforeAll(async () => {
    mails = await startMailServer();
    const probe = await new ConsoleWorld(opened().store).start();
    const { port } = probe.console;
    await probe.console.close();
    origin = `http://127.0.0.1:${port}`;
    world = new ConsoleWorld(opened().store);
    const log = { warn: (fields: object) => void world.log.push({ level: 'warn', fields: { ...fields } }) };
    const smtp = { url: mails.url, from: FROM };
    const mail = await openLoginMail({ url: origin, provider: null, mailBesideProvider: false }, smtp, log);
    const { issuer } = probe;
    const login = openLogin(
      { provider: null, url: origin },
      { keys: issuer.keys, rules: LOCAL_RULES },
      world.accounts,
      mail,
    );
    await world.start({ port, keys: issuer.keys, mail, people: { pages: new Map(), login } });
    world.issuer = issuer;
  });
  afterAll(async () => {
    await world.console.close();
    await mails.close();
  });
  beforeEach(() => {
    mails.got.length = 0;
  });

  const operator = () => world.as('operator', null);
  const ask = (email: unknown) => post(new Browser(), `${origin}/auth/mail`, { email });
  const enter = (browser: Browser, token: string) => post(browser, `${origin}/auth/link`, { token });
  const jsonOf = async (answer: Response) => (await answer.json()) as Answer['body'];
  const stateOf = async (browser: Browser) => jsonOf(await browser.ask(`${origin}/auth/session`));
  const links = (at = mails.got.length - 1) =>
    [...unfold(mails.got[at].text).matchAll(/^http:\/\/127\.0\.0\.1:\d+\/#\/link\/((?:inv|log)_[\w-]{43})$/gm)].map(
      ([, token]) => token,
    );
  const mailed = (count: number) => vi.waitFor(() => expect(mails.got).toHaveLength(count), 10_000);
  /** An organization whose first admin came in by the invitation that was mailed. */
  const begin = async (id: string, admin: string) => {
    const created = await operator().post('/organizations', { id, name: `${id} Pty Ltd`, plan: 'small', admin });
    expect(created.status).toBe(201);
    const browser = new Browser();
    expect((await enter(browser, links()[0])).status).toBe(200);
    return browser;
  };
  /** Asks for a link, and comes in by it. */
  const come = async (email: string) => {
    const before = mails.got.length;
    expect((await ask(email)).status).toBe(200);
    await mailed(before + 1);
    const browser = new Browser();
    expect((await enter(browser, links()[0])).status).toBe(200);
    return browser;
  };

  it('§11.14: an operator makes an organization, whose first admin comes in by mail, and again by mail', async () => {
    const created = await operator().post('/organizations', {
      id: 'first',
      name: 'First Pty Ltd',
      plan: 'large',
      admin: 'Kim@First.example',
    });
    expect(created.body).toMatchObject({
      id: 'first',
      plan: 'large',
      invitation: { subject: 'Kim@First.example', role: 'admin', token: null, mailed: true },
    });
    expect(mails.got).toMatchObject([{ from: 'no-reply@post.example', to: ['Kim@first.example'] }]);
    expect(unfold(mails.got[0].text)).toContain('Subject: You are invited to First Pty Ltd\n');
    const [token] = links();
    const kim = new Browser();
    expect((await enter(kim, token)).status).toBe(200);
    expect(await stateOf(kim)).toMatchObject({
      login: 'link',
      mail: true,
      session: { subject: 'kim@first.example', organization: 'first', role: 'admin' },
    });
    expect((await enter(new Browser(), token)).status).toBe(401);

    const again = await come('KIM@first.example');
    expect(unfold(mails.got[1].text)).toContain('To First Pty Ltd:');
    expect((await stateOf(again)).session).toMatchObject({ subject: 'kim@first.example', role: 'admin' });
    expect((await enter(new Browser(), links()[0])).status).toBe(401);
    const log = (await operator().get('/organizations/first/audit-log?action=log-in')).body.entries;
    expect(log).toMatchObject([{ actor: { kind: 'user', subject: 'kim@first.example', from: '127.0.0.1' } }]);
    expect(JSON.stringify((await operator().get('/organizations/first/audit-log')).body)).not.toMatch(
      /(inv|log)_[\w-]{20}/,
    );
  });

  it('§11.14: a link is good for ten minutes, and what is out of date is forgotten', async () => {
    await begin('brief', 'kim@brief.example');
    expect((await ask('kim@brief.example')).status).toBe(200);
    await mailed(2);
    const [late] = links();
    world.now += 10 * 60_000;
    expect((await enter(new Browser(), late)).status).toBe(401);
    const rows = () =>
      opened().ledger.db.selectFrom('invitations').selectAll().where('person_id', 'is not', null).execute();
    expect(await rows()).not.toEqual([]);
    await createUpkeep(world.accounts).round();
    expect(await rows()).toEqual([]);
  });

  it('§11.14: an address that nobody has gets the same answer, and no mail', async () => {
    await begin('quiet', 'kim@quiet.example');
    const answers = [];
    for (const email of ['kim@quiet.example', 'nobody@quiet.example', 'sam@elsewhere.example']) {
      const answer = await ask(email);
      const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      answers.push({ status: answer.status, headers, body: await answer.text() });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await mailed(2);
    await ask('kim@quiet.example');
    await mailed(3);
    expect(mails.got.map(({ to }) => to[0])).toEqual(Array(3).fill('kim@quiet.example'));
    for (const wrong of ['nobody', '', null, 7, 'a@b.example\r\nBcc: c@d.example', { a: 1 }])
      expect((await ask(wrong)).status).toBe(400);
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await post(new Browser(), `${origin}/auth/mail`, { email: 'kim@quiet.example' }, headers)).status).toBe(
      403,
    );
  });

  it('§11.14: links are limited by address, known or not, and by organization', async () => {
    await begin('often', 'p0@often.example');
    const limited = async (email: string) => {
      for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200);
      const refused = await ask(email);
      const { error } = await jsonOf(refused);
      return { status: refused.status, code: error.code, wait: Number(refused.headers.get('retry-after')) > 60 };
    };
    const known = await limited('p0@often.example');
    expect(known).toEqual({ status: 429, code: 'RATE_LIMITED', wait: true });
    expect(await limited('nobody@often.example')).toEqual(known);
    await mailed(6);

    const people = Array.from({ length: 11 }, (_, i) => `p${i + 1}@often.example`);
    for (const [i, email] of people.entries()) {
      const person = { id: `often_${i}`, organization: 'often', email, role: 'member', removedAt: null } as const;
      await opened().store.transaction((tx) => tx.savePerson({ ...person, createdAt: world.now }));
    }
    world.log.length = 0;
    // 5 of 50 were sent above; the answers go on saying nothing.
    for (let i = 0; i < 5; i++) for (const email of people) expect((await ask(email)).status).toBe(200);
    await vi.waitFor(
      () =>
        expect(world.log).toContainEqual(
          expect.objectContaining({ fields: { reason: 'too many links for the organization often' } }),
        ),
      10_000,
    );
    await vi.waitFor(() => expect(mails.got.length).toBeGreaterThanOrEqual(6 + 45), 10_000);
    expect(mails.got.length).toBeLessThanOrEqual(6 + 50);
  });

  it('lets somebody into each organization that they are in, by a link of its own', async () => {
    await begin('one', 'both@agency.example');
    await begin('two', 'both@agency.example');
    expect((await ask('both@agency.example')).status).toBe(200);
    await mailed(3);
    const entered = [];
    for (const token of links()) {
      const browser = new Browser();
      await enter(browser, token);
      entered.push((await stateOf(browser)).session.organization);
    }
    expect(entered).toEqual(['one', 'two']);
  });

  it('admins invite by mail, change roles by inviting again, and remove people, whose sessions end', async () => {
    const kim = await begin('team', 'kim@team.example');
    const headers = { 'X-CSRF-Token': (await stateOf(kim)).session.csrf };
    const call = (method: string, path: string) =>
      kim.ask(`${origin}/console/v1/organizations/team${path}`, { method, headers });
    const invite = async (role: string) => {
      const answer = await post(
        kim,
        `${origin}/console/v1/organizations/team/invitations`,
        { subject: 'sam@team.example', role },
        headers,
      );
      expect(await jsonOf(answer)).toMatchObject({ mailed: true, token: null });
      const browser = new Browser();
      await enter(browser, links()[0]);
      return browser;
    };
    const sam = await invite('member');
    expect((await stateOf(sam)).session.role).toBe('member');
    await invite('admin');
    // The session that was there has the role from then on.
    expect((await stateOf(sam)).session.role).toBe('admin');
    const { people } = await jsonOf(await call('GET', '/people'));
    expect(people).toMatchObject([
      { email: 'kim@team.example', role: 'admin' },
      { email: 'sam@team.example', role: 'admin' },
    ]);
    expect((await call('DELETE', `/people/${people[0].id}`)).status).toBe(409);
    await ask('sam@team.example');
    await mailed(4);
    expect((await call('DELETE', `/people/${people[1].id}`)).status).toBe(200);
    expect((await stateOf(sam)).session).toBeNull();
    expect((await sam.ask(`${origin}/console/v1/organizations/team`)).status).toBe(401);
    expect((await enter(new Browser(), links()[0])).status).toBe(401);
    expect((await call('DELETE', `/people/${people[1].id}`)).status).toBe(404);
    await ask('sam@team.example');
    await come('kim@team.example');
    expect(mails.got).toHaveLength(5);
    const removed = (await operator().get('/organizations/team/audit-log?action=remove-person')).body.entries;
    expect(removed).toMatchObject([
      { actor: { subject: 'kim@team.example' }, details: { subject: 'sam@team.example' } },
    ]);
  });

  it('shows the link where the mail server does not take it, and makes the organization all the same', async () => {
    mails.refusals.push(550);
    const wanted = { id: 'bounced', name: 'Bounced Pty Ltd', admin: 'kim@bounced.example' };
    const created = await operator().post('/organizations', wanted, { 'Idempotency-Key': 'once' });
    expect(created.body.invitation).toMatchObject({ mailed: false, token: expect.stringMatching(/^inv_/) });
    const retry = await operator().post('/organizations', wanted, { 'Idempotency-Key': 'once' });
    expect(retry.body.invitation).toEqual({ ...created.body.invitation, token: null });
    expect(mails.got).toEqual([]);
    expect((await enter(new Browser(), created.body.invitation.token)).status).toBe(200);
  });

  it('lets operators alone say the plan and the first admin, of plans that there are', async () => {
    const admin = world.as('admin', 'own');
    expect((await admin.post('/organizations', { name: 'Own', plan: 'large' })).status).toBe(403);
    expect((await admin.post('/organizations', { name: 'Own', admin: 'kim@own.example' })).status).toBe(403);
    const { body } = await operator().post('/organizations', { id: 'own', name: 'Own', plan: 'nothing' });
    const { plans } = (await operator().get('/plans')).body;
    expect(body.error.details.plan[0]).toBe(`must be one of ${plans.map(({ id }: { id: string }) => id).join(', ')}`);
    expect((await operator().get('/organizations/own')).status).toBe(404);
    expect((await admin.get('/plans')).status).toBe(403);
    expect((await admin.post('/organizations', { name: 'Own' })).body).toMatchObject({
      plan: 'free',
      invitation: null,
    });
  });

  it('limits how many people an organization invites in an hour', async () => {
    const admin = world.as('admin', 'first');
    const invite = (i: number) => admin.post('/organizations/first/invitations', { subject: `name ${i % 2}` });
    const statuses = [];
    for (let i = 0; i < 52; i++) statuses.push((await invite(i)).status);
    expect(statuses.at(-1)).toBe(409);
    world.now += 3_600_000;
    expect((await invite(0)).status).toBe(201);
  });

  it('lets people in by mail beside an identity provider only where that is configured', async () => {
    const kim = 'kim@beside.example';
    await begin('beside', kim);
    const rules = { ...LOCAL_RULES, issuer: 'https://id.example', audience: 'console' };
    const provider = { rules, jwksUri: null, client: null };
    const smtp = { url: mails.url, from: FROM };
    const log = { warn: () => {} };
    expect(await openLoginMail({ url: origin, provider, mailBesideProvider: false }, smtp, log)).toBeNull();
    expect(await openLoginMail({ url: null, provider: null, mailBesideProvider: false }, smtp, log)).toBeNull();
    const mail = await openLoginMail({ url: origin, provider, mailBesideProvider: true }, smtp, log);
    const { keys } = world.issuer;
    const besides = async (given: typeof mail) => {
      const login = openLogin({ provider, url: origin }, { keys, rules }, world.accounts, given);
      const beside = new ConsoleWorld(opened().store);
      const people = { pages: new Map(), login };
      await beside.start({ keys, rules, mail: given, people });
      return { beside, at: `http://127.0.0.1:${beside.console.port}` };
    };
    const { beside, at } = await besides(mail);
    expect(await jsonOf(await fetch(`${at}/auth/session`))).toEqual({ login: 'off', mail: true, session: null });
    expect((await post(new Browser(), `${at}/auth/mail`, { email: kim }, { Origin: origin })).status).toBe(200);
    await mailed(2);
    const own = await world.issuer.link({ subject: 'ann', organization: 'beside', role: 'admin' }, 1);
    expect((await post(new Browser(), `${at}/auth/link`, { token: own }, { Origin: origin })).status).toBe(401);
    expect((await post(new Browser(), `${at}/auth/link`, { token: links()[0] }, { Origin: origin })).status).toBe(200);
    await beside.console.close();

    const { beside: alone, at: there } = await besides(null);
    expect(await jsonOf(await fetch(`${there}/auth/session`))).toEqual({ login: 'off', mail: false, session: null });
    for (const path of ['mail', 'link'])
      expect((await post(new Browser(), `${there}/auth/${path}`, { email: kim, token: 'inv_x' })).status).toBe(404);
    await alone.console.close();
    const settings = (...flags: string[]) =>
      readConsoleConfiguration(addEventFlags(addConsoleFlags(new Command())).parse(flags, { from: 'user' }).opts());
    expect(() => settings('--mail-login', 'invited', '--console-url', 'https://console.example')).toThrow(
      '--mail-login is given without --smtp-url or --console-url',
    );
  });
});
