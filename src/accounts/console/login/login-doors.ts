import type { IncomingHttpHeaders } from 'node:http';
import type { JWTVerifyGetKey } from 'jose';
import type { Accounts } from '../../accounts.ts';
import { acceptInvitation, INVITATION_PREFIX } from '../../invitations.ts';
import { ConsoleError, invalid } from '../answer.ts';
import type { Session } from '../session/session.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { cookieJar, cookieOf } from './cookies.ts';
import { linkTaker, type Redeemed } from './local-links.ts';
import { ATTEMPT_SECONDS, type LoginFault, type ProviderLogin } from './provider-login.ts';

/** How people log in: by the provider, by a link of the local issuer, or not at all. */
export type LoginMethod =
  | { readonly kind: 'provider'; readonly provider: ProviderLogin }
  | { readonly kind: 'link'; readonly keys: JWTVerifyGetKey; readonly accounts: Pick<Accounts, 'store' | 'now'> | null }
  | { readonly kind: 'off' };

/** A request to one of the login's paths. */
export interface LoginRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingHttpHeaders;
  /** The client's address. */
  readonly from: string;
  body(): Promise<unknown>;
}

/** What is answered: JSON, or a redirect when there is a `location`. */
export interface LoginAnswer {
  readonly status: 200 | 303;
  readonly location?: string;
  readonly body?: object;
  readonly cookies: readonly string[];
  /** Who logged in, and why somebody did not: for the log. */
  readonly session?: Session;
  readonly reason?: string;
}

/** The doors by which people come in. */
export interface LoginDoors {
  /** Null for a path that is none of the login's. Throws a ConsoleError for what is refused. */
  answer(request: LoginRequest): Promise<LoginAnswer> | null;
  /** The session that a request's cookie stands for; null without one. Throws a ConsoleError when it may be forged. */
  session(method: string, headers: IncomingHttpHeaders): Session | null;
}

/** What the paths of the login begin with. */
export const LOGIN_PREFIX = '/auth/';
/** Where the provider sends browsers back to. */
export const CALLBACK_PATH = `${LOGIN_PREFIX}callback`;

/** How long somebody who was invited stays logged in, ms. */
const INVITED_MS = 8 * 3_600_000;

const NO_COOKIES: readonly string[] = [];

