import type { IncomingHttpHeaders } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import type { Accounts } from '../../accounts.ts';
import { mailAddressFault } from '../../events/endpoint.ts';
import { isLedgerToken } from '../../invitations.ts';
import { enterByToken } from '../../people.ts';
import { ConsoleError, invalid } from '../answer.ts';
import type { ConsoleConfiguration } from '../configuration.ts';
import { linkTaker, type Redeemed } from '../session/local-issuer.ts';
import type { SessionRules } from '../session/rules.ts';
import type { Session } from '../session/session.ts';
import { type BrowserSession, BrowserSessions, type CookieJar, cookieJar, cookieOf } from './browser-sessions.ts';
import { type LoginLimits, loginLimits } from './login-limits.ts';
import { type LoginMail, mailLinks } from './mailed-links.ts';
import { ATTEMPT_SECONDS, type LoginFault, type ProviderLogin, providerLogin } from './provider-login.ts';

/** How people log in, besides by mail: by the provider, by a link of the local issuer, or not at all. */
export type LoginMethod =
  | { readonly kind: 'provider'; readonly provider: ProviderLogin }
  | { readonly kind: 'link'; readonly keys: JWTVerifyGetKey }
  | { readonly kind: 'off' };

/** A request to one of the login paths. */
interface LoginRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The client's address. */
  readonly from: string;
  body(): Promise<unknown>;
}

/** The answer: JSON, or a redirect if there is a `location`. */
export interface LoginAnswer {
  readonly status: 200 | 303;
  readonly location?: string;
  readonly body?: object;
  readonly cookies: readonly string[];
  /** Who logged in, or why somebody could not: for the log. */
  readonly session?: Session;
  readonly reason?: string;
}

/** Logging in and out, and the sessions of browsers. */
export interface LoginDoors {
  /**
   * Null for a path that is not one of the login's. Throws a ConsoleError if the request is
   * refused.
   */
  answer(request: LoginRequest): Promise<LoginAnswer> | null;
  /**
   * The session that a request's cookie stands for; null without one. Rejects with a ConsoleError
   * if the request may be forged.
   */
  session(method: string, headers: IncomingHttpHeaders): Promise<Session | null>;
}

/** What else a login works with. */
interface LoginMeans {
  /** Whose invitations and people may enter; null: nobody's. */
  readonly accounts?: Pick<Accounts, 'store' | 'now'> | null;
  /** How links are mailed to people; null: they are not. */
  readonly mail?: LoginMail | null;
  readonly limits?: LoginLimits;
}

/** The prefix of the login paths. */
export const LOGIN_PREFIX = '/auth/';
/** Where the provider sends browsers back to. */
const CALLBACK_PATH = `${LOGIN_PREFIX}callback`;

/** How long the session of somebody who was invited or mailed a link lasts, ms. */
const INVITED_MS = 8 * 3_600_000;

/** What a token is that nobody here signed. */
const NOT_VALID: Redeemed = { refused: 'invalid', reason: 'a token of no kind' };

const NO_COOKIES: readonly string[] = [];

/** What the login of a console works with. */
interface Doorway {
  readonly method: LoginMethod;
  readonly origin: string | null;
  readonly sessions: BrowserSessions;
  readonly jar: CookieJar;
  /** Null if links of the local issuer are not accepted. */
  readonly take: ((token: string) => Promise<Redeemed>) | null;
  readonly accounts: Pick<Accounts, 'store' | 'now'> | null;
  readonly mail: LoginMail | null;
  readonly limits: LoginLimits;
}

/**
 * Creates the login of a console that browsers reach at `origin` (null: whatever origin they use).
 */
export function loginDoors(
  method: LoginMethod,
  origin: string | null,
  { accounts = null, mail = null, limits = loginLimits() }: LoginMeans = {},
): LoginDoors {
  const doorway: Doorway = {
    method,
    origin,
    sessions: new BrowserSessions(),
    jar: cookieJar(origin?.startsWith('https:') ?? false),
    take: method.kind === 'link' ? linkTaker(method.keys) : null,
    accounts,
    mail,
    limits,
  };
  return {
    answer: (request) => answer(doorway, request),
    session: (requestMethod, headers) => sessionOf(doorway, requestMethod, headers),
  };
}

