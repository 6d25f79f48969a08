import type { IncomingHttpHeaders } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import type { Accounts } from '../../accounts.ts';
import { acceptInvitation, INVITATION_PREFIX } from '../../invitations.ts';
import { ConsoleError, invalid } from '../answer.ts';
import type { ConsoleConfiguration } from '../configuration.ts';
import type { SessionRules } from '../session/rules.ts';
import type { Session } from '../session/session.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { type CookieJar, cookieJar, cookieOf } from './cookies.ts';
import { linkTaker, type Redeemed } from './local-links.ts';
import { type LoginLimits, loginLimits } from './login-limits.ts';
import { ATTEMPT_SECONDS, type LoginFault, type ProviderLogin, providerLogin } from './provider-login.ts';

/** How people log in: by the provider, by a link of the local issuer, or not at all. */
export type LoginMethod =
  | { readonly kind: 'provider'; readonly provider: ProviderLogin }
  | { readonly kind: 'link'; readonly keys: JWTVerifyGetKey; readonly accounts: Pick<Accounts, 'store' | 'now'> | null }
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
   * The session that a request's cookie stands for; null without one. Throws a ConsoleError if the
   * request may be forged.
   */
  session(method: string, headers: IncomingHttpHeaders): Session | null;
}

/** The prefix of the login paths. */
export const LOGIN_PREFIX = '/auth/';
/** Where the provider sends browsers back to. */
const CALLBACK_PATH = `${LOGIN_PREFIX}callback`;

/** How long the session of an invited person lasts, ms. */
const INVITED_MS = 8 * 3_600_000;

const NO_COOKIES: readonly string[] = [];

/** What the login of a console works with. */
interface Doorway {
  readonly method: LoginMethod;
  readonly origin: string | null;
  readonly sessions: BrowserSessions;
  readonly jar: CookieJar;
  /** Null if links of the local issuer are not accepted. */
  readonly take: ((token: string) => Promise<Redeemed>) | null;
  readonly limits: LoginLimits;
}

/**
 * Creates the login of a console that browsers reach at `origin` (null: whatever origin they use).
 */
export function loginDoors(method: LoginMethod, origin: string | null, limits = loginLimits()): LoginDoors {
  const doorway: Doorway = {
    method,
    origin,
    sessions: new BrowserSessions(),
    jar: cookieJar(origin?.startsWith('https:') ?? false),
    take: method.kind === 'link' ? linkTaker(method.keys) : null,
    limits,
  };
  return {
    answer: (request) => answer(doorway, request),
    session: (requestMethod, headers) => sessionOf(doorway, requestMethod, headers),
  };
}

function answer(doorway: Doorway, request: LoginRequest): Promise<LoginAnswer> | null {
  const { method, take } = doorway;
  switch (`${request.method} ${request.path}`) {
    case `GET ${LOGIN_PREFIX}session`:
      return Promise.resolve(tell(doorway, request));
    case `POST ${LOGIN_PREFIX}logout`:
      return logOut(doorway, request);
    case `POST ${LOGIN_PREFIX}link`:
      return take === null ? null : redeem(doorway, take, request);
    case `GET ${LOGIN_PREFIX}login`:
      return method.kind === 'provider' ? beginAtProvider(doorway, method.provider, request) : null;
    case `GET ${CALLBACK_PATH}`:
      return method.kind === 'provider' ? comeBack(doorway, method.provider, request) : null;
    default:
      return null;
  }
}

function sessionOf(doorway: Doorway, method: string, headers: IncomingHttpHeaders): Session | null {
  const found = doorway.sessions.find(idOf(doorway, headers));
  if (found === null) return null;
  expectOwnPage(headers, doorway.origin);
  if (method !== 'GET' && headers['x-csrf-token'] !== found.csrf)
    throw new ConsoleError('FORBIDDEN', 'A request by cookie needs the X-CSRF-Token of its session.');
  return found.session;
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

async function redeem(
  doorway: Doorway,
  take: (token: string) => Promise<Redeemed>,
  request: LoginRequest,
): Promise<LoginAnswer> {
  expectOwnPage(request.headers, doorway.origin);
  const body = (await request.body()) as { token?: unknown } | null;
  if (typeof body?.token !== 'string') throw invalid({ token: ['must be the token of a link'] });
  doorway.limits.attempt('client', request.from);
  const redeemed = await (invited(doorway, body.token, request.from) ?? take(body.token));
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
 * The outcome of an invitation; null if the token is of another kind of link, or there is no
 * ledger.
 */
function invited({ method }: Doorway, token: string, from: string): Promise<Redeemed> | null {
  if (method.kind !== 'link' || method.accounts === null || !token.startsWith(INVITATION_PREFIX)) return null;
  const { store, now } = method.accounts;
  return store.transaction(async (tx) => {
    const found = await acceptInvitation(tx, token, from, now());
    if (found === null) return { refused: 'used', reason: 'an invitation that is not good' };
    const { subject, organization, role } = found;
    return { session: { subject, organization, role }, longest: INVITED_MS };
  });
}

function tell(doorway: Doorway, { headers }: LoginRequest): LoginAnswer {
  const { method, sessions, jar } = doorway;
  const id = idOf(doorway, headers);
  const rotated = sessions.rotate(id);
  const found = sessions.find(rotated?.id ?? id);
  const cookies = rotated === null ? NO_COOKIES : [jar.set(jar.session, rotated.id, rotated.seconds, 'Strict')];
  const session = found && { ...found.session, csrf: found.csrf, expiresAt: new Date(found.expiresAt).toISOString() };
  return { status: 200, body: { login: method.kind, session }, cookies };
}

async function logOut(doorway: Doorway, { method: requestMethod, headers }: LoginRequest): Promise<LoginAnswer> {
  const { method, sessions, jar } = doorway;
  const session = sessionOf(doorway, requestMethod, headers);
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
): LoginDoors {
  if (provider === null) return loginDoors({ kind: 'link', keys, accounts }, url);
  const { client } = provider;
  if (client === null || url === null) return loginDoors({ kind: 'off' }, url);
  return loginDoors({ kind: 'provider', provider: providerLogin(client, rules, keys, url + CALLBACK_PATH) }, url);
}
