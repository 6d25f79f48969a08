/** The logged-in person, according to the console. */
export interface PersonSession {
  readonly subject: string;
  readonly organization: string | null;
  readonly role: 'member' | 'admin' | 'operator';
  /** The id of somebody whom links are mailed to. */
  readonly person?: string;
  readonly csrf: string;
  readonly expiresAt: string;
}

/** How people log in here, and who is logged in. */
export interface LoginState {
  readonly login: 'provider' | 'link' | 'off';
  /** Whether people are mailed links. */
  readonly mail: boolean;
  readonly session: PersonSession | null;
}

/** A refusal of the console; status 0 if it could not be reached. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;

  constructor(status: number, code: string, message: string, requestId: string | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

interface ErrorBody {
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly request_id: string;
    readonly details?: Readonly<Record<string, readonly string[] | string>>;
  };
}

let csrf = '';

/** Asks who is logged in. Throws an ApiFailure. */
export async function loginState(): Promise<LoginState> {
  const state = await send<LoginState>('GET', '/auth/session');
  csrf = state.session?.csrf ?? '';
  return state;
}

/** Logs in with the token of a one-time link. Throws an ApiFailure. */
export async function useLink(token: string): Promise<void> {
  await send('POST', '/auth/link', { token });
}

/** Asks for a link to be mailed to an address. Throws an ApiFailure. */
export async function askForMail(email: string): Promise<void> {
  await send('POST', '/auth/mail', { email });
}

/** Logs out; resolves to where one can log out of the provider too. Throws an ApiFailure. */
export async function logOut(): Promise<string | null> {
  return (await send<{ leave: string | null }>('POST', '/auth/logout', {})).leave;
}

/** Calls the API; `path` is below `/console/v1`. Throws an ApiFailure. */
export function call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  return send<T>(method, `/console/v1${path}`, body);
}

/** A path in an organization's part of the API. */
export function pathOf(organization: string, rest = ''): string {
  return `/organizations/${encodeURIComponent(organization)}${rest}`;
}

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const headers: Record<string, string> = method === 'GET' ? {} : { 'X-CSRF-Token': csrf };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await fetch(path, init).catch(() => {
    throw new ApiFailure(0, 'UNREACHABLE', 'The console cannot be reached. Check the connection.', null);
  });
  const answer = (await response.json().catch(() => ({}))) as T & ErrorBody;
  if (response.ok) return answer;
  const {
    code = 'INTERNAL_ERROR',
    message = `HTTP ${response.status}`,
    request_id = null,
    details,
  } = answer.error ?? {};
  const fields = Object.values(details ?? {}).flatMap((told) => (Array.isArray(told) ? told : []));
  const names = Object.keys(details ?? {});
  const told =
    code === 'INVALID_PARAMETERS' && fields.length > 0 ? `${names.join(', ')}: ${fields.join('; ')}` : message;
  throw new ApiFailure(response.status, code, told, request_id);
}

/** An endpoint in an answer of the console's API. */
export interface Endpoint {
  readonly id: string;
  readonly kind: 'webhook' | 'email';
  readonly target: string;
  readonly types: readonly string[] | null;
  readonly state: 'unconfirmed' | 'active' | 'failing' | 'disabled';
  readonly failingSince: string | null;
  readonly formerSecretUntil: string | null;
  readonly secret: string | null;
}

/** What became of an event at an endpoint. */
export interface Delivery {
  readonly endpoint: string;
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly nextAt: string | null;
  readonly lastAt: string | null;
  readonly status: number | null;
  readonly fault: string | null;
}

/** A notification, with its deliveries. */
export interface AccountEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly data: object;
  readonly deliveries: readonly Delivery[];
}