/** Opens the doors of a console that browsers reach at `origin` (null: whatever they call it). */
export function loginDoors(method: LoginMethod, origin: string | null): LoginDoors {
  const sessions = new BrowserSessions();
  const jar = cookieJar(origin?.startsWith('https:') ?? false);
  const take = method.kind === 'link' ? linkTaker(method.keys) : null;
  const idOf = (headers: IncomingHttpHeaders) => cookieOf(headers.cookie, jar.session);

  /** Whoever logs in gets a new id; the one that the browser came with, if any, ends. */
  function enter(headers: IncomingHttpHeaders, session: Session, longest?: number): string {
    sessions.end(idOf(headers));
    const { id, seconds } = sessions.begin(session, longest);
    return jar.set(jar.session, id, seconds, 'Strict');
  }

  async function beginAtProvider(provider: ProviderLogin): Promise<LoginAnswer> {
    const begun = await provider.begin();
    if ('fault' in begun) return failed(begun.fault, begun.reason, NO_COOKIES);
    const cookies = [jar.set(jar.attempt, begun.attempt, ATTEMPT_SECONDS, 'Lax')];
    return { status: 303, location: begun.location, cookies };
  }

  async function comeBack(provider: ProviderLogin, { query, headers }: LoginRequest): Promise<LoginAnswer> {
    const found = await provider.finish(query, cookieOf(headers.cookie, jar.attempt));
    const cookies = [jar.set(jar.attempt, '', 0, 'Lax')];
    if ('fault' in found) return failed(found.fault, found.reason, cookies);
    return { status: 303, location: '/', cookies: [...cookies, enter(headers, found)], session: found };
  }

  async function redeem(request: LoginRequest): Promise<LoginAnswer> {
    expectOwnPage(request.headers, origin);
    const body = (await request.body()) as { token?: unknown } | null;
    if (typeof body?.token !== 'string') throw invalid({ token: ['must be the token of a link'] });
    const redeemed = await (invited(body.token, request.from) ?? take!(body.token));
    if ('refused' in redeemed)
      throw new ConsoleError(
        'UNAUTHENTICATED',
        redeemed.refused === 'used' ? 'The link has been used, or is out of date.' : 'The link is not valid.',
        { reason: redeemed.refused },
      );
    const { session, longest } = redeemed;
    return { status: 200, body: {}, cookies: [enter(request.headers, session, longest)], session };
  }

  /** What came of an invitation; null where the token is of another kind of link, or there is no ledger to ask. */
  function invited(token: string, from: string): Promise<Redeemed> | null {
    if (method.kind !== 'link' || method.accounts === null || !token.startsWith(INVITATION_PREFIX)) return null;
    const { store, now } = method.accounts;
    return store.transaction(async (tx) => {
      const found = await acceptInvitation(tx, token, from, now());
      if (found === null) return { refused: 'used', reason: 'an invitation that is not good' };
      const { subject, organization, role } = found;
      return { session: { subject, organization, role }, longest: INVITED_MS };
    });
  }

  function tell({ headers }: LoginRequest): LoginAnswer {
    const rotated = sessions.rotate(idOf(headers));
    const found = sessions.find(rotated?.id ?? idOf(headers));
    const cookies = rotated === null ? NO_COOKIES : [jar.set(jar.session, rotated.id, rotated.seconds, 'Strict')];
    const session = found && { ...found.session, csrf: found.csrf, expiresAt: new Date(found.expiresAt).toISOString() };
    return { status: 200, body: { login: method.kind, session }, cookies };
  }

  async function logOut(request: LoginRequest): Promise<LoginAnswer> {
    const session = doors.session(request.method, request.headers);
    sessions.end(idOf(request.headers));
    const leave = method.kind === 'provider' ? await method.provider.leave() : null;
    const cookies = [jar.set(jar.session, '', 0, 'Strict')];
    return { status: 200, body: { leave }, cookies, ...(session && { session }) };
  }

  const doors: LoginDoors = {
    answer(request) {
      switch (`${request.method} ${request.path}`) {
        case `GET ${LOGIN_PREFIX}session`:
          return Promise.resolve(tell(request));
        case `POST ${LOGIN_PREFIX}logout`:
          return logOut(request);
        case `POST ${LOGIN_PREFIX}link`:
          return take === null ? null : redeem(request);
        case `GET ${LOGIN_PREFIX}login`:
          return method.kind === 'provider' ? beginAtProvider(method.provider) : null;
        case `GET ${CALLBACK_PATH}`:
          return method.kind === 'provider' ? comeBack(method.provider, request) : null;
        default:
          return null;
      }
    },
    session(requestMethod, headers) {
      const found = sessions.find(idOf(headers));
      if (found === null) return null;
      expectOwnPage(headers, origin);
      if (requestMethod !== 'GET' && headers['x-csrf-token'] !== found.csrf)
        throw new ConsoleError('FORBIDDEN', 'A request by cookie needs the X-CSRF-Token of its session.');
      return found.session;
    },
  };
  return doors;
}

/** To the page that says so: the reason itself is for the log. */
function failed(fault: LoginFault, reason: string, cookies: readonly string[]): LoginAnswer {
  return { status: 303, location: `/#/login/${fault}`, cookies, reason };
}

/** Refuses what a page of another origin sends, as browsers say. */
function expectOwnPage(headers: IncomingHttpHeaders, origin: string | null): void {
  const site = headers['sec-fetch-site'];
  const from = headers.origin;
  const own = origin === null ? from === undefined || from === `http://${headers.host}` : (from ?? origin) === origin;
  if (own && (site === undefined || site === 'same-origin' || site === 'none')) return;
  throw new ConsoleError('FORBIDDEN', 'A page of another origin may not do this.');
}