function answer(doorway: Doorway, request: LoginRequest): Promise<LoginAnswer> | null {
  const { method, take, mail } = doorway;
  switch (`${request.method} ${request.path}`) {
    case `GET ${LOGIN_PREFIX}session`:
      return tell(doorway, request);
    case `POST ${LOGIN_PREFIX}logout`:
      return logOut(doorway, request);
    case `POST ${LOGIN_PREFIX}link`:
      return take === null && mail === null ? null : redeem(doorway, request);
    case `POST ${LOGIN_PREFIX}mail`:
      return mail === null ? null : askForMail(doorway, mail, request);
    case `GET ${LOGIN_PREFIX}login`:
      return method.kind === 'provider' ? beginAtProvider(doorway, method.provider, request) : null;
    case `GET ${CALLBACK_PATH}`:
      return method.kind === 'provider' ? comeBack(doorway, method.provider, request) : null;
    default:
      return null;
  }
}

async function sessionOf(doorway: Doorway, method: string, headers: IncomingHttpHeaders): Promise<Session | null> {
  const found = await present(doorway, idOf(doorway, headers));
  if (found === null) return null;
  expectOwnPage(headers, doorway.origin);
  if (method !== 'GET' && headers['x-csrf-token'] !== found.csrf)
    throw new ConsoleError('FORBIDDEN', 'A request by cookie needs the X-CSRF-Token of its session.');
  return found.session;
}

/** The session of an id as it is now: a person may have been removed, or have got another role. */
async function present({ sessions, accounts }: Doorway, id: string | null): Promise<BrowserSession | null> {
  const found = sessions.find(id);
  const named = found?.session.person;
  if (found === null || named === undefined || accounts === null) return found;
  const person = await accounts.store.transaction((tx) => tx.person(named));
  if (person !== null) return { ...found, session: { ...found.session, role: person.role } };
  sessions.end(id);
  return null;
}

function idOf({ jar }: Doorway, headers: IncomingHttpHeaders): string | null {
  return cookieOf(headers.cookie, jar.session);
}

/** Every login gets a new session id; the session that the browser had before, if any, ends. */
function enter(doorway: Doorway, headers: IncomingHttpHeaders, session: Session, longest?: number): string {
  const { sessions, jar } = doorway;
  sessions.end(idOf(doorway, headers));
  const { id, seconds } = sessions.begin(session, longest);
  return jar.set(jar.session, id, seconds, 'Strict');
}

async function beginAtProvider(
  { jar, limits }: Doorway,
  provider: ProviderLogin,
  { query, from }: LoginRequest,
): Promise<LoginAnswer> {
  if (isOneTooMany(limits, from)) return failed('limited', `too many attempts from ${from}`, NO_COOKIES);
  const begun = await provider.begin(query === 'another');
  if ('fault' in begun) return failed(begun.fault, begun.reason, NO_COOKIES);
  const cookies = [jar.set(jar.attempt, begun.attempt, ATTEMPT_SECONDS, 'Lax')];
  return { status: 303, location: begun.location, cookies };
}

async function comeBack(
  doorway: Doorway,
  provider: ProviderLogin,
  { query, headers, from }: LoginRequest,
): Promise<LoginAnswer> {
  const { jar, limits } = doorway;
  if (isOneTooMany(limits, from)) return failed('limited', `too many attempts from ${from}`, NO_COOKIES);
  const found = await provider.finish(query, cookieOf(headers.cookie, jar.attempt));
  const cookies = [jar.set(jar.attempt, '', 0, 'Lax')];
  if ('fault' in found) return failed(found.fault, found.reason, cookies);
  return { status: 303, location: '/', cookies: [...cookies, enter(doorway, headers, found)], session: found };
}

/** Answers in the same way whether or not anybody has the address. */
async function askForMail(doorway: Doorway, mail: LoginMail, request: LoginRequest): Promise<LoginAnswer> {
  const { origin, accounts, limits } = doorway;
  expectOwnPage(request.headers, origin);
  const body = (await request.body()) as { email?: unknown } | null;
  const email = String(body?.email ?? '').toLowerCase();
  const fault = mailAddressFault(email);
  if (fault !== null) throw invalid({ email: [`must ${fault}`] });
  limits.attempt('client', request.from);
  limits.attempt('address', email);
  const people = accounts === null ? [] : await accounts.store.transaction((tx) => tx.peopleAt(email));
  if (accounts !== null) void mailLinks(people, mail, accounts, limits);
  return { status: 200, body: {}, cookies: NO_COOKIES };
}

