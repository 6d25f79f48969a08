import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';

/** What a person's claims say. */
export interface Person {
  readonly organization?: string;
  readonly role?: string;
}

/** The client that the console is at the provider. */
export const CLIENT = { id: 'letterbox-console', secret: 'secret-of-the-console', scope: 'openid' };

/** A real OpenID Connect provider on this machine, with a login page of one field. */
export interface TestProvider {
  readonly issuer: string;
  /** What becomes of an ID token on its way to the console. */
  tamper: ((idToken: string) => Promise<string>) | null;
  /** The public key as the provider publishes it. */
  key(): { readonly kty: 'RSA'; readonly n: string; readonly e: string; readonly kid: string };
  /** New signing keys; the old ones are gone. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a provider that knows these people and sends browsers back to `callback`. */
export async function startProvider(
  people: Readonly<Record<string, Person>>,
  callback: () => string,
): Promise<TestProvider> {
  let provider: Provider;
  let jwk: JWK;
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: TestProvider = {
    issuer,
    tamper: null,
    key: () => ({ kty: 'RSA', n: jwk.n!, e: jwk.e!, kid: jwk.kid! }),
    rotate,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function rotate(): Promise<void> {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    jwk = { ...(await exportJWK(privateKey)), kid: `key-${Math.random()}`, alg: 'RS256', use: 'sig' };
    provider = new Provider(issuer, {
      jwks: { keys: [jwk as never] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [callback()],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      conformIdTokenClaims: false,
      claims: { openid: ['sub', 'organization', 'role'] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/login/${uid}` },
      cookies: { keys: ['a key for cookies'] },
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client!.clientId,
          accountId: ctx.oidc.session!.accountId!,
        });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
    });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, issuer);
    if (url.pathname.startsWith('/login/')) {
      const accountId = url.searchParams.get('as');
      if (accountId !== null) {
        const result = accountId === '' ? { error: 'access_denied' } : { login: { accountId } };
        return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      }
      response.setHeader('Content-Type', 'text/html');
      response.end(
        '<!doctype html><title>Provider</title><form><label>As <input name="as"></label><button>Go</button>',
      );
      return;
    }
    const { tamper } = made;
    if (url.pathname === '/token' && tamper !== null) {
      const end = response.end.bind(response) as (body: string) => ServerResponse;
      response.end = ((body: Buffer | string) => {
        void (async () => {
          const answer = JSON.parse(String(body)) as { id_token: string };
          const changed = JSON.stringify({ ...answer, id_token: await tamper(answer.id_token) });
          response.setHeader('Content-Length', Buffer.byteLength(changed));
          end(changed);
        })();
        return response;
      }) as typeof response.end;
    }
    await provider.callback()(request, response);
  }

  await rotate();
  return made;
}