async function redeem(doorway: Doorway, request: LoginRequest): Promise<LoginAnswer> {
  expectOwnPage(request.headers, doorway.origin);
  const body = (await request.body()) as { token?: unknown } | null;
  if (typeof body?.token !== 'string') throw invalid({ token: ['must be the token of a link'] });
  doorway.limits.attempt('client', request.from);
  const redeemed = await (byLedger(doorway, body.token, request.from) ?? doorway.take?.(body.token) ?? NOT_VALID);
  if ('refused' in redeemed)
    throw new ConsoleError(
      'UNAUTHENTICATED',
      redeemed.refused === 'used' ? 'The link has been used, or is out of date.' : 'The link is not valid.',
      { reason: redeemed.refused },
    );
  const { session, longest } = redeemed;
  return { status: 200, body: {}, cookies: [enter(doorway, request.headers, session, longest)], session };
}

/**
 * The outcome of an invitation or a mailed link; null if the token is of another kind, or there is
 * no ledger.
 */
function byLedger({ accounts, mail }: Doorway, token: string, from: string): Promise<Redeemed> | null {
  if (accounts === null || !isLedgerToken(token)) return null;
  const { store, now } = accounts;
  return store.transaction(async (tx): Promise<Redeemed> => {
    const entered = await enterByToken(tx, token, { from, mail: mail !== null }, now());
    if (entered === null) return { refused: 'used', reason: 'a link that is not good' };
    const { person, ...session } = entered;
    return { session: { ...session, ...(person !== null && { person }) }, longest: INVITED_MS };
  });
}

async function tell(doorway: Doorway, { headers }: LoginRequest): Promise<LoginAnswer> {
  const { method, sessions, jar, mail } = doorway;
  const id = idOf(doorway, headers);
  const rotated = sessions.rotate(id);
  const found = await present(doorway, rotated?.id ?? id);
  const cookies = rotated === null ? NO_COOKIES : [jar.set(jar.session, rotated.id, rotated.seconds, 'Strict')];
  const session = found && { ...found.session, csrf: found.csrf, expiresAt: new Date(found.expiresAt).toISOString() };
  return { status: 200, body: { login: method.kind, mail: mail !== null, session }, cookies };
}

async function logOut(doorway: Doorway, { method: requestMethod, headers }: LoginRequest): Promise<LoginAnswer> {
  const { method, sessions, jar } = doorway;
  const session = await sessionOf(doorway, requestMethod, headers);
  sessions.end(idOf(doorway, headers));
  const leave = method.kind === 'provider' ? await method.provider.leave() : null;
  const cookies = [jar.set(jar.session, '', 0, 'Strict')];
  return { status: 200, body: { leave }, cookies, ...(session && { session }) };
}

/** Counts an attempt of a browser that goes to a page, which a refusal sends to the page that says so. */
function isOneTooMany(limits: LoginLimits, from: string): boolean {
  try {
    limits.attempt('client', from);
    return false;
  } catch (error) {
    if (error instanceof ConsoleError) return true;
    throw error;
  }
}

/** Redirects to the page that says so; the reason itself is for the log. */
function failed(fault: LoginFault, reason: string, cookies: readonly string[]): LoginAnswer {
  return { status: 303, location: `/#/login/${fault}`, cookies, reason };
}

/** Refuses requests that, by the headers browsers send, come from a page of another origin. */
function expectOwnPage(headers: IncomingHttpHeaders, origin: string | null): void {
  const site = headers['sec-fetch-site'];
  const from = headers.origin;
  const own = origin === null ? from === undefined || from === `http://${headers.host}` : (from ?? origin) === origin;
  if (own && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new ConsoleError('FORBIDDEN', 'A page of another origin may not do this.');
}

/** The login that a configuration asks for, with the keys and rules that verify tokens. */
export function openLogin(
  { provider, url }: Pick<ConsoleConfiguration, 'provider' | 'url'>,
  { keys, rules }: { readonly keys: JWTVerifyGetKey; readonly rules: SessionRules },
  accounts: Pick<Accounts, 'store' | 'now'>,
  mail: LoginMail | null,
): LoginDoors {
  if (provider === null) return loginDoors({ kind: 'link', keys }, url, { accounts, mail });
  const means = { accounts: mail && accounts, mail };
  const { client } = provider;
  if (client === null || url === null) return loginDoors({ kind: 'off' }, url, means);
  const method = { kind: 'provider', provider: providerLogin(client, rules, keys, url + CALLBACK_PATH) } as const;
  return loginDoors(method, url, means);
}
